import { compareValues } from '../../values/compare.ts';
import type { Clash, ClashSide, Tier } from '../types.ts';
import type { Entity } from './entities.ts';
import type { Fact } from './facts.ts';
import { strengthOf } from './keys.ts';
import { overlapOf } from './validity.ts';

/**
 * The disagreements between the facts of two texts: the same thing, the same key, periods that meet, and
 * values that cannot both hold (`drop`; `high` where many records are about one thing) or that formats, a
 * missing period or another thing of the same name may explain (`flag`, possible). A pair that is stated
 * several times is reported once. Near-linear.
 */
export function compareFacts(a: readonly Fact[], b: readonly Fact[]): readonly Clash[] {
  const byKey = new Map<string, Fact[]>();
  for (const fact of b) {
    if (fact.entity === null) continue;
    for (const name of namesOf(fact.entity)) push(byKey, `${name}\n${fact.key}`, fact);
  }
  const clashes: Clash[] = [];
  const seen = new Set<string>();
  for (const fact of a) {
    if (fact.entity === null) continue;
    const others = new Set(
      namesOf(fact.entity).flatMap((name) => byKey.get(`${name}\n${fact.key}`) ?? []),
    );
    for (const other of others) {
      if (!isSameEntity(fact.entity, other.entity)) continue;
      const pair = JSON.stringify([fact.entity, fact.key, fact.raw, other.raw]);
      const clash = seen.has(pair) ? null : compareTwo(fact, other);
      seen.add(pair);
      if (clash !== null) clashes.push(clash);
    }
  }
  return [...clashes, ...compareUnnamed(a, b)];
}

/** Records of more keys say by themselves what they are about, or are too much alike to tell. */
const MAX_UNNAMED_KEYS = 4;
/** Types of values that two records about anything would hardly share a key and a shape for by chance. */
const MEASURED: ReadonlySet<string> = new Set([
  'amount',
  'date',
  'instant',
  'clock',
  'version',
  'id',
]);

/**
 * What two short records of the same keys disagree on when neither says what it is about: likely one
 * thing ("timeout: 90 s", "timeout: 90 ms"), and only ever shown. Words and yes-or-no prove nothing here:
 * a ripe fruit and a live service both have a status.
 */
function compareUnnamed(a: readonly Fact[], b: readonly Fact[]): readonly Clash[] {
  if (![a, b].every(isShortUnnamed)) return [];
  const [own, others] = [byKeyOnce(a), byKeyOnce(b)];
  if (own.size !== others.size) return [];
  const clashes: Clash[] = [];
  for (const [key, fact] of own) {
    const other = others.get(key);
    // One key that only one of them has makes them records of different things.
    if (other === undefined) return [];
    const clash = isMeasured(fact) && isMeasured(other) ? compareTwo(fact, other) : null;
    if (clash === null) continue;
    clashes.push({ ...clash, tier: clash.possible ? 'flag' : 'high', subject: key });
  }
  return clashes;
}

/** The facts by key; what is stated twice counts once. */
function byKeyOnce(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  return new Map(facts.toReversed().map((fact) => [fact.key, fact] as const));
}

function isMeasured({ value }: Fact): boolean {
  return MEASURED.has(value.type);
}

function isShortUnnamed(facts: readonly Fact[]): boolean {
  const isShort = facts.length > 0 && facts.length <= MAX_UNNAMED_KEYS;
  return isShort && facts.every(({ entity }) => entity === null);
}

/** The names by which two facts can find each other, whether a record or a caller named the thing. */
function namesOf({ key, name }: Entity): readonly string[] {
  return key === '' ? [name] : [name, `${key.replaceAll('_', ' ')} ${name}`];
}

function isSameEntity(a: Entity, b: Entity | null): boolean {
  if (b === null) return false;
  if (a.key !== '' && b.key !== '') return a.key === b.key && a.name === b.name;
  return namesOf(a).some((name) => namesOf(b).includes(name));
}

function compareTwo(a: Fact, b: Fact): Clash | null {
  const period = overlapOf(a.validity, b.validity);
  const relation = period === 'none' ? 'same' : compareValues(a.value, b.value);
  if (relation === 'same' || relation === 'compatible') return null;
  const kinship = kinshipOf(a, b);
  if (kinship === 'other') return null;
  const isPossible = relation === 'possible' || period === 'unknown' || kinship === 'unsure';
  const isWeak = kinship === 'weak';
  const tier: Tier = isWeak ? 'high' : 'drop';
  const { key, name } = a.entity ?? { key: '', name: '' };
  return {
    tier: isPossible ? 'flag' : tier,
    rule: 'record',
    possible: isPossible,
    subject: `${key === '' ? name : `${key}=${name}`} ${a.key}`,
    a: side(a),
    b: side(b),
    extent: 'statement',
  };
}

/**
 * Whether two records of one name are about one thing. Things of one name are told apart by their other
 * identifiers (a name on two servers is two things, with two addresses it may be); a short id says little
 * when the records have hardly a key in common.
 */
function kinshipOf(a: Fact, b: Fact): 'same' | 'weak' | 'unsure' | 'other' {
  const key = a.entity?.key ?? '';
  if (key === 'id' && SHORT_NUMBER.test(a.entity?.name ?? '')) {
    const shared = sharedKeys(a, b);
    if (shared.ofSmaller < MIN_SHARED_KEYS) return 'other';
    if (shared.ofLarger < SAME_SHAPE) return 'weak';
  }
  if ([a, b].some(({ entity }) => strengthOf(entity?.key ?? '') === 'weak')) return 'weak';
  if (strengthOf(key) !== 'named') return 'same';
  let kinship: 'same' | 'unsure' = 'same';
  for (const [name, value] of a.record.ids) {
    const other = b.record.ids.get(name);
    if (other === undefined || compareValues(value, other) !== 'clash') continue;
    if (!CHANGEABLE.has(name)) return 'other';
    kinship = 'unsure';
  }
  return kinship;
}

/** A number that every list counts for itself; parts have that of what they stand in before it. */
const SHORT_NUMBER = /^\d{1,6}$/;
/** Identifiers that one thing may change. */
const CHANGEABLE: ReadonlySet<string> = new Set(['email', 'phone']);
/** Share of the keys of the smaller record that two records of one kind have in common. */
const MIN_SHARED_KEYS = 0.5;
/** Share of the keys of the larger record from which two records are of one table. */
const SAME_SHAPE = 0.8;

interface SharedKeys {
  readonly ofSmaller: number;
  readonly ofLarger: number;
}

/** Remembered by pair of records, as all their facts ask for it. */
const known = new WeakMap<Fact['record'], WeakMap<Fact['record'], SharedKeys>>();

function sharedKeys({ record: a }: Fact, { record: b }: Fact): SharedKeys {
  const row = known.get(a) ?? new WeakMap<Fact['record'], SharedKeys>();
  known.set(a, row);
  const before = row.get(b);
  if (before !== undefined) return before;
  const count = [...a.keys].filter((key) => b.keys.has(key)).length;
  const [least, most] = [Math.min(a.keys.size, b.keys.size), Math.max(a.keys.size, b.keys.size)];
  const shared = { ofSmaller: count / least, ofLarger: count / most };
  row.set(b, shared);
  return shared;
}

function side({ start, end, key, raw, at }: Fact): ClashSide {
  return { start, end, text: `${key}: ${raw}`, value: raw, at };
}

function push(map: Map<string, Fact[]>, key: string, fact: Fact): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [fact]);
  else list.push(fact);
}
