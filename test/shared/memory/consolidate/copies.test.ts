import { describe, expect, it } from 'vitest';
import { copiesAmong, type Mergeable } from '../../../../shared/memory/consolidate/copies.ts';
import { mergedFields } from '../../../../shared/memory/consolidate/merged-fields.ts';

const TEXT = 'Ana prefers the window seat on every long train ride to Madrid';
const NEAR = 'Ana prefers the window seat on every long train ride to Madrid, always';

function memory(id: string, over: Partial<Mergeable> = {}): Mergeable {
  return {
    id,
    text: TEXT,
    userId: 'ana',
    agentId: null,
    runId: null,
    categoryRank: 3,
    authorityRank: 2,
    entity: null,
    key: null,
    value: null,
    metadata: '{}',
    occurredAtMs: null,
    dates: '[]',
    createdAtMs: 10,
    validFromMs: null,
    validToMs: null,
    expiresAtMs: null,
    holdsFromMs: 10,
    series: null,
    seriesValue: null,
    restatedAtMs: '[]',
    conflictsWith: null,
    speaker: null,
    session: null,
    usefulCount: 0,
    lastUsefulAtMs: null,
    lastRecalledAtMs: null,
    ...over,
  };
}

async function pairs(memories: readonly Mergeable[], similarity = 0): Promise<readonly string[]> {
  const copies = await copiesAmong(memories, () => similarity);
  return copies.map(({ id, into }) => `${id}>${into}`);
}

describe('copiesAmong()', () => {
  it('keeps the more trusted, then the later event', async () => {
    const near = memory('b', { text: NEAR });
    expect(await pairs([memory('a', { authorityRank: 0 }), { ...near, createdAtMs: 99 }])).toEqual([
      'b>a',
    ]);
    expect(await pairs([memory('a', { occurredAtMs: 5 }), near])).toEqual(['a>b']);
    expect(await pairs([memory('a', { createdAtMs: 11 }), near])).toEqual(['b>a']);
    expect(await pairs([memory('a'), near])).toEqual(['a>b']);
  });

  it.each([
    { userId: 'bob' },
    { agentId: 'x' },
    { runId: 'x' },
    { categoryRank: 2 },
    { entity: 'x' },
    { key: 'x' },
    { value: '1' },
    { series: 'x' },
    { seriesValue: 'x' },
    { conflictsWith: 'x' },
    { validFromMs: 1 },
    { validToMs: 1 },
    { expiresAtMs: 1 },
    { speaker: 'Ana' },
    { dates: '[{"text":"yesterday","from":"2026-01-01","to":"2026-01-01","relative":true}]' },
  ] satisfies Partial<Mergeable>[])('never merges across %j', async (over) => {
    expect(await pairs([memory('a'), memory('b', { text: NEAR, ...over })])).toEqual([]);
  });

  it('merges neither turns of a conversation nor texts that differ in what they say', async () => {
    const turns = [memory('a', { session: 's' }), memory('b', { text: NEAR, session: 's' })];
    expect(await pairs(turns)).toEqual([]);
    expect(await pairs([...turns.slice(1), memory('c')])).toEqual([]);
    const other = TEXT.replace('Madrid', 'Lisbon');
    expect(await pairs([memory('a'), memory('b', { text: other })], 1)).toEqual([]);
    const negated = TEXT.replace('prefers', 'never prefers');
    expect(await pairs([memory('a'), memory('b', { text: negated })], 1)).toEqual([]);
  });

  it('merges by meaning only where many words are shared', async () => {
    const texts = [
      'The quarterly report should be sent to the board before the meeting starts',
      'The quarterly report should be delivered to the board before the session starts',
    ].map((text, i) => memory(`m${i}`, { text }));
    expect(await pairs(texts, 0.91)).toEqual([]);
    expect(await pairs(texts, 0.92)).toEqual(['m0>m1']);
  });

  it('finds nothing among none', async () => {
    expect(await pairs([])).toEqual([]);
  });
});

describe('mergedFields()', () => {
  it('adds counts, takes the latest use, and keeps every time and all metadata', () => {
    const kept = memory('a', {
      holdsFromMs: 30,
      restatedAtMs: '[40]',
      usefulCount: 2,
      lastUsefulAtMs: 5,
      metadata: '{"a":1,"b":1}',
    });
    const copies = [
      memory('b', {
        holdsFromMs: 20,
        usefulCount: 3,
        lastUsefulAtMs: 9,
        metadata: '{"b":2,"c":3}',
      }),
      memory('c', { holdsFromMs: 30, restatedAtMs: '[40,50]', lastRecalledAtMs: 7 }),
    ];
    const merged = mergedFields(kept, copies);
    expect({ ...merged, metadata: JSON.parse(merged.metadata) }).toEqual({
      metadata: { a: 1, b: 1, c: 3 },
      holdsFromMs: 20,
      restatedAtMs: '[30,40,50]',
      usefulCount: 5,
      lastUsefulAtMs: 9,
      lastRecalledAtMs: 7,
    });
  });

  it('leaves a memory without copies as it is', () => {
    const { id: _id, ...kept } = memory('a', { restatedAtMs: '[40]' });
    expect({ ...kept, ...mergedFields(memory('a', kept), []) }).toEqual(kept);
  });

  it('keeps the first and the latest of very many times, and its own metadata when there is no room', () => {
    const large = JSON.stringify({ large: 'x'.repeat(9_000) });
    const copies = Array.from({ length: 100 }, (_, i) =>
      memory(`b${i}`, { holdsFromMs: 100 + i, metadata: JSON.stringify({ [`k${i}`]: large }) }),
    );
    const merged = mergedFields(memory('a', { metadata: large }), copies);
    const times = JSON.parse(merged.restatedAtMs) as number[];
    expect([times.length, times[0], times.at(-1)]).toEqual([64, 100, 199]);
    expect(merged.metadata).toBe(large);
  });
});
