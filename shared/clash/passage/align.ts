import { TextCache } from '../../compare/text-cache.ts';
import { terms } from '../../score/words.ts';
import { proseSentences, type Sentence } from './prose.ts';

/** A sentence of one text and one of another that speak of the same. */
export interface SentencePair {
  readonly a: Sentence;
  readonly b: Sentence;
}

/** Least number of terms in common, and least share of the terms of the shorter sentence. */
const MIN_SHARED = 3;
const MIN_SHARE = 0.55;
/** A sentence with fewer terms says too little to be compared. */
const MIN_TERMS = 2;
/** Sentences of the other text that one sentence is compared with, closest first. */
const MAX_PARTNERS = 4;
/** Pairs of one pair of texts. */
const MAX_PAIRS = 200;
/** A term in more sentences than this leads to none of them. */
const MAX_POSTINGS = 64;

const termSets = new TextCache<ReadonlySet<string>>();

/** The distinct terms of a sentence: its words without stop words, stemmed. */
export function sentenceTerms(text: string): ReadonlySet<string> {
  return termSets.get(text, (read) => new Set(terms(read)));
}

/** Share of the smaller set's terms that the other has too, 0–1; 0 when they share too little to tell. */
export function termOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  if (few.size < MIN_TERMS) return 0;
  let shared = 0;
  for (const term of few) if (many.has(term)) shared += 1;
  // A short sentence cannot share three: all but one must do, and the other be as short.
  const isEnough = shared >= MIN_SHARED || (shared >= few.size - 1 && many.size <= few.size + 1);
  const share = shared / few.size;
  return isEnough && share >= Math.min(MIN_SHARE, (few.size - 1) / few.size) ? share : 0;
}

/**
 * Sentences of two texts that share most of their terms, in the order of `a`; equal sentences and
 * quotations of the other text are left out. Near-linear: terms that are everywhere lead nowhere.
 */
export function alignSentences(a: string, b: string): readonly SentencePair[] {
  const [left, right] = [proseSentences(a), proseSentences(b)];
  const places = new Map<string, number[]>();
  for (const [index, { text }] of right.entries()) {
    for (const term of sentenceTerms(text)) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [index]);
      else if (known.length <= MAX_POSTINGS) known.push(index);
    }
  }
  const pairs: SentencePair[] = [];
  for (const sentence of left) {
    if (pairs.length >= MAX_PAIRS) break;
    for (const index of partners(sentenceTerms(sentence.text), places, right)) {
      const other = right[index];
      if (other === undefined || isRepeated(sentence.text, other.text)) continue;
      pairs.push({ a: sentence, b: other });
    }
  }
  return pairs;
}

function partners(
  own: ReadonlySet<string>,
  places: ReadonlyMap<string, readonly number[]>,
  sentences: readonly Sentence[],
): readonly number[] {
  const votes = new Map<number, number>();
  for (const term of own) {
    const found = places.get(term) ?? [];
    if (found.length > MAX_POSTINGS) continue;
    for (const index of found) votes.set(index, (votes.get(index) ?? 0) + 1);
  }
  return [...votes.keys()]
    .map((index) => ({
      index,
      share: termOverlap(own, sentenceTerms(sentences[index]?.text ?? '')),
    }))
    .filter(({ share }) => share > 0)
    .sort((x, y) => y.share - x.share || x.index - y.index)
    .slice(0, MAX_PARTNERS)
    .map(({ index }) => index);
}

/** The same sentence, or one inside quotation marks of the other: that is not stated, but spoken of. */
function isRepeated(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const core = short.toLowerCase().replace(/[.!?"'“”‘’]+$/u, '');
  if (core === long.toLowerCase().replace(/[.!?"'“”‘’]+$/u, '')) return true;
  const at = long.toLowerCase().indexOf(core);
  return at > 0 && /["'“‘«]\s*$/u.test(long.slice(Math.max(0, at - 2), at));
}
