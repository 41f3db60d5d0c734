import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relate } from '../../../shared/words/relate.ts';

describe('relate()', () => {
  it.each([
    ['Hated', 'hating', 'equal'],
    ['enabled', 'disabled', 'antonym'],
    ['able', 'unable', 'antonym'],
    ['careful', 'careless', 'antonym'],
    ['opens', 'closed', 'antonym'],
    ['grey', 'gray', 'synonym'],
    ['Germany', 'German', 'synonym'],
    ['postgres', 'postgresql', 'synonym'],
    ['monday', 'Friday', 'closed:weekday'],
    ['dogs', 'cat', 'closed:animal'],
    ['german', 'france', 'closed:country'],
    ['50th', 'first', 'closed:ordinal'],
    ['twentieth', '21st', 'closed:ordinal'],
    ['England', 'UK', 'part'],
    ['man', 'boy', 'none'],
    ['come', 'go', 'none'],
    ['table', 'idea', 'none'],
  ])('says how %s and %s relate: %s', (a, b, relation) => {
    expect(relate(a, b)).toBe(relation);
  });

  it('is symmetric', () => {
    const word = fc.oneof(
      fc.constantFrom('open', 'closed', 'red', 'gray', 'grey', 'french', 'uk', 'wales', 'first'),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(relate(a, b)).toBe(relate(b, a));
      }),
    );
  });
});
