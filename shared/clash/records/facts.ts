import { TextCache } from '../../compare/text-cache.ts';
import type { Span } from '../../types.ts';
import { compareValues } from '../../values/compare.ts';
import { parseValue } from '../../values/parse.ts';
import type { Value } from '../../values/types.ts';
import { type Entity, entityField, entityOf } from './entities.ts';
import type { Field, RecordFields } from './fields.ts';
import { isIdentifier, isSkipped } from './keys.ts';
import { recordsOf } from './records-of.ts';
import { isPeriodField, periodOf, type Validity, validityIn } from './validity.ts';

/** What else the record of a fact says, to tell things of one name apart. */
interface FactRecord {
  readonly keys: ReadonlySet<string>;
  /** Identifiers other than the name itself, by key. */
  readonly ids: ReadonlyMap<string, Value>;
}

/** A statement of one value about one thing. Offsets are UTF-16 offsets into the text. */
export interface Fact extends Span {
  /** Null when nothing says what it is about: then it is about its own document alone. */
  readonly entity: Entity | null;
  /** Path of normalised keys, joined by dots. */
  readonly key: string;
  readonly raw: string;
  readonly value: Value;
  /** Where the value stands, without its key and quotes. */
  readonly at: Span;
  readonly validity: Validity | null;
  readonly record: FactRecord;
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
/** Periods of one key of one thing; with more of them every pair of two texts is no longer compared. */
const MAX_PERIODS = 50;

/** Identifiers that tell a record from others; nothing has more. */
const MAX_IDS = 16;

const known = new TextCache<readonly Fact[]>();

/**
 * What a text states in fields: JSON (also fenced or one record per line), `key: value` lines, Markdown
 * tables, CSV. Each fact carries what it is about (the best of the record's own names, a row's first
 * cell, the caller's entity) and its period. Keys that may hold many values are left out, and so is a
 * key with several values for one thing in one period; what is said twice is one fact. `[]` for a text
 * without fields. Near-linear; remembered by text.
 */
export function factsOf(text: string, options: FactOptions = {}): readonly Fact[] {
  const { entity = null, multiValued } = options;
  const facts = known.get(text, read);
  const named = entity === null ? null : { key: '', name: entity.trim().toLowerCase() };
  return facts
    .filter(({ key }) => multiValued?.has(lastOf(key)) !== true)
    .map((fact) => (fact.entity === null && named !== null ? { ...fact, entity: named } : fact));
}

/** What the records around a record say of themselves. */
interface Known {
  readonly entity: Entity | null;
  readonly ids: ReadonlyMap<string, Value>;
}

const NOTHING: Known = { entity: null, ids: new Map() };

function read(text: string): readonly Fact[] {
  const met = new Map<RecordFields, Known>();
  const facts: Fact[] = [];
  for (const record of recordsOf(text)) {
    const above = (record.parent === null ? undefined : met.get(record.parent)) ?? NOTHING;
    const entity = entityOf(record, above.entity);
    const naming = record.place === null ? entityField(record) : null;
    const ids = idsOf(record, naming, above.ids);
    met.set(record, { entity: entity ?? above.entity, ids });
    if (entity === null && record.isElement) continue;
    for (const fact of factsOfRecord(record, { entity, ids }, naming)) facts.push(fact);
    if (facts.length >= MAX_FACTS) break;
  }
  return withoutMultiValued(facts.slice(0, MAX_FACTS));
}

function factsOfRecord(
  record: RecordFields,
  { entity, ids }: Known,
  naming: Field | null,
): readonly Fact[] {
  const period = periodOf(record.fields);
  const about = { keys: new Set(record.fields.map(({ key }) => key)), ids };
  return record.fields.flatMap((field): readonly Fact[] => {
    const { key, start, end, value } = field;
    const last = lastOf(key);
    if (field === naming || isSkipped(last) || isPeriodField(field)) return [];
    const inline = validityIn(field.raw);
    const raw = inline === null ? field.raw : field.raw.slice(0, inline.index).trim();
    if (raw.split(/\s+/).length > MAX_VALUE_WORDS) return [];
    return [
      {
        entity,
        key,
        raw,
        value: parseValue(raw, last),
        at: inline === null ? value : { start: value.start, end: value.start + raw.length },
        start,
        end,
        validity: inline?.validity ?? period,
        record: about,
      },
    ];
  });
}

/** Identifiers of a record and of those that it stands in, but for the one that names it. */
function idsOf(
  { fields }: RecordFields,
  naming: Field | null,
  above: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const own = fields
    .filter((field) => field !== naming && isIdentifier(field.key))
    .map(({ key, raw }) => [key, parseValue(raw, key)] as const);
  const all = [...own, ...above].filter(([key]) => key !== naming?.key);
  // The nearest identifier of a kind counts, so it is set last.
  return new Map(all.slice(0, MAX_IDS).toReversed());
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** One fact of each kind; none of a key that has several values for the same thing and period. */
function withoutMultiValued(facts: readonly Fact[]): readonly Fact[] {
  const groups = new Map<
    string,
    { readonly first: Fact; readonly thing: string; isOne: boolean }
  >();
  const periods = new Map<string, number>();
  for (const fact of facts) {
    const thing = JSON.stringify([fact.entity, fact.key]);
    const group = thing + JSON.stringify(fact.validity);
    const met = groups.get(group);
    if (met !== undefined) {
      met.isOne &&= compareValues(met.first.value, fact.value) === 'same';
      continue;
    }
    const count = (periods.get(thing) ?? 0) + 1;
    periods.set(thing, count);
    if (count <= MAX_PERIODS) groups.set(group, { first: fact, thing, isOne: true });
  }
  // One value always and another in a period: the text itself does not say which holds when.
  const always = new Set(
    [...groups.values()].flatMap(({ first, thing }) => (first.validity === null ? [thing] : [])),
  );
  return [...groups.values()]
    .filter(({ isOne, thing }) => isOne && !(always.has(thing) && (periods.get(thing) ?? 0) > 1))
    .map(({ first }) => first);
}
