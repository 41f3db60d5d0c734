import { env } from 'cloudflare:workers';
import { and, eq, not } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUTHORITIES, CATEGORIES } from '../../../shared/contracts/memory.ts';
import { type Filter, filterSchema } from '../../../shared/contracts/memory-filter.ts';
import { compileFilter, filterProblem } from '../../../workers/memory/filter.ts';
import { memories } from '../../../workers/memory/schema/memories.ts';
import { insertMemories, type NewRow } from '../../support/memory-rows.ts';
import { meetsFilter, type Plain } from '../../support/plain-filter.ts';

const orm = drizzle(env.DB);

/** Ids of a tenant's memories that a filter lets through. */
async function idsOf(tenant: string, filter: Filter): Promise<readonly string[]> {
  expect(filterSchema.safeParse(filter).error).toBeUndefined();
  const rows = await orm
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.tenant, tenant), compileFilter(filter)))
    .orderBy(memories.seq);
  return rows.map(({ id }) => id);
}

/** Names, texts and operands that mean something to SQL, to JSON paths or to JavaScript. */
const HOSTILE = [
  `a"b`,
  `'; drop table memory_memories; --`,
  `$`,
  `$[0]`,
  `$"a"`,
  `[0]`,
  `#`,
  `*`,
  `?`,
  `?1`,
  `%`,
  `\\`,
  `\\"`,
  `\u0000`,
  `x\u0000y`,
  `ü`,
  `日本`,
  `\u{1f600}`,
  `__proto__`,
  `constructor`,
  `e`,
  `o`,
  `operands`,
  `user_id`,
  ` `,
];

describe('compileFilter()', () => {
  it('is undefined for no condition', () => {
    expect(compileFilter({})).toBeUndefined();
  });

  it('binds everything that a caller wrote, one value for each condition', () => {
    const filters = HOSTILE.map((text) => ({
      OR: [
        { user_id: text.trim() === '' ? 'x' : text },
        { key: { in: [`a${text}`, 'b'] } },
        { value: { contains: text } },
        { [`metadata.${text}.${text}`]: { in: [text, 1] } },
        { [`metadata.${text}`]: { gt: text } },
      ],
    }));
    const texts = filters.map((filter) => {
      const condition = compileFilter(filter);
      const { sql, params } = orm.select().from(memories).where(condition).toSQL();
      expect(params).toHaveLength(5);
      return sql;
    });
    // Whatever is written, the statement is the same.
    expect(new Set(texts).size).toBe(1);
  });

  it('finds hostile names and values as what they are, and nothing else', async () => {
    const named = HOSTILE.map((text) => ({
      id: `name ${text}`,
      tenant: 'hostile',
      metadata: JSON.stringify({ [text]: text, deep: { [text]: [text] } }),
      value: JSON.stringify(text),
      entity: text,
    }));
    await insertMemories(env.DB, named);
    for (const text of HOSTILE) {
      const only = [`name ${text}`];
      expect(await idsOf('hostile', { [`metadata.${text}`]: text })).toEqual(only);
      expect(await idsOf('hostile', { [`metadata.deep.${text}`]: { contains: text } })).toEqual(
        only,
      );
      expect(await idsOf('hostile', { value: text })).toEqual(only);
      if (text.trim() !== '') expect(await idsOf('hostile', { entity: text })).toEqual(only);
    }
  });

  it('tells texts, numbers, booleans and null apart', async () => {
    const values = ['1', 1, true, 'true', null, [1], { a: 1 }, 0, false, ''];
    await insertMemories(
      env.DB,
      values.map((value, i) => ({
        id: `v${i}`,
        tenant: 'types',
        metadata: JSON.stringify({ a: value }),
      })),
    );
    expect(await idsOf('types', { 'metadata.a': '1' })).toEqual(['v0']);
    expect(await idsOf('types', { 'metadata.a': 1 })).toEqual(['v1']);
    expect(await idsOf('types', { 'metadata.a': true })).toEqual(['v2']);
    expect(await idsOf('types', { 'metadata.a': false })).toEqual(['v8']);
    expect(await idsOf('types', { 'metadata.a': 0 })).toEqual(['v7']);
    expect(await idsOf('types', { 'metadata.a': null })).toEqual(['v4']);
    expect(await idsOf('types', { 'metadata.a': { gte: 0 } })).toEqual(['v1', 'v7']);
    expect(await idsOf('types', { 'metadata.a': { gte: '' } })).toEqual(['v0', 'v3', 'v9']);
    expect(await idsOf('types', { 'metadata.a': { contains: 1 } })).toEqual(['v5']);
    expect(await idsOf('types', { 'metadata.a.a': 1 })).toEqual(['v6']);
    expect(await idsOf('types', { 'metadata.a.a': null })).toHaveLength(9);
  });

  it('only narrows: metadata that pretends to be scope is metadata (B22)', async () => {
    await insertMemories(env.DB, [
      { id: 'own', tenant: 'mine', userId: 'ana', metadata: '{"user_id":"bob","tenant":"theirs"}' },
      { id: 'foreign', tenant: 'theirs', userId: 'ana', metadata: '{"tenant":"mine"}' },
    ]);
    expect(await idsOf('mine', { 'metadata.user_id': 'bob' })).toEqual(['own']);
    expect(await idsOf('mine', { user_id: 'bob' })).toEqual([]);
    const all: readonly Filter[] = [
      { user_id: 'ana' },
      { OR: [{ user_id: 'ana' }, { 'metadata.tenant': 'theirs' }] },
      { NOT: { user_id: '*' } },
      { user_id: { ne: `' or 1=1 --` } },
    ];
    for (const filter of all) expect(await idsOf('mine', filter)).toEqual(['own']);
  });

  it('the widest and deepest filter stays within what D1 takes', async () => {
    const path = 'metadata.a.b.c.d.e.f.g.h';
    await insertMemories(env.DB, [
      {
        id: 'deep',
        tenant: 'limits',
        metadata: '{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":[1]}}}}}}}}',
      },
    ]);
    const leaf = (i: number): Filter => ({ [path]: { contains: i } });
    let filter: Filter = leaf(1);
    for (let level = 0; level < 8; level++) {
      const others = Array.from({ length: 6 }, (_, i) => leaf(2 + level * 6 + i));
      filter = { NOT: [filter, ...others] };
    }
    expect(await idsOf('limits', filter)).toEqual(['deep']);
    const wide = { OR: Array.from({ length: 50 }, (_, i) => leaf(50 - i)) };
    expect(await idsOf('limits', wide)).toEqual(['deep']);
    const many = { [path]: { in: Array.from({ length: 1_000 }, (_, i) => i) } };
    expect(await idsOf('limits', many)).toEqual([]);
  });
});

describe('filterProblem()', () => {
  it('points at the place', () => {
    expect(filterProblem({ key: 'a' }, '/filters')).toBeNull();
    expect(filterProblem({ AND: [{ 'a/~b': 1 }] }, '/filters')).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/filters/AND/0/a~1~0b' }],
    });
    expect(filterProblem(null, '/filters')).toMatchObject({ errors: [{ pointer: '/filters' }] });
  });
});

const NAMES = ['a', 'b', 'A"', '$'] as const;
const TEXTS = ['a', 'A', 'ab', 'Ä', 'ä', '1', '\u{1f600}', '\uff5e', ''] as const;
const NUMBERS = [-1, 0, 1, 1.5, 2 ** 53, 1e21] as const;
const MOMENTS = [0, 1_000, 1_500].map((ms) => Date.UTC(2026, 0, 1) + ms);

const scalar = fc.constantFrom(...TEXTS, ...NUMBERS, true, false);
const json = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(fc.oneof(scalar, fc.constant(null)), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(scalar, fc.array(scalar)), { maxKeys: 2 }),
);
const nullable = <T>(of: fc.Arbitrary<T>) => fc.oneof(of, fc.constant(null));
const word = fc.constantFrom('a', 'A', 'ab', 'Ä', 'ä');
const moment = fc.constantFrom(...MOMENTS);

const plain: fc.Arbitrary<Plain> = fc.record({
  user_id: word,
  entity: nullable(word),
  category: fc.constantFrom(...CATEGORIES),
  authority: fc.constantFrom(...AUTHORITIES),
  value: nullable(scalar),
  occurred_at: nullable(moment),
  created_at: moment,
  useful_count: fc.integer({ min: 0, max: 2 }),
  metadata: fc.dictionary(fc.constantFrom(...NAMES), json, { maxKeys: 3 }),
});

const ORDERINGS = ['gt', 'gte', 'lt', 'lte'] as const;
const EQUALS = ['eq', 'ne'] as const;

/** Tests of one field: of a scalar that it may be compared with, and unset where that is possible. */
function tests(
  of: fc.Arbitrary<unknown>,
  kinds: { unset?: boolean; order?: boolean; text?: boolean },
) {
  const one = (operators: readonly string[], operand: fc.Arbitrary<unknown>) =>
    fc.tuple(fc.constantFrom(...operators), operand).map(([name, value]) => ({ [name]: value }));
  const ordered = of.filter((operand) => typeof operand !== 'boolean');
  return fc.oneof(
    of,
    one(EQUALS, kinds.unset === true ? nullable(of) : of),
    one(['in'], fc.array(of, { minLength: 1, maxLength: 3 })),
    ...(kinds.order === false ? [] : [one(ORDERINGS, ordered)]),
    ...(kinds.text === true
      ? [
          one(
            ['contains'],
            of.filter((operand) => operand !== ''),
          ),
        ]
      : []),
  );
}

const time = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-01-01T02:00:01+02:00',
  '2026-01-01T00:00:01.500Z',
);
const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 })
  .map((names) => `metadata.${names.join('.')}`);
const valueTests = tests(fc.constantFrom(...TEXTS), { unset: true, text: true });

const leaf = fc.oneof(
  fc.record({ user_id: tests(word, { unset: true, text: true }) }),
  fc.record({ entity: tests(word, { unset: true, text: true }) }),
  fc.record({ category: tests(fc.constantFrom(...CATEGORIES), { order: false }) }),
  fc.record({ authority: tests(fc.constantFrom(...AUTHORITIES), { order: false }) }),
  fc.record({ value: fc.oneof(tests(scalar, { unset: true }), valueTests) }),
  fc.record({ occurred_at: tests(time, { unset: true }) }),
  fc.record({ created_at: tests(time, {}) }),
  fc.record({ useful_count: tests(fc.constantFrom(0, 1, 1.5, 2), {}) }),
  fc
    .tuple(path, tests(scalar, { unset: true, text: true }))
    .map(([name, test]) => ({ [name]: test })),
);

const { filter } = fc.letrec<{ filter: Filter; list: readonly Filter[] }>((tie) => ({
  list: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf as fc.Arbitrary<Filter>,
    fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b }) as Filter),
    fc.record({ AND: tie('list') }),
    fc.record({ or: tie('list') }),
    fc.record({ NOT: fc.oneof(tie('filter'), tie('list')) }),
    fc.record({ AND: tie('list'), not: tie('filter') }),
  ),
}));

function toRow(tenant: string, id: string, fields: Plain): NewRow {
  return {
    tenant,
    id,
    userId: fields.user_id,
    entity: fields.entity,
    categoryRank: CATEGORIES.indexOf(fields.category),
    authorityRank: AUTHORITIES.indexOf(fields.authority),
    value: fields.value === null ? null : JSON.stringify(fields.value),
    occurredAtMs: fields.occurred_at,
    createdAtMs: fields.created_at,
    usefulCount: fields.useful_count,
    metadata: JSON.stringify(fields.metadata),
  } as NewRow;
}

describe('compileFilter() and random filters', () => {
  it('agrees with plain JavaScript, and NOT is the exact complement', async () => {
    const rows = fc.sample(plain, { numRuns: 200, seed: 7 });
    const byId = new Map(rows.map((row, i) => [`row${i}`, row]));
    await insertMemories(
      env.DB,
      [...byId].map(([id, row]) => toRow('random', id, row)),
    );
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (random) => {
        const expected = [...byId].filter(([, row]) => meetsFilter(row, random)).map(([id]) => id);
        const found = await idsOf('random', random);
        expect(found).toEqual(expected);
        const others = await idsOf('random', { NOT: random });
        expect([...found, ...others].sort()).toEqual([...byId.keys()].sort());
        const condition = compileFilter(random);
        if (condition === undefined) throw new Error('no condition');
        const denied = await orm
          .select({ id: memories.id })
          .from(memories)
          .where(and(eq(memories.tenant, 'random'), not(condition)));
        expect(denied).toHaveLength(others.length);
        if (found.length > 0 && others.length > 0) matched++;
      }),
      { numRuns: 400 },
    );
    // The filters tell something apart; else the property would hold of anything.
    expect(matched).toBeGreaterThan(100);
  });
});
