import { AUTHORITIES, CATEGORIES } from '../../contracts/memory.ts';
import type { Filter } from '../../contracts/memory-filter.ts';
import { fieldOf, joinOf } from '../../contracts/memory-filter-check.ts';
import {
  type FieldKind,
  type FilterScalar,
  isFilterField,
  METADATA_PREFIX,
  OPERATORS,
  type Operator,
} from '../../contracts/memory-filter-fields.ts';
import type { ColumnName, Condition, Test } from './condition.ts';

/**
 * Reads a filter that `filterSchema` has let through. Null for `{}`, which is no condition.
 * @throws Error when the filter was not checked before
 */
export function parseFilter(filter: Filter): Condition | null {
  const conditions = membersOf(filter).map(([name, value]) => member(name, value));
  return conditions.length === 0 ? null : all(conditions);
}

function member(name: string, value: unknown): Condition {
  switch (joinOf(name)) {
    case 'AND':
      return all(filters(value));
    case 'OR':
      return { type: 'any', of: filters(value) };
    case 'NOT':
      return { type: 'not', of: { type: 'any', of: filters(value) } };
    case null:
      return isObject(value)
        ? all(membersOf(value).map(([operator, operand]) => field(name, operator, operand)))
        : field(name, 'eq', value);
  }
}

function filters(value: unknown): readonly Condition[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((filter) => parseFilter(isObject(filter) ? filter : unchecked()) ?? unchecked());
}

/** `ne` is the complement of `eq`, so that a memory without the field meets it. */
function field(name: string, operatorName: string, operand: unknown): Condition {
  const operator = OPERATORS.find((known) => known === operatorName) ?? unchecked();
  if (operator === 'ne') return { type: 'not', of: field(name, 'eq', operand) };
  const test = testOf(name, operator, operand);
  if (name === 'value') return { type: 'value', test };
  if (isColumn(name)) return { type: 'column', field: name, test };
  if (!name.startsWith(METADATA_PREFIX)) return unchecked();
  return { type: 'metadata', path: name.slice(METADATA_PREFIX.length).split('.'), test };
}

function isColumn(name: string): name is ColumnName {
  return isFilterField(name) && name !== 'value';
}

function testOf(name: string, operator: Exclude<Operator, 'ne'>, operand: unknown): Test {
  const { type } = (fieldOf(name) ?? unchecked()).kind;
  if (operator === 'in') {
    if (!Array.isArray(operand)) return unchecked();
    return { op: 'in', operands: operand.map((element) => stored(type, element)) };
  }
  if (operator !== 'eq') return { op: operator, operand: stored(type, operand) };
  return operand === null ? { op: 'unset' } : { op: 'in', operands: [stored(type, operand)] };
}

/** An operand as the store has it. */
function stored(type: FieldKind['type'], operand: unknown): FilterScalar {
  if (type === 'category') return rankIn(CATEGORIES, operand);
  if (type === 'authority') return rankIn(AUTHORITIES, operand);
  if (type === 'time') return Date.parse(String(operand));
  const isScalar = ['string', 'number', 'boolean'].includes(typeof operand);
  return isScalar ? (operand as FilterScalar) : unchecked();
}

function rankIn(names: readonly string[], operand: unknown): number {
  const rank = names.indexOf(String(operand));
  return rank === -1 ? unchecked() : rank;
}

/** One condition as it is. */
function all(of: readonly Condition[]): Condition {
  return of.length === 1 && of[0] !== undefined ? of[0] : { type: 'all', of };
}

function membersOf(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unchecked(): never {
  throw new Error('Cannot read filter: it was not checked');
}
