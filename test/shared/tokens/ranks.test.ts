import { describe, expect, it } from 'vitest';
import { loadRanks } from '../../../shared/tokens/ranks.ts';
import { ENCODINGS } from '../../../shared/types.ts';
import { RANKS } from './reference.ts';

describe.each(ENCODINGS)('loadRanks(%s)', (encoding) => {
  it('has the published tokens with their ranks, by bytes', async () => {
    const ranks = await loadRanks(encoding);
    expect(ranks.size).toBe(RANKS[encoding].size);
    let wrong = 0;
    for (const [bytes, rank] of ranks) {
      if (RANKS[encoding].get(Buffer.from(bytes, 'latin1').toString('hex')) !== rank) wrong++;
    }
    expect(wrong).toBe(0);
  });
});
