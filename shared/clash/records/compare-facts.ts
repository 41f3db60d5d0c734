import { compareValues } from '../../values/compare.ts';
import type { Clash, ClashSide } from '../types.ts';
import type { Entity, Fact } from './facts.ts';
import { overlapOf } from './validity.ts';

/**
 * The disagreements between the facts of two texts: the same thing, the same key, periods that meet, and
 * values that cannot both hold (`drop`) or that formats or a missing period may explain (`flag`,
 * possible). A pair that is stated several times is reported once. Near-linear.
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
  return clashes;
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
  const isPossible = relation === 'possible' || period === 'unknown';
  const { key, name } = a.entity ?? { key: '', name: '' };
  return {
    tier: isPossible ? 'flag' : 'drop',
    rule: 'record',
    possible: isPossible,
    subject: `${key === '' ? name : `${key}=${name}`} ${a.key}`,
    a: side(a),
    b: side(b),
    extent: 'statement',
  };
}

function side({ start, end, key, raw, at }: Fact): ClashSide {
  return { start, end, text: `${key}: ${raw}`, value: raw, at };
}

function push(map: Map<string, Fact[]>, key: string, fact: Fact): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [fact]);
  else list.push(fact);
}
