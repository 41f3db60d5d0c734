/** Filters on memories once more, as slow and plain as possible: what the SQL is compared with. */
import type { Authority, Category } from '../../shared/contracts/memory.ts';

type Scalar = string | number | boolean;

/** What the evaluator knows of a memory; times in epoch ms. */
export interface Plain {
  readonly user_id: string;
  readonly entity: string | null;
  readonly category: Category;
  readonly authority: Authority;
  readonly value: Scalar | null;
  readonly occurred_at: number | null;
  readonly created_at: number;
  readonly useful_count: number;
  readonly metadata: { readonly [key: string]: unknown };
}

/** Whether a memory meets a filter that is in order. */
export function meetsFilter(row: Plain, filter: object): boolean {
  return Object.entries(filter).every(([name, value]) => {
    const filters: readonly object[] = Array.isArray(value) ? value : [value];
    switch (name.toUpperCase()) {
      case 'AND':
        return filters.every((inner) => meetsFilter(row, inner));
      case 'OR':
        return filters.some((inner) => meetsFilter(row, inner));
      case 'NOT':
        return !filters.some((inner) => meetsFilter(row, inner));
      default: {
        const tests = typeof value === 'object' && value !== null ? value : { eq: value };
        return Object.entries(tests).every(([operator, operand]) =>
          meets(fieldOf(row, name), operator, inTime(name, operand)),
        );
      }
    }
  });
}

function fieldOf(row: Plain, name: string): unknown {
  if (!name.startsWith('metadata.')) return row[name as keyof Plain];
  let at: unknown = row.metadata;
  for (const member of name.split('.').slice(1)) {
    const isObject = typeof at === 'object' && at !== null && !Array.isArray(at);
    at = isObject && Object.hasOwn(at as object, member) ? (at as Plain['metadata'])[member] : null;
  }
  return at;
}

function inTime(name: string, operand: unknown): unknown {
  if (!name.endsWith('_at') || operand === null) return operand;
  return Array.isArray(operand)
    ? operand.map((time) => Date.parse(time))
    : Date.parse(String(operand));
}

function meets(field: unknown, operator: string, operand: unknown): boolean {
  switch (operator) {
    case 'eq':
      return field === operand;
    case 'ne':
      return field !== operand;
    case 'in':
      return Array.isArray(operand) && operand.includes(field);
    case 'contains':
      if (Array.isArray(field)) return field.includes(operand);
      return (
        typeof field === 'string' &&
        typeof operand === 'string' &&
        lower(field).includes(lower(operand))
      );
    default: {
      if (field === null || typeof field !== typeof operand || typeof field === 'boolean')
        return false;
      const order = compared(field, operand);
      if (order === null) return false;
      if (operator === 'gt') return order > 0;
      if (operator === 'gte') return order >= 0;
      return operator === 'lt' ? order < 0 : order <= 0;
    }
  }
}

/** Texts by code point, as UTF-8 sorts them; null for what has no order. */
function compared(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== 'string' || typeof b !== 'string') return null;
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** A–Z only: the database knows no other letters' case. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
