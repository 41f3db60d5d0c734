import type { Clause, StateFact } from './fact.ts';
import { isPlace, placeKey } from './value.ts';

const LIVES =
  /^(?:lives? in|living in|is living in|am living in|resides? in|(?:am |is )?based in|(?:am |is )?located in|has lived in|have lived in|(?:has|have) been living in) (.+)$/i;
const MOVED =
  /^(?:(?:has |have )?(?:moved|relocated)(?: back)?|(?:has |have )settled) (?:(?:from .{1,40}? )?to|in) (.+)$/i;
/** Who came along and when: no part of the place. */
const ADJUNCTS =
  /(?: (?:now|currently|these days|permanently|today|yesterday|recently|since .{1,30}|for (?:\w+ )?(?:\w+ )?years|last (?:week|month|\w+day)|this (?:week|month|year)|(?:in|on) (?:early |late |mid-?)?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2})?(?:,? \d{4})?|with (?:my|his|her|their) [\p{L} ]{2,30}|from [\p{Lu}][\p{L} ,]{1,40}))+$/u;
const LIVES_AT = /^(?:lives? at|(?:has |have )?(?:moved|relocated) to) (\d{1,6}[a-z]? .{3,80})$/i;
const STREET =
  /\b(?:st|street|ave|avenue|rd|road|lane|ln|drive|dr|blvd|boulevard|court|ct|way|place|square|terrace|stra(?:ß|ss)e)\b/i;

/** Where somebody lives now: a city or region, a country, or a street address. */
export function residence({ entity, predicate }: Clause): StateFact | null {
  const address = LIVES_AT.exec(predicate)?.[1];
  if (address !== undefined)
    return STREET.test(address) ? { entity, key: 'address', value: address } : null;
  const written = (LIVES.exec(predicate) ?? MOVED.exec(predicate))?.[1];
  const place = written?.replace(ADJUNCTS, '');
  return place !== undefined && isPlace(place)
    ? { entity, key: placeKey(place), value: place }
    : null;
}
