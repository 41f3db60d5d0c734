import { describe, expect, it } from 'vitest';
import { windowOf } from '../../support/assemble.ts';
import { FakeRanker } from '../../support/fake-ranker.ts';

const TEXT = 'Unused kettles can be returned within 30 days of delivery for a full refund.';
const copy = (id: string, over: object = {}) => ({
  id,
  kind: 'passage',
  source: id,
  text: TEXT,
  ...over,
});
const survivor = (answer: Awaited<ReturnType<typeof windowOf>>) =>
  answer.chunks.filter((chunk) => chunk.fate === 'kept').map((chunk) => chunk.id);

describe('consolidate()', () => {
  it('keeps the more trusted copy, and says what the others became', async () => {
    const chunks = [
      copy('mail', { trust: 'user' }),
      copy('help', { trust: 'verified' }),
      copy('pdf'),
    ];
    const answer = await windowOf({ task: 'refund', chunks });
    expect(survivor(answer)).toEqual(['help']);
    for (const id of ['mail', 'pdf']) {
      expect(answer.chunks.find((chunk) => chunk.id === id)).toMatchObject({
        fate: 'merged',
        merged_into: 'help',
      });
    }
  });

  it('keeps the newer of two that are trusted alike, then the earlier', async () => {
    const chunks = [
      copy('a', { created_at: '2025-01-01T00:00:00Z' }),
      copy('b', { created_at: '2026-01-01T00:00:00Z' }),
    ];
    expect(survivor(await windowOf({ task: 'refund', chunks }))).toEqual(['b']);
    expect(survivor(await windowOf({ task: 'refund', chunks: [copy('x'), copy('y')] }))).toEqual([
      'x',
    ]);
  });

  it('never merges a pinned copy away', async () => {
    const answer = await windowOf({
      task: 'refund',
      chunks: [copy('help', { trust: 'verified' }), copy('mine', { pinned: true })],
    });
    expect(survivor(answer)).toEqual(['mine']);
  });

  it('does without similarities when the ranker is down, and says so', async () => {
    const ranker = new FakeRanker();
    ranker.down = true;
    const chunks = [
      copy('a'),
      copy('b', { text: `${TEXT} Ask the desk in the hall downstairs for a label first.` }),
    ];
    const answer = await windowOf({ task: 'refund', chunks }, { ranker });
    expect(answer.degraded.map((entry) => entry.dependency)).toContain('scoring');
    expect(answer.chunks).toHaveLength(2);
  });
});
