import {
  FILTER_FIELDS,
  type FilterField,
  isFilterField,
  METADATA,
  METADATA_PREFIX,
  type Operator,
} from './memory-filter-fields.ts';

/** Most conditions of one filter, each operator of a field being one. */
export const MAX_CONDITIONS = 50;
/** How deep AND, OR and NOT may lie in each other. */
export const MAX_DEPTH = 8;
/** Most operands of one `in`. */
export const MAX_IN = 1_000;
/** How deep into the metadata a condition may lead, in names. */
export const MAX_METADATA_DEPTH = 8;
/** Longest filter, in characters of JSON: it is sent to the database as one value. */
const MAX_FILTER_CHARS = 200_000;

/** Most problems that are told of one filter. */
const MAX_PROBLEMS = 50;

/** What is wrong at one place of a filter. */
export interface FilterProblem {
  readonly path: readonly (string | number)[];
  /** The state and the remedy. */
  readonly detail: string;
}

const UNKNOWN_FIELD = `Unknown field: there are AND, OR, NOT, ${Object.keys(FILTER_FIELDS).join(', ')} and metadata.<name>`;

/** How filters are put together. */
export type Join = 'AND' | 'OR' | 'NOT';

/** Of `AND`, `or` and the like the upper case; null for anything else. */
export function joinOf(name: string): Join | null {
  if (name === 'AND' || name === 'and') return 'AND';
  if (name === 'OR' || name === 'or') return 'OR';
  return name === 'NOT' || name === 'not' ? 'NOT' : null;
}

/** The field that a filter names; null for one that there is none of. */
export function fieldOf(name: string): FilterField | null {
  if (isFilterField(name)) return FILTER_FIELDS[name];
  return name.startsWith(METADATA_PREFIX) ? METADATA : null;
}

/**
 * What is wrong with a filter, in the order of writing and at most fifty problems; `[]` for a usable one.
 * `{}` is usable, and no condition; inside a filter it would be a mistake.
 */
export function filterProblems(filter: unknown): readonly FilterProblem[] {
  const problems = checkFilter(filter, [], 0);
  if (problems.length > 0) return problems.slice(0, MAX_PROBLEMS);
  if (conditionsIn(filter) > MAX_CONDITIONS) {
    return [{ path: [], detail: `Too many conditions: give at most ${MAX_CONDITIONS}` }];
  }
  // Only now, when it is known to be flat enough to be written.
  if (JSON.stringify(filter).length <= MAX_FILTER_CHARS) return [];
  return [{ path: [], detail: `Too large: give at most ${MAX_FILTER_CHARS} characters of JSON` }];
}

type Path = readonly (string | number)[];
type Problems = readonly FilterProblem[];

function checkFilter(filter: unknown, path: Path, depth: number): Problems {
  if (!isObject(filter)) return [{ path, detail: 'Not a filter: give an object' }];
  const members = membersOf(filter);
  if (members.length === 0 && path.length > 0) {
    return [{ path, detail: 'Empty: give at least one condition, or leave it out' }];
  }
  return members.flatMap(([name, value]) => {
    const place = [...path, name];
    const join = joinOf(name);
    return join === null
      ? checkField(name, value, place)
      : checkJoin(join, value, place, depth + 1);
  });
}

function checkJoin(join: Join, value: unknown, path: Path, depth: number): Problems {
  if (depth > MAX_DEPTH) {
    const detail = `Too deep: give at most ${MAX_DEPTH} of AND, OR and NOT in each other`;
    return [{ path, detail }];
  }
  if (!Array.isArray(value)) {
    if (join === 'NOT') return checkFilter(value, path, depth);
    return [{ path, detail: 'Not a list: give an array of filters' }];
  }
  if (value.length === 0) return [{ path, detail: 'Empty: give at least one filter' }];
  return value.flatMap((filter, index) => checkFilter(filter, [...path, index], depth));
}

function checkField(name: string, test: unknown, path: Path): Problems {
  const field = fieldOf(name);
  if (field === null) return [{ path, detail: UNKNOWN_FIELD }];
  const wrongName = field === METADATA ? metadataNameProblem(name) : null;
  if (wrongName !== null) return [{ path, detail: wrongName }];
  if (!isObject(test)) return checkOperand(field, 'eq', test, path);
  const known = field.kind.operators;
  const operands = membersOf(test);
  if (operands.length === 0) {
    return [{ path, detail: `Empty: give at least one of ${known.join(', ')}` }];
  }
  return operands.flatMap(([written, operand]) => {
    const operator = known.find((candidate) => candidate === written);
    const place = [...path, written];
    if (operator !== undefined) return checkOperand(field, operator, operand, place);
    return [{ path: place, detail: `Unknown operator: this field has ${known.join(', ')}` }];
  });
}

function metadataNameProblem(name: string): string | null {
  const names = name.slice(METADATA_PREFIX.length).split('.');
  if (names.includes('')) return 'Empty name: give one after every dot, as in metadata.team.name';
  if (names.length <= MAX_METADATA_DEPTH) return null;
  return `Too deep: give at most ${MAX_METADATA_DEPTH} names`;
}

function checkOperand(
  field: FilterField,
  operator: Operator,
  operand: unknown,
  path: Path,
): Problems {
  const { kind, optional } = field;
  if (operand === null) {
    if (operator !== 'eq' && operator !== 'ne') {
      return [{ path, detail: 'Null: only eq and ne can ask whether a field is unset' }];
    }
    return optional ? [] : [{ path, detail: 'Null: this field is never unset' }];
  }
  if (operator !== 'in') return wrong(path, kind.problem(operand, operator));
  if (!Array.isArray(operand)) return [{ path, detail: 'Not a list: give an array' }];
  if (operand.length === 0) return [{ path, detail: 'Empty: give at least one element' }];
  if (operand.length > MAX_IN) {
    return [{ path, detail: `Too many: give at most ${MAX_IN} elements` }];
  }
  return operand.flatMap((element, index) =>
    wrong([...path, index], kind.problem(element, operator)),
  );
}

function wrong(path: Path, detail: string | null): Problems {
  return detail === null ? [] : [{ path, detail }];
}

/** How many conditions a filter has that is otherwise in order. */
function conditionsIn(filter: unknown): number {
  if (Array.isArray(filter)) return filter.reduce((sum, inner) => sum + conditionsIn(inner), 0);
  if (!isObject(filter)) return 0;
  return membersOf(filter).reduce((sum, [name, value]) => {
    if (joinOf(name) !== null) return sum + conditionsIn(value);
    return sum + (isObject(value) ? membersOf(value).length : 1);
  }, 0);
}

/** Members of an object; those that are undefined are as good as left out. */
function membersOf(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).filter(([, value]) => value !== undefined);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
