import { parseValue } from '../../values/parse.ts';
import { ownerOf } from './clause.ts';
import type { StateFact } from './fact.ts';
import { isOrganisation, isPerson, isPlace, isPlainValue, placeKey } from './value.ts';

const EMAIL = /^[^\s@<>()]{1,64}@[^\s@<>()]{1,190}\.\p{L}{2,24}$/u;
const PHONE = /^\+?\d[\d\s().-]{5,20}\d$/;
const ADDRESS = /^(?=.*\d)[\p{L}\p{M}\d\s,.'’#/-]{6,100}$/u;
const ZONE =
  /^(?:[A-Z]{2,5}|(?:UTC|GMT)\s?[+-]?\d{0,2}(?::\d{2})?|[A-Z]\p{L}+\/[A-Z][\p{L}_]+|\p{Lu}\p{L}+(?: \p{Lu}?\p{L}+){0,2})$/u;
const LANGUAGE =
  /^(?:(?:american|british|brazilian|european|latin american|mandarin|simplified|traditional|swiss) )?(?:english|german|spanish|french|portuguese|italian|dutch|russian|ukrainian|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew|persian|farsi|hindi|urdu|bengali|punjabi|tamil|telugu|marathi|gujarati|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|indonesian|malay|tagalog|filipino|swahili|amharic|swedish|norwegian|danish|finnish|icelandic|estonian|latvian|lithuanian|croatian|serbian|slovene|slovenian|albanian|georgian|armenian|catalan|basque|galician|irish|welsh|deutsch|español|français|português|italiano|русский|中文|日本語|한국어)$/i;
const TITLE = /^(?!\b(?:to|the|so|very|really|not|hard|fun|great)\b)[\p{L}&/ -]{2,50}$/iu;

interface Personal {
  readonly names: RegExp;
  readonly key: string;
  readonly fits: (value: string) => boolean;
}

/** What a person has one of, and what its values look like. */
const PERSONAL: readonly Personal[] = [
  { names: /^e-?mail(?: address)?$/, key: 'email', fits: (value) => EMAIL.test(value) },
  {
    names: /^(?:(?:cell|mobile|tele)? ?phone|mobile|cell|phone)(?: number)?$/,
    key: 'phone',
    fits: (value) => PHONE.test(value),
  },
  {
    names: /^(?:home |postal |mailing |shipping )?address$/,
    key: 'address',
    fits: (value) => ADDRESS.test(value),
  },
  {
    names: /^(?:birthday|birth date|birthdate|date of birth|dob)$/,
    key: 'birthday',
    fits: (value) => parseValue(value).type === 'date',
  },
  { names: /^(?:full )?name$/, key: 'name', fits: isPerson },
  { names: /^(?:last name|surname|family name)$/, key: 'last name', fits: isPerson },
  { names: /^first name$/, key: 'first name', fits: isPerson },
  { names: /^nickname$/, key: 'nickname', fits: isPerson },
  { names: /^time ?zone$/, key: 'timezone', fits: (value) => ZONE.test(value) },
  {
    names: /^(?:preferred |native |first )?language$/,
    key: 'language',
    fits: (value) => LANGUAGE.test(value),
  },
  { names: /^(?:employer|company i work for)$/, key: 'employer', fits: isOrganisation },
  {
    names: /^(?:job(?: title)?|job role|occupation|profession)$/,
    key: 'job title',
    fits: (value) => TITLE.test(value),
  },
  {
    names: /^(?:marital status|relationship status)$/,
    key: 'marital status',
    fits: (value) => /^(?:single|married|divorced|widowed|engaged|separated)$/i.test(value),
  },
  { names: /^(?:home ?town)$/, key: 'hometown', fits: isPlace },
  {
    names: /^(?:city|place of residence|residence|home city)$/,
    key: 'residence',
    fits: isPlace,
  },
  { names: /^(?:manager|boss|husband|wife|spouse|landlord|landlady)$/, key: '', fits: isPerson },
];
const NEW = /^(?:current|new|updated|latest) /;
const PREFERENCE = /^(favou?rite|preferred) ((?:\p{L}+ ){0,2}\p{L}+)$/u;
/** Of these a person has a new favourite in every talk. */
const NO_PREFERENCE =
  /\b(?:thing|things|part|parts|moment|memory|way|one|ones|piece|bit|aspect|time|place|spot|quote|line|scene|pic|photo)s?$/;
const SHORT_VALUE =
  /^(?!(?:to|when|that|what|because|how|so|definitely|by|just|one|from|like|such|always|now|the one)\b)[\p{L}\p{M}\d&'’:+#. -]{1,40}$/iu;
const CLAUSE_WORDS = /\b(?:is|are|was|and|or|but|because|since|which|who|i|you|we|it|they)\b/i;
const MAX_PREFERENCE_WORDS = 5;

/** What an attribute of a person says: "my" + "email address" + "a@b.org". Null when it may be one of many. */
export function personal(possessive: string, noun: string, value: string): StateFact | null {
  const entity = ownerOf(possessive);
  if (entity === null || parseValue(value).type === 'null') return null;
  const name = noun.toLowerCase().replace(NEW, '');
  const known = PERSONAL.find(({ names }) => names.test(name));
  if (known !== undefined) {
    const bare = value.replace(/^(?:an?|the) /, '');
    const fitting = [value, bare].find(known.fits);
    if (fitting === undefined) return null;
    const key = known.key === 'residence' ? placeKey(fitting) : known.key || name;
    return { entity, key, value: fitting };
  }
  const [, kind, what = ''] = PREFERENCE.exec(name) ?? [];
  if (kind === undefined || NO_PREFERENCE.test(what) || isPlural(what)) return null;
  const isShort = value.split(' ').length <= MAX_PREFERENCE_WORDS;
  if (!isShort || !SHORT_VALUE.test(value) || CLAUSE_WORDS.test(value)) return null;
  return { entity, key: americanised(`${kind} ${what}`), value };
}

/** Keys of `key: value` notes about the user that are states. */
export function isPersonalKey(key: string): boolean {
  const name = key.toLowerCase().replace(NEW, '');
  return PERSONAL.some(({ names }) => names.test(name)) || PREFERENCE.test(name);
}

/** "favourite colour" as "favorite color", so that both spellings are one key. */
export function americanised(key: string): string {
  return key.replace(/\b(fav|col|flav|neighb)our/g, '$1or').replace(/\bcentre\b/g, 'center');
}

function isPlural(noun: string): boolean {
  return /(?<![su'])s$/.test(noun) && !/(?:series|tennis|news|chess|sports?)$/.test(noun);
}

/** Whether a value of a setting is a name, a number, a date, a colour or the like. */
export function isSettingValue(value: string): boolean {
  return isPlainValue(value) || (isPerson(value) && value.length <= 40);
}
