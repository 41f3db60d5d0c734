import { describe, expect, it } from 'vitest';
import type { ChunkFate } from '../../../shared/contracts/windows.ts';
import { creditedMemories } from '../../../shared/trace/credited.ts';
import { FATES, type Fate } from '../../../shared/types.ts';

const HIT = { id: 'mem_1', source: 'memory:user' };

function chunk(fate: Fate, tokens_out: number, overrides: Partial<ChunkFate> = {}): ChunkFate {
  return {
    id: HIT.id,
    kind: 'memory',
    source: HIT.source,
    trust: 'user',
    fate,
    by: 'test',
    reason: '',
    score: 1,
    score_parts: {},
    tokens_in: 9,
    tokens_out,
    ...overrides,
  };
}

describe('creditedMemories()', () => {
  it('credits what stood in the window in some form, and nothing that left it', () => {
    const credited = FATES.filter(
      (fate) => creditedMemories({ chunks: [chunk(fate, 0)] }, [HIT]).length > 0,
    );
    expect(credited.sort()).toEqual(['excised', 'kept', 'offloaded', 'reduced']);
  });

  it.each<[string, Partial<ChunkFate>]>([
    ['of another id', { id: 'chunk:1' }],
    ['of the caller under the id of a memory', { source: 'notes', kind: 'passage' }],
    ['of the caller with another kind', { kind: 'record' }],
    ['of another source', { source: 'memory:record' }],
  ])('does not credit a chunk %s', (_, overrides) => {
    expect(creditedMemories({ chunks: [chunk('kept', 9, overrides)] }, [HIT])).toEqual([]);
  });

  it('names nothing for a window without memories', () => {
    expect(creditedMemories({ chunks: [chunk('kept', 9)] }, [])).toEqual([]);
    expect(creditedMemories({ chunks: [] }, [HIT])).toEqual([]);
  });
});
