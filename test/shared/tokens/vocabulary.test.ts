import { describe, expect, it } from 'vitest';
import { loadVocabulary } from '../../../shared/tokens/vocabulary.ts';
import { ENCODINGS } from '../../../shared/types.ts';
import { RANKS } from './reference.ts';

describe.each(ENCODINGS)('loadVocabulary(%s)', (encoding) => {
  it('has the published tokens with their ranks, by bytes', async () => {
    const { ranks, encoding: name } = await loadVocabulary(encoding);
    expect(name).toBe(encoding);
    expect(ranks.size).toBe(RANKS[encoding].size);
    let wrong = 0;
    for (const [bytes, rank] of ranks) {
      if (RANKS[encoding].get(Buffer.from(bytes, 'latin1').toString('hex')) !== rank) wrong++;
    }
    expect(wrong).toBe(0);
  });

  it('gives each caller a splitter of its own', async () => {
    expect((await loadVocabulary(encoding)).pieces).not.toBe(
      (await loadVocabulary(encoding)).pieces,
    );
  });
});
