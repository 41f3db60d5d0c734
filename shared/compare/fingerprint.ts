import { type Signature, signature } from './pairs.ts';
import { TextCache } from './text-cache.ts';

/** The words of a text, for comparing it with others. */
export interface Fingerprint {
  /** Distinct words, lower case, NFC. */
  readonly words: ReadonlySet<string>;
  /** The words in order, when the text is prose and equal words mean an equal text; null for code. */
  readonly key: string | null;
  /** By which texts that overlap find each other; see `pairs.ts`. */
  readonly signature: Signature;
}

/** Signs of code or of a format that lives by its layout: in code, case, indentation and punctuation carry meaning. */
const CODE =
  /[{};]\s*$|^\s*(?:def|class|import|from|const|let|var|function|return|if|for|while|public|private|#include)\b.*[:;{(=]|=>|::|\w\(\w*\)\s*[;{]?\s*$|^```|:[ \t]*\n[ \t]+\S|&&|\|\||\s--?[a-z]|(?:^|\s)\.{1,2}\//m;

const prints = new TextCache<Fingerprint>();

/** The fingerprint of a text. "" has no words. Linear in the text. */
export function fingerprint(text: string): Fingerprint {
  return prints.get(text, read);
}

function read(text: string): Fingerprint {
  const plain = text.normalize('NFC').toLowerCase();
  const list = plain.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}\p{P}]/gu) ?? [];
  const words = new Set(list);
  return { words, key: isCode(text) ? null : list.join(' '), signature: signature(words) };
}

/** Jaccard overlap of two texts' words, 0–1. Two texts without words: 0. */
export function overlap(a: Fingerprint, b: Fingerprint): number {
  const [small, large] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  const union = a.words.size + b.words.size - shared;
  return union === 0 ? 0 : shared / union;
}

/** True when case, indentation and punctuation of a text carry meaning. */
export function isCode(text: string): boolean {
  // The head of a text tells; reading all of a long one would not change the answer.
  return CODE.test(text.slice(0, 2000));
}
