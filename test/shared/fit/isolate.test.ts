import { describe, expect, it } from 'vitest';
import { windowOf } from '../../support/assemble.ts';

const CHUNKS = [
  { id: 'rule', kind: 'policy', source: 'handbook', text: 'Be brief.' },
  { id: 'old', kind: 'memory', source: 'm', text: 'The kettle is blue.', trust: 'verified' },
  { id: 'page', kind: 'passage', source: 'p', text: 'The kettle is blue.' },
];

describe('isolate()', () => {
  it('lets only the kinds in that the task needs; what is pinned stays', async () => {
    const answer = await windowOf({ task: 'kettle', chunks: CHUNKS, kinds: ['passage'] });
    const fates = Object.fromEntries(answer.chunks.map((chunk) => [chunk.id, chunk.fate]));
    // The more trusted copy is out, so the other one is not merged into it.
    expect(fates).toEqual({ rule: 'kept', old: 'isolated', page: 'kept' });
  });

  it('lets everything in when no kinds are named', async () => {
    const answer = await windowOf({ task: 'kettle', chunks: CHUNKS });
    expect(answer.chunks.some((chunk) => chunk.fate === 'isolated')).toBe(false);
  });
});
