/**
 * Conditions on memories, as callers write them:
 * `{"AND": [{"category": "preference"}, {"NOT": {"metadata.team": {"in": ["ops", "infra"]}}}]}`.
 */
import { z } from 'zod';
import { filterProblems, MAX_IN, MAX_METADATA_DEPTH } from './memory-filter-check.ts';
import {
  FILTER_FIELDS,
  type FilterField,
  type FilterFieldName,
  type FilterScalar,
  METADATA,
  type Operator,
} from './memory-filter-fields.ts';

type OneOrMany<T> = T | readonly T[];

/** What is asked of one field: all of it must be so. A bare operand is `eq`; null is "unset". */
export type FilterTest =
  | FilterScalar
  | null
  | { readonly [operator in Operator]?: FilterScalar | null | readonly FilterScalar[] | undefined };

/**
 * A filter that `filterSchema` has let through. Several members of one object must all be so. `NOT` is the
 * exact complement of what it holds: a memory without the field meets `ne`, and `NOT` of any condition
 * on it.
 */
export type Filter = {
  readonly [join in 'AND' | 'OR' | 'and' | 'or']?: readonly Filter[] | undefined;
} & { readonly [join in 'NOT' | 'not']?: OneOrMany<Filter> | undefined } & {
  readonly [field in FilterFieldName]?: FilterTest | undefined;
} & { readonly [member in `metadata.${string}`]?: FilterTest | undefined };

const SELF = { $ref: '#/components/schemas/MemoryFilter' };
const MANY = { type: 'array', minItems: 1, items: SELF };
const MANY_OR_ONE = { anyOf: [SELF, MANY] };

/** The test of a field as the API document shows it. */
function documentOf({ kind, optional }: FilterField) {
  const nullable = optional ? { anyOf: [kind.document, { type: 'null' }] } : kind.document;
  const listed = { type: 'array', minItems: 1, maxItems: MAX_IN, items: kind.document };
  const operandOf = (operator: Operator) => {
    if (operator === 'in') return listed;
    return operator === 'eq' || operator === 'ne' ? nullable : kind.document;
  };
  const tests = {
    type: 'object',
    properties: Object.fromEntries(kind.operators.map((name) => [name, operandOf(name)])),
    additionalProperties: false,
    minProperties: 1,
  };
  return { anyOf: [nullable, tests] };
}

/**
 * Checked by hand and not by nested schemas: the pointer leads to the very place, and depth is limited
 * before anything follows it. The document is made from the same fields.
 */
export const filterSchema: z.ZodType<Filter> = z
  .custom<Filter>()
  .superRefine((filter, context) => {
    for (const { path, detail } of filterProblems(filter)) {
      context.addIssue({ code: 'custom', path: [...path], message: detail });
    }
  })
  .meta({
    id: 'MemoryFilter',
    type: 'object',
    description: `Conditions that must all be so. NOT is true of every memory that what it holds is not true of; null as an operand of eq and ne means unset. contains finds a text in a text, A–Z without case, and an element in a list of the metadata; metadata.a.b leads to member b of member a, at most ${MAX_METADATA_DEPTH} deep.`,
    properties: {
      AND: MANY,
      OR: MANY,
      NOT: MANY_OR_ONE,
      ...Object.fromEntries(
        Object.entries(FILTER_FIELDS).map(([name, field]) => [name, documentOf(field)]),
      ),
    },
    patternProperties: { '^metadata\\.': documentOf(METADATA) },
    additionalProperties: false,
  });
