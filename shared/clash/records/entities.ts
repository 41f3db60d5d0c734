import type { Field, RecordFields } from './fields.ts';
import { ENTITY_KEYS, isOwnId, strengthOf } from './keys.ts';

/** What a fact is about: "host" and "api-1". The key is "" when a caller named it. */
export interface Entity {
  readonly key: string;
  readonly name: string;
}

/** Identifiers as short as this ("1", "42") are counted per list, not per world. */
const SHORT_ID = /^(?:\d{1,6}|.{1,3})$/;

/** A name has at most so many words; "User: I want to fly" names nobody. */
const MAX_NAME_WORDS = 6;

/** The field that says what a record is about: the best of its names, or else an id that it opens with. */
export function entityField({ fields }: RecordFields): Field | null {
  for (const name of ENTITY_KEYS) {
    const field = fields.find(({ key, raw }) => key === name && isName(raw));
    if (field !== undefined) return field;
  }
  const [first] = fields;
  return first !== undefined && isOwnId(first.key) && isName(first.raw) ? first : null;
}

function isName(raw: string): boolean {
  const name = raw.trim();
  return name !== '' && name.split(/\s+/, MAX_NAME_WORDS + 1).length <= MAX_NAME_WORDS;
}

/**
 * What a record is about; null when it does not say so. A part that only a name, a short number or the
 * id of something else tells is a part of what it stands in: "radius" of one tool is not "radius" of
 * another, a payment by one card not the next one.
 */
export function entityOf(record: RecordFields, above: Entity | null): Entity | null {
  if (record.place !== null) return record.place;
  const naming = entityField(record);
  if (naming === null) return null;
  const name = naming.raw.trim().toLowerCase();
  const isLocal =
    strengthOf(naming.key) !== 'strong' || !ENTITY_KEYS.includes(naming.key) || SHORT_ID.test(name);
  const isPart = above !== null && isLocal;
  return { key: naming.key, name: isPart ? `${above.name}/${name}` : name };
}
