import { TextCache } from '../../compare/text-cache.ts';
import { isJson } from '../../text/json-text.ts';
import type { Span } from '../../types.ts';
import { parseValue } from '../../values/parse.ts';
import type { Value } from '../../values/types.ts';
import type { Field, RecordFields } from './fields.ts';
import { jsonFields } from './json-fields.ts';
import { ENTITY_KEYS, isSkipped, VALID_FROM, VALID_TO } from './keys.ts';
import { lineFields } from './line-fields.ts';
import { tableFields } from './table-fields.ts';
import { type Validity, validityIn, validityOf } from './validity.ts';

/** What a fact is about: "host" and "api-1". The key is "" when a caller named it. */
export interface Entity {
  readonly key: string;
  readonly name: string;
}

/** A statement of one value about one thing. Offsets are UTF-16 offsets into the text. */
export interface Fact extends Span {
  /** Null when nothing says what it is about: then it is about its own document alone. */
  readonly entity: Entity | null;
  readonly key: string;
  readonly raw: string;
  readonly value: Value;
  /** Where the value stands, without its key and quotes. */
  readonly at: Span;
  readonly validity: Validity | null;
}

/** What the caller knows of a text. */
export interface FactOptions {
  /** What the text is about, for records that do not say so themselves. */
  readonly entity?: string | null;
  /** Normalised keys that may hold many values. */
  readonly multiValued?: ReadonlySet<string>;
}

/** Values of more words are descriptions. */
const MAX_VALUE_WORDS = 8;
/** Facts read of one text; a table of 10,000 cells is still read whole. */
const MAX_FACTS = 20_000;

const known = new TextCache<readonly Fact[]>();

/**
 * What a text states in fields: JSON, `key: value` lines, Markdown tables, CSV. Each fact carries what
 * it is about (the best of the record's own names, a row's first cell, the caller's entity) and its
 * period. Keys that may hold many values are left out, and so is a key with several values for one thing
 * in one period. `[]` for a text without fields. Near-linear; remembered by text.
 */
export function factsOf(text: string, options: FactOptions = {}): readonly Fact[] {
  const { entity = null, multiValued } = options;
  const facts = known.get(text, read);
  const named = entity === null ? null : { key: '', name: entity.trim().toLowerCase() };
  return facts
    .filter(({ key }) => multiValued?.has(lastOf(key)) !== true)
    .map((fact) => (fact.entity === null && named !== null ? { ...fact, entity: named } : fact));
}

function read(text: string): readonly Fact[] {
  const records = isJson(text) ? jsonFields(text) : plainFields(text);
  return withoutMultiValued(records.flatMap(factsOfRecord).slice(0, MAX_FACTS));
}

function plainFields(text: string): readonly RecordFields[] {
  const { records, spans } = tableFields(text);
  return [...records, ...lineFields(text, spans)];
}

function factsOfRecord(record: RecordFields): readonly Fact[] {
  const naming = entityField(record);
  const entity =
    record.place ?? (naming === null ? null : { key: naming.key, name: naming.raw.toLowerCase() });
  if (entity === null && record.isElement) return [];
  const own = validityOf(
    record.fields.find(({ key }) => VALID_FROM.has(key))?.raw,
    record.fields.find(({ key }) => VALID_TO.has(key))?.raw,
  );
  return record.fields.flatMap((field): readonly Fact[] => {
    const { key, start, end } = field;
    const last = lastOf(key);
    if (field === naming || isSkipped(last) || VALID_FROM.has(last) || VALID_TO.has(last))
      return [];
    const inline = validityIn(field.raw);
    const raw = inline === null ? field.raw : field.raw.slice(0, inline.index).trim();
    if (raw.split(/\s+/).length > MAX_VALUE_WORDS) return [];
    const validity = inline?.validity ?? own;
    const { value } = field;
    const at = inline === null ? value : { start: value.start, end: value.start + raw.length };
    return [{ entity, key, raw, value: parseValue(raw, last), at, start, end, validity }];
  });
}

/** The field that says what the record is about. */
function entityField({ fields }: RecordFields): Field | null {
  for (const name of ENTITY_KEYS) {
    const field = fields.find(({ key, raw }) => key === name && raw.trim() !== '');
    if (field !== undefined) return field;
  }
  return null;
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** Facts but for those whose key has several values for the same thing and period in this text. */
function withoutMultiValued(facts: readonly Fact[]): readonly Fact[] {
  const values = new Map<string, Set<string>>();
  const keyOf = ({ entity, key, validity }: Fact) => JSON.stringify([entity, key, validity]);
  for (const fact of facts) {
    const seen = values.get(keyOf(fact)) ?? new Set();
    values.set(keyOf(fact), seen.add(fact.raw.toLowerCase()));
  }
  return facts.filter((fact) => values.get(keyOf(fact))?.size === 1);
}
