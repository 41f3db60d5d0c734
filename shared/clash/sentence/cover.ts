import { compareValues } from '../../values/compare.ts';
import { relate } from '../../words/relate.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';

/** Of the tokens `indices` of `a`, those that no token `others` of `b` says: by equal words, synonyms or values. */
export function uncovered(
  a: Sentence,
  indices: readonly number[],
  b: Sentence,
  others: readonly number[],
): readonly number[] {
  const targets = tokensAt(b, others);
  const lemmas = new Set(targets.map(({ lemma }) => lemma));
  return indices.filter((index) => {
    const token = a.tokens[index];
    if (token === undefined || lemmas.has(token.lemma)) return false;
    return !targets.some((target) => covers(target, token));
  });
}

/** The same, by equal words and equal values only. */
export function unequal(a: Sentence, indices: readonly number[], b: Sentence): readonly number[] {
  const targets = tokensAt(b, b.content);
  const lemmas = new Set(targets.map(({ lemma }) => lemma));
  return indices.filter((index) => {
    const token = a.tokens[index];
    if (token === undefined || lemmas.has(token.lemma)) return false;
    return !targets.some(({ value }) => isSameValue(token, value));
  });
}

/** Whether two lists of tokens have the same bases, in any order. */
export function sameContent(
  a: Sentence,
  as: readonly number[],
  b: Sentence,
  bs: readonly number[],
): boolean {
  const key = (tokens: readonly Token[]) =>
    tokens
      .map(({ lemma }) => lemma)
      .toSorted()
      .join(' ');
  return key(tokensAt(a, as)) === key(tokensAt(b, bs));
}

/** Content tokens in front of the end of the subject. */
export function subjectOf({ content, subjectEnd }: Sentence): readonly number[] {
  return content.filter((index) => index < subjectEnd);
}

/** Content tokens behind the subject. */
export function predicateOf({ content, subjectEnd }: Sentence): readonly number[] {
  return content.filter((index) => index >= subjectEnd);
}

function tokensAt({ tokens }: Sentence, indices: readonly number[]): readonly Token[] {
  return indices.flatMap((index) => tokens[index] ?? []);
}

function covers(by: Token, token: Token): boolean {
  if (by.value !== null || token.value !== null) return isSameValue(token, by.value);
  const relation = relate(by.word, token.word);
  return relation === 'equal' || relation === 'synonym';
}

function isSameValue({ value }: Token, other: Token['value']): boolean {
  if (value === null || other === null) return false;
  const relation = compareValues(value, other);
  return relation === 'same' || relation === 'compatible';
}
