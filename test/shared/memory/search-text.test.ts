import { describe, expect, it } from 'vitest';
import { matchExpression, searchText } from '../../../shared/memory/search-text.ts';

describe('searchText()', () => {
  it('gives irregular forms their base form and CJK as character pairs', () => {
    expect(searchText("Ana's children went to 東京都")).toBe('ana child go to 東京 京都');
    expect(searchText(' ')).toBe('');
  });
});

describe('matchExpression()', () => {
  it('quotes every word and leaves out stop words and repeats', () => {
    const match = matchExpression('Where is the refund OR refund* NEAR("limit")?', ['u1x', 'a2x']);
    expect(match).toBe('scope : ("u1x" AND "a2x") AND body : ("refund" OR "near" OR "limit")');
  });

  it('is null when there is nothing to search for', () => {
    expect(matchExpression('where is it?', ['u1x'])).toBeNull();
    expect(matchExpression('"*(', ['u1x'])).toBeNull();
  });

  it('bounds how many words of a long query are searched', () => {
    const long = Array.from({ length: 5000 }, (_, i) => `word${i}`).join(' ');
    expect(matchExpression(long, ['u1x'])?.split(' OR ')).toHaveLength(100);
  });
});
