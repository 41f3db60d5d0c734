import { describe, expect, it } from 'vitest';
import { prepareSentence } from '../../../../shared/clash/sentence/sentence.ts';

const subject = (text: string) => {
  const { tokens, subjectEnd } = prepareSentence(text);
  return tokens
    .slice(0, subjectEnd)
    .map(({ word }) => word)
    .join(' ');
};

describe('prepareSentence()', () => {
  it.each([
    ['The old server is down.', 'the old server'],
    ['Team Heron owns billing.', 'team heron'],
    ['Mara went home.', 'mara'],
    ['Clients retry writes.', 'clients'],
    ['I like cats.', 'i'],
    ['She likes tea.', 'she'],
    ['The service stores files.', 'the service'],
    ['Two dogs playing near people.', 'two dogs'],
    ['Nine brown foxes here', 'nine brown'],
  ])('ends the subject of "%s" behind "%s"', (text, expected) => {
    expect(subject(text)).toBe(expected);
  });

  it('tells a known thing from one that is introduced', () => {
    expect(prepareSentence('The man sleeps.')).toMatchObject({
      isDefinite: true,
      isIndefinite: false,
    });
    expect(prepareSentence('A man sleeps.')).toMatchObject({
      isDefinite: false,
      isIndefinite: true,
    });
    expect(prepareSentence('There are men.')).toMatchObject({
      isIndefinite: true,
      isExistential: true,
    });
  });

  it('reads the marks that hold rules back', () => {
    expect(prepareSentence('It hardly works.').isSoft).toBe(true);
    expect(prepareSentence('It used to be red.').isTemporal).toBe(true);
    expect(prepareSentence('One of the ports is open.').isOneOf).toBe(true);
    expect(prepareSentence('They know each other.').isOneOf).toBe(false);
    expect(prepareSentence('Tools such as tar.').isList).toBe(true);
    expect(prepareSentence('The part that is not blue is red.').hasPartialNegation).toBe(true);
    expect(prepareSentence('It is not fully done.').hasPartialNegation).toBe(true);
    expect(prepareSentence('It might fail if full.').modality).toBe('if might');
    expect(prepareSentence('In 2019 and on 5 May 2020.').period).toBe('2019 5 may 2020');
    expect(prepareSentence('No dogs bark.').deniesAll).toBe(true);
    expect(prepareSentence('All dogs bark.').hasQuantifier).toBe(true);
    expect(prepareSentence('Kim lives in Berlin.').isIdentifying).toBe(true);
    expect(prepareSentence('Kim was born in 1990.').happensOnce).toBe(true);
  });

  it('gives the same object for the same text', () => {
    expect(prepareSentence('Twice read.')).toBe(prepareSentence('Twice read.'));
  });

  it('reads "" as a sentence without tokens', () => {
    expect(prepareSentence('')).toMatchObject({ tokens: [], content: [], negations: [] });
  });
});
