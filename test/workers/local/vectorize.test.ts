import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';

const index = env.SMALL_VECTORIZE;

/** The message of what `call` throws. Awaited inside, so that a rejected RPC counts as handled. */
async function messageOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing was thrown';
}

const X = [1, 0, 0, 0];

describe('VectorizeStandIn', () => {
  it('upsert() replaces, insert() keeps what is there', async () => {
    await index.upsert([{ id: 'write', values: [1, 0, 0, 0] }]);
    await index.insert([{ id: 'write', values: [0, 1, 0, 0] }]);
    expect((await index.getByIds(['write']))[0]?.values).toEqual([1, 0, 0, 0]);
    await index.upsert([{ id: 'write', values: [0, 0, 1, 0] }]);
    expect((await index.getByIds(['write']))[0]?.values).toEqual([0, 0, 1, 0]);
  });

  it('getByIds() gives namespace and metadata back and leaves unknown ids out', async () => {
    const vector = { id: 'full', namespace: 'get', values: X, metadata: { a: { b: ['c'] }, n: 1 } };
    await index.upsert([vector]);
    expect(await index.getByIds(['unknown', 'full'])).toEqual([vector]);
  });

  it('query() returns values and metadata only when asked', async () => {
    await index.upsert([{ id: 'm', namespace: 'asked', values: X, metadata: { size: 3 } }]);
    const ask = async (options: VectorizeQueryOptions) =>
      (await index.query(X, { namespace: 'asked', ...options })).matches[0];
    expect(await ask({})).toEqual({ id: 'm', namespace: 'asked', score: 1 });
    expect(await ask({ returnValues: true })).toMatchObject({ values: X });
    expect(await ask({ returnMetadata: 'all' })).toMatchObject({ metadata: { size: 3 } });
  });

  it('query() without a namespace looks at the whole index', async () => {
    await index.upsert([{ id: 'whole', namespace: 'somewhere', values: [0, 0, 0, 7] }]);
    expect((await index.query([0, 0, 0, 1], { topK: 1 })).matches[0]?.id).toBe('whole');
  });

  it('queryById() finds the neighbours of a stored vector', async () => {
    await index.upsert([
      { id: 'one', namespace: 'by-id', values: [1, 0, 0, 0] },
      { id: 'two', namespace: 'by-id', values: [1, 0.1, 0, 0] },
    ]);
    const { matches } = await index.queryById('one', { namespace: 'by-id' });
    expect(matches.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await messageOf(() => index.queryById('missing'))).toContain('not found');
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['topK 101', () => index.query(X, { topK: 101 }), 'topK must be 1 to 100'],
    ['topK 0', () => index.query(X, { topK: 0 }), 'topK must be 1 to 100'],
    ['topK 1.5', () => index.query(X, { topK: 1.5 }), 'topK must be 1 to 100'],
    ['values and topK 21', () => index.query(X, { topK: 21, returnValues: true }), '1 to 20'],
    ['metadata and topK 21', () => index.query(X, { topK: 21, returnMetadata: true }), '1 to 20'],
    ['3 dimensions', () => index.query([1, 0, 0]), 'expected 4 dimensions, got 3'],
    ['a zero query', () => index.query([0, 0, 0, 0]), 'zero'],
    ['NaN', () => index.upsert([{ id: 'a', values: [Number.NaN, 0, 0, 0] }]), 'not a finite'],
    [
      'a float overflow',
      () => index.upsert([{ id: 'a', values: [1e39, 0, 0, 0] }]),
      'not a finite',
    ],
    ['a zero vector', () => index.upsert([{ id: 'a', values: [0, 0, 0, 0] }]), 'zero'],
    ['an empty id', () => index.upsert([{ id: '', values: X }]), '1 to 64 bytes'],
    ['an id of 65 bytes', () => index.getByIds(['x'.repeat(65)]), '1 to 64 bytes'],
    ['a namespace of 66 bytes', () => index.query(X, { namespace: 'é'.repeat(33) }), '64 bytes'],
    [
      'metadata above 10 KiB',
      () => index.upsert([{ id: 'a', values: X, metadata: { text: 'x'.repeat(10 * 1024) } }]),
      'larger than 10 KiB',
    ],
    [
      'a batch of 1001',
      () => index.upsert(Array.from({ length: 1001 }, (_, n) => ({ id: `${n}`, values: X }))),
      'at most 1000',
    ],
  ])('refuses %s', async (_, call, message) => {
    expect(await messageOf(call)).toContain(message);
  });

  it('allows the largest values that the service allows', async () => {
    const vectors = Array.from({ length: 1000 }, (_, n) => ({
      id: `${n}`.padStart(64, '0'),
      namespace: 'n'.repeat(64),
      values: X,
      metadata: n === 0 ? { text: 'x'.repeat(10_000) } : {},
    }));
    await index.upsert(vectors);
    const { count } = await index.query(X, { namespace: 'n'.repeat(64), topK: 100 });
    expect(count).toBe(100);
  });
});

describe('metadata filters', () => {
  const seed = () =>
    index.upsert([
      { id: 'f1', namespace: 'filter', values: X, metadata: { user_id: 'ann', size: 1 } },
      { id: 'f2', namespace: 'filter', values: X, metadata: { user_id: 'bob', size: 2 } },
      { id: 'f3', namespace: 'filter', values: X, metadata: { nested: { flag: true }, size: 3 } },
      { id: 'f4', namespace: 'filter', values: X, metadata: { user_id: `${'é'.repeat(40)}!` } },
    ]);

  it.each<[VectorizeVectorMetadataFilter, string[]]>([
    [{ user_id: 'ann' }, ['f1']],
    [{ user_id: { $eq: 'ann' } }, ['f1']],
    [{ user_id: { $ne: 'ann' } }, ['f2', 'f3', 'f4']],
    [{ user_id: { $in: ['ann', 'bob'] } }, ['f1', 'f2']],
    [{ user_id: { $nin: ['ann', 'bob'] } }, ['f3', 'f4']],
    [{ size: { $lt: 2 } }, ['f1']],
    [{ size: { $lte: 2 } }, ['f1', 'f2']],
    [{ size: { $gt: 2 } }, ['f3']],
    [{ size: { $gte: 2 } }, ['f2', 'f3']],
    [{ size: { $gt: 1, $lt: 3 } }, ['f2']],
    [{ user_id: { $gte: 'b', $lt: 'c' } }, ['f2']],
    [{ user_id: 'ann', size: 2 }, []],
    [{ 'nested.flag': true }, ['f3']],
    [{ size: '1' }, []],
    // Only the first 64 bytes of a string are indexed: 32 of these letters.
    [{ user_id: `${'é'.repeat(32)}other` }, ['f4']],
  ])('%j finds %j', async (filter, expected) => {
    await seed();
    const { matches } = await index.query(X, { namespace: 'filter', topK: 10, filter });
    expect(matches.map(({ id }) => id)).toEqual(expected);
  });

  it.each<[string, object, string]>([
    ['a property without an index', { colour: 'red' }, 'has no metadata index'],
    ['an inherited property', { toString: 'red' }, 'has no metadata index'],
    ['an unknown operator', { size: { $near: 1 } }, 'unknown operator "$near"'],
    ['an operator that only objects have', { size: { constructor: 1 } }, 'unknown operator'],
    ['a list without $in', { size: [1] }, 'must be a scalar or operators'],
    ['$in without a list', { size: { $in: 1 } }, 'needs a list of scalars'],
    ['an operand that is an object', { size: { $eq: {} } }, 'needs a scalar'],
    ['no condition', {}, 'the filter is empty'],
    ['no operator', { size: {} }, 'no operator given'],
    ['2048 bytes', { user_id: 'x'.repeat(2048) }, '2048 bytes'],
  ])('refuses %s', async (_, filter, message) => {
    const options = { filter: filter as VectorizeVectorMetadataFilter };
    expect(await messageOf(() => index.query(X, options))).toContain(message);
  });
});

describe('late visibility', () => {
  const soon = env.SOON_VECTORIZE;
  const patience = { timeout: 10_000 };

  it('hides writes until the delay is over', async () => {
    await env.LATE_VECTORIZE.upsert([{ id: 'a', values: X }]);
    expect((await env.LATE_VECTORIZE.query(X)).count).toBe(0);
    expect(await env.LATE_VECTORIZE.getByIds(['a'])).toEqual([]);
    expect(await env.LATE_VECTORIZE.describe()).toMatchObject({ vectorCount: 0 });
  });

  it('shows writes and deletions in their order, and says how far it has come', async () => {
    await soon.upsert([{ id: 'a', values: X }]);
    await soon.deleteByIds(['a']);
    await soon.upsert([{ id: 'b', values: X }]);
    const { mutationId } = await soon.upsert([{ id: 'c', values: X }]);
    await vi.waitFor(async () => {
      expect((await soon.describe()).processedUpToMutation).toBe(mutationId);
    }, patience);
    expect((await soon.query(X)).matches.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(await soon.describe()).toMatchObject({ vectorCount: 2, dimensions: 4 });
  });
});
