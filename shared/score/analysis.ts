import type { Span } from '../types.ts';
import { passages } from './passages.ts';
import { type Grams, titleGrams } from './title-grams.ts';
import { terms } from './words.ts';

/** How often each term occurs in a text, and how many terms it has in all. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A text as ranking reads it. `parts[i]` counts the terms of `spans[i]`; a short text has one part. */
export interface TextAnalysis {
  readonly whole: TermCounts;
  readonly spans: readonly Span[];
  readonly parts: readonly TermCounts[];
}

/** Analyses texts and remembers the results, so that ranking a known text again is arithmetic. */
export interface Analyzer {
  /** Linear in the length of a text that is new. */
  analyze(text: string): TextAnalysis;
  /** The 4-grams of a title, remembered likewise. */
  grams(title: string): Grams;
}

function countTerms(text: string): TermCounts {
  const counts = new Map<string, number>();
  const found = terms(text);
  for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: found.length };
}

function sum(parts: readonly TermCounts[]): TermCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const part of parts) {
    length += part.length;
    for (const [term, count] of part.counts) counts.set(term, (counts.get(term) ?? 0) + count);
  }
  return { counts, length };
}

function analyzeText(text: string): TextAnalysis {
  const spans = passages(text);
  const parts = spans.map((span) => countTerms(text.slice(span.start, span.end)));
  const [first] = parts;
  return { whole: parts.length === 1 && first !== undefined ? first : sum(parts), spans, parts };
}

/** Remembers what `make` gives for at most `maxChars` characters of text, the latest used. */
function remember<T>(make: (text: string) => T, maxChars: number): (text: string) => T {
  const known = new Map<string, T>();
  let chars = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = make(text);
    if (text.length > maxChars) return made;
    known.set(text, made);
    chars += text.length;
    for (const oldest of known.keys()) {
      if (chars <= maxChars) break;
      known.delete(oldest);
      chars -= oldest.length;
    }
    return made;
  };
}

/** Titles are short; their grams weigh more per character than the counts of a text. */
const GRAM_SHARE = 0.1;

/**
 * An analyzer that remembers at most `maxChars` characters of text (about 10 bytes of memory each)
 * and forgets the longest unused first. A text longer than that is analysed and not remembered.
 */
export function createAnalyzer(maxChars: number): Analyzer {
  return {
    analyze: remember(analyzeText, maxChars),
    grams: remember(titleGrams, maxChars * GRAM_SHARE),
  };
}
