/** What conditions on memories can be about, and what can be asked of each field. */
import { z } from 'zod';
import type { Authority, Category } from './memory.ts';

/** What can be asked of a field. */
export const OPERATORS = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains'] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a field is compared with. */
export type FilterScalar = string | number | boolean;

/** Longest text that a field is compared with, in characters: the longest value of a memory. */
export const MAX_OPERAND_CHARS = 2_000;

// Records, so that the compiler sees to it that no name is forgotten.
const CATEGORY_NAMES = Object.keys({
  policy_limit: true,
  how_to: true,
  preference: true,
  general: true,
} satisfies Record<Category, true>);
const AUTHORITY_NAMES = Object.keys({
  record: true,
  agent: true,
  user: true,
} satisfies Record<Authority, true>);

/** One sort of field. */
export interface FieldKind {
  readonly type: 'text' | 'category' | 'authority' | 'time' | 'count' | 'json';
  readonly operators: readonly Operator[];
  /** What is wrong with an operand other than null, and the remedy; null for a usable one. */
  readonly problem: (operand: unknown, operator: Operator) => string | null;
  /** Operands as the API document shows them. */
  readonly document: { readonly [key: string]: unknown };
}

/** A field that filters may name. */
export interface FilterField {
  readonly kind: FieldKind;
  /** True when a memory may be without it, so that null is an operand of `eq` and `ne`. */
  readonly optional: boolean;
}

const COMPARED = OPERATORS.filter((operator) => operator !== 'contains');
const ORDERING: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];
const isoTime = z.iso.datetime({ offset: true });
const naiveTime = z.iso.datetime({ local: true });

function textProblem(operand: unknown): string | null {
  if (typeof operand !== 'string') return 'Not a text: give a string';
  if (operand.length > MAX_OPERAND_CHARS)
    return `Too long: at most ${MAX_OPERAND_CHARS} characters`;
  return null;
}

/** Ids and names are never blank, so that a blank one is a mistake. */
const TEXT: FieldKind = {
  type: 'text',
  operators: OPERATORS,
  problem: (operand) => {
    const problem = textProblem(operand);
    if (problem !== null) return problem;
    return String(operand).trim() === ''
      ? 'Blank: give null with "eq" for a field that is unset'
      : null;
  },
  document: { type: 'string', minLength: 1, maxLength: MAX_OPERAND_CHARS },
};

function oneOf(type: 'category' | 'authority', names: readonly string[]): FieldKind {
  return {
    type,
    operators: ['eq', 'ne', 'in'],
    problem: (operand) =>
      typeof operand === 'string' && names.includes(operand)
        ? null
        : `Unknown name: there are ${names.join(', ')}`,
    document: { type: 'string', enum: names },
  };
}

const TIME: FieldKind = {
  type: 'time',
  operators: COMPARED,
  problem: (operand) => {
    if (isoTime.safeParse(operand).success) return null;
    return naiveTime.safeParse(operand).success
      ? 'Time without offset: add "Z" or an offset such as "+02:00"'
      : 'Not a time: give one such as "2026-01-31T09:00:00Z", with an offset';
  },
  document: { type: 'string', format: 'date-time' },
};

const COUNT: FieldKind = {
  type: 'count',
  operators: COMPARED,
  problem: (operand) => (Number.isFinite(operand) ? null : 'Not a number: give a finite one'),
  document: { type: 'number' },
};

function jsonProblem(operand: unknown, operator: Operator): string | null {
  if (typeof operand === 'boolean') {
    return ORDERING.includes(operator) ? 'Not ordered: give a number or a string' : null;
  }
  if (Number.isFinite(operand)) return null;
  if (typeof operand === 'string') {
    if (operator === 'contains' && operand === '') return 'Empty: every text contains it';
    return textProblem(operand);
  }
  return 'Not a scalar: give a string, a finite number or a boolean';
}

const SCALAR = { type: ['string', 'number', 'boolean'] };
const VALUE: FieldKind = {
  type: 'json',
  operators: OPERATORS,
  problem: (operand, operator) =>
    operator === 'contains' && typeof operand !== 'string'
      ? 'Not a text: give a string'
      : jsonProblem(operand, operator),
  document: SCALAR,
};

/** A member of the metadata; `contains` asks whether a list has an element. */
export const METADATA: FilterField = {
  kind: { type: 'json', operators: OPERATORS, problem: jsonProblem, document: SCALAR },
  optional: true,
};
/** What the name of a member of the metadata begins with. */
export const METADATA_PREFIX = 'metadata.';

const optional = (kind: FieldKind): FilterField => ({ kind, optional: true });
const always = (kind: FieldKind): FilterField => ({ kind, optional: false });

/** The fields other than the metadata, by name. */
export const FILTER_FIELDS = {
  user_id: optional(TEXT),
  agent_id: optional(TEXT),
  run_id: optional(TEXT),
  category: always(oneOf('category', CATEGORY_NAMES)),
  authority: always(oneOf('authority', AUTHORITY_NAMES)),
  entity: optional(TEXT),
  key: optional(TEXT),
  value: optional(VALUE),
  occurred_at: optional(TIME),
  valid_from: optional(TIME),
  valid_to: optional(TIME),
  superseded_at: optional(TIME),
  expires_at: optional(TIME),
  created_at: always(TIME),
  updated_at: always(TIME),
  last_useful_at: optional(TIME),
  useful_count: always(COUNT),
} as const satisfies Readonly<Record<string, FilterField>>;
export type FilterFieldName = keyof typeof FILTER_FIELDS;

/** Whether this is a field other than the metadata. */
export function isFilterField(name: string): name is FilterFieldName {
  return Object.hasOwn(FILTER_FIELDS, name);
}
