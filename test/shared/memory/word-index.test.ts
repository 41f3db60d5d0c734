import { describe, expect, it } from 'vitest';
import { indexBody, indexWords, matchWord, matchWords } from '../../../shared/memory/word-index.ts';

const ANA = `u${'a'.repeat(30)}x`;
const SHOP = `a${'b'.repeat(30)}x`;

describe('indexWords()', () => {
  it('gives each stem once, of all texts', () => {
    expect(indexWords(['The refunds', null, 'a refund of 5 euros'])).toEqual([
      'refund',
      '5',
      'euro',
    ]);
    expect(indexWords(['', null])).toEqual([]);
    expect(indexWords(['办公室密码'])).toEqual(['办公', '公室', '室密', '密码']);
  });
});

describe('indexBody()', () => {
  it('has each word once per scope, marked with it, so that scopes never meet', () => {
    const body = indexBody(['tea', '密码'], [ANA, SHOP]).split(' ');
    expect(body).toHaveLength(4);
    expect(new Set(body.map((token) => token.slice(0, 22))).size).toBe(2);
    expect(indexBody([], [ANA])).toBe('');
  });
});

describe('matchWord()', () => {
  it('finds exactly the tokens that indexBody() writes, and quotes whatever is in a word', () => {
    const token = indexBody(['tea'], [ANA]);
    expect(matchWord('tea', [ANA])).toBe(`("${token}")`);
    expect(matchWord('te"a', [ANA])).toContain('te""a"');
    expect(matchWord('tea', [ANA, SHOP])).toMatch(/^\("u.*" AND "a.*"\)$/);
  });
});

describe('matchWords()', () => {
  it('joins words, and is null for none', () => {
    expect(matchWords([], [ANA], 'OR')).toBeNull();
    expect(matchWords(['tea', 'milk'], [ANA], 'AND')).toMatch(/tea"\) AND \(/);
  });
});
