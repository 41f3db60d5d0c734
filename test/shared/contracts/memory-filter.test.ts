import { describe, expect, it } from 'vitest';
import { recallRequestSchema } from '../../../shared/contracts/memory.ts';
import { filterSchema } from '../../../shared/contracts/memory-filter.ts';
import { FILTER_FIELDS } from '../../../shared/contracts/memory-filter-fields.ts';
import { validateBody } from '../../../workers/coordinator/validate-body.ts';

/** The problems of a filter, as the answer to a search shows them. */
function problemsOf(filters: unknown): readonly (readonly [string, string])[] {
  const read = validateBody(recallRequestSchema, { query: 'q', user_id: 'ana', filters });
  return read.ok
    ? []
    : (read.error.errors ?? []).map(({ pointer, detail }) => [pointer, detail] as const);
}

function pointersOf(filters: unknown): readonly string[] {
  return problemsOf(filters).map(([pointer]) => pointer);
}

/** A filter in as many NOT as given. */
function nested(depth: number): unknown {
  let filter: unknown = { key: 'a' };
  for (let i = 0; i < depth; i++) filter = { NOT: filter };
  return filter;
}

describe('filterSchema', () => {
  it.each([
    {},
    { user_id: 'ana' },
    { user_id: null },
    { user_id: { ne: null }, run_id: undefined },
    { AND: [{ category: 'preference' }, { or: [{ NOT: { key: 'a' } }, { not: [{ key: 'b' }] }] }] },
    { authority: { in: ['record', 'agent'] }, useful_count: { gte: 1, lt: 2.5 } },
    { occurred_at: { gte: '2026-01-01T00:00:00Z', lt: '2026-01-01T00:00:00.5+02:00' } },
    { value: { contains: 'x' } },
    { value: '' },
    { value: false },
    { 'metadata.a.b-c[0]."$': { contains: true, gt: 1, ne: null } },
    { 'metadata.__proto__': 1 },
  ])('takes %j', (filter) => {
    expect(filterSchema.safeParse(filter)).toEqual({ success: true, data: filter });
  });

  it.each<[unknown, ...string[]]>([
    [null, '/filters'],
    ['user_id = ana', '/filters'],
    [[], '/filters'],
    [{ AND: [{ key: 'a' }, { categry: 'preference' }] }, '/filters/AND/1/categry'],
    [{ And: [{ key: 'a' }] }, '/filters/And'],
    [{ AND: { key: 'a' } }, '/filters/AND'],
    [{ AND: [] }, '/filters/AND'],
    [{ or: [] }, '/filters/or'],
    [{ NOT: [] }, '/filters/NOT'],
    [{ NOT: null }, '/filters/NOT'],
    [{ NOT: {} }, '/filters/NOT'],
    [{ OR: [{}] }, '/filters/OR/0'],
    [{ OR: ['a', { key: 1 }] }, '/filters/OR/0', '/filters/OR/1/key'],
    [{ user_id: '' }, '/filters/user_id'],
    [{ user_id: { eq: ' ' } }, '/filters/user_id/eq'],
    [{ user_id: 5 }, '/filters/user_id'],
    [{ user_id: {} }, '/filters/user_id'],
    [{ user_id: [] }, '/filters/user_id'],
    [{ user_id: ['ana'] }, '/filters/user_id'],
    [{ user_id: { like: 'a%' } }, '/filters/user_id/like'],
    [{ user_id: { $ne: 'a' } }, '/filters/user_id/$ne'],
    [{ user_id: { in: [] } }, '/filters/user_id/in'],
    [{ user_id: { in: 'ana' } }, '/filters/user_id/in'],
    [{ user_id: { in: ['ana', null] } }, '/filters/user_id/in/1'],
    [{ user_id: { gt: null } }, '/filters/user_id/gt'],
    [{ key: { contains: '' } }, '/filters/key/contains'],
    [{ key: 'x'.repeat(2_001) }, '/filters/key'],
    [{ category: 'Preference' }, '/filters/category'],
    [{ category: { gt: 'general' } }, '/filters/category/gt'],
    [{ category: null }, '/filters/category'],
    [{ authority: { in: ['record', 'admin'] } }, '/filters/authority/in/1'],
    [{ created_at: '2026-01-01T00:00:00' }, '/filters/created_at'],
    [{ created_at: { gt: '2026-01-01' } }, '/filters/created_at/gt'],
    [{ created_at: 1_767_225_600_000 }, '/filters/created_at'],
    [{ created_at: { contains: '2026' } }, '/filters/created_at/contains'],
    [{ occurred_at: '2026-02-30T00:00:00Z' }, '/filters/occurred_at'],
    [{ useful_count: '3' }, '/filters/useful_count'],
    [{ useful_count: Number.NaN }, '/filters/useful_count'],
    [{ value: { contains: 5 } }, '/filters/value/contains'],
    [{ value: { gt: true } }, '/filters/value/gt'],
    [{ value: [1] }, '/filters/value'],
    [{ 'metadata.a': { gte: false } }, '/filters/metadata.a/gte'],
    [{ 'metadata.a': { eq: { b: 1 } } }, '/filters/metadata.a/eq'],
    [{ 'metadata.a': Number.POSITIVE_INFINITY }, '/filters/metadata.a'],
    [{ 'metadata.a': { contains: '' } }, '/filters/metadata.a/contains'],
    [{ metadata: { a: 1 } }, '/filters/metadata'],
    [{ 'metadata.': 1 }, '/filters/metadata.'],
    [{ 'metadata.a..b': 1 }, '/filters/metadata.a..b'],
    [{ 'metadata.a.b.c.d.e.f.g.h.i': 1 }, '/filters/metadata.a.b.c.d.e.f.g.h.i'],
    [{ 'a/b~c': 1 }, '/filters/a~1b~0c'],
    [JSON.parse('{"__proto__": {"key": "a"}}'), '/filters/__proto__'],
    [{ constructor: 'a', toString: 'b' }, '/filters/constructor', '/filters/toString'],
  ])('refuses %j at the very place', (filter, ...pointers) => {
    expect(pointersOf(filter)).toEqual(pointers);
  });

  it('names the remedy for what is easily got wrong', () => {
    expect(problemsOf({ created_at: '2026-01-01T00:00:00' })[0]?.[1]).toContain('add "Z"');
    expect(problemsOf({ category: 'x' })[0]?.[1]).toContain('policy_limit, how_to');
    expect(problemsOf({ categry: 'x' })[0]?.[1]).toContain('category, authority');
    expect(problemsOf({ key: { like: 'x' } })[0]?.[1]).toContain('gte, lt, lte, contains');
  });

  it('takes at most fifty conditions, eight levels and a thousand elements', () => {
    const fifty = Array.from({ length: 49 }, () => ({ key: 'a' }));
    expect(pointersOf({ AND: fifty, entity: 'a' })).toEqual([]);
    expect(pointersOf({ AND: fifty, entity: { ne: 'a', contains: 'b' } })).toEqual(['/filters']);
    expect(pointersOf(nested(8))).toEqual([]);
    expect(pointersOf(nested(9))).toEqual([`/filters${'/NOT'.repeat(9)}`]);
    const thousand = Array.from({ length: 1_000 }, () => 'a');
    expect(pointersOf({ key: { in: thousand } })).toEqual([]);
    expect(pointersOf({ key: { in: [...thousand, 'a'] } })).toEqual(['/filters/key/in']);
  });

  it('bounds what is hostile: depth, problems and size', () => {
    expect(pointersOf(nested(100_000))).toHaveLength(1);
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, 1]));
    expect(pointersOf(unknown)).toHaveLength(50);
    const large = Array.from({ length: 101 }, (_, i) => `${i}`.padEnd(2_000, 'x'));
    expect(pointersOf({ key: { in: large } })).toEqual(['/filters']);
  });

  it('documents every field with its operators', () => {
    const properties = filterSchema.meta()?.properties;
    expect(Object.keys(properties ?? {})).toEqual([
      'AND',
      'OR',
      'NOT',
      ...Object.keys(FILTER_FIELDS),
    ]);
    expect(properties).toMatchObject({
      created_at: { anyOf: [{ format: 'date-time' }, { additionalProperties: false }] },
      category: { anyOf: [{}, { properties: { eq: {}, ne: {}, in: { minItems: 1 } } }] },
    });
  });
});
