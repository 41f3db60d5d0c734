import type { TextAnalysis } from './analysis.ts';
import { findHits, type Hits, sumHits } from './hits.ts';

/** A candidate as the rankings read it. */
export interface Candidate {
  readonly title: TextAnalysis;
  readonly body: TextAnalysis;
}

/**
 * Parameters of the two-field BM25 for documents, measured on FAQ and knowledge-base retrieval: a word
 * of the title counts as four of the body, and repeats keep counting (high k1).
 */
const TITLE_WEIGHT = 4;
const K1 = 4;
const LENGTH_WEIGHT = 0.75;
/** A term that no candidate has says less than a rare one: it may be a name or a typing error. */
const UNSEEN_IDF_SHARE = 0.7;

/** The most that `saturate` gives to one term, per unit of idf. */
const MAX_TERM_WEIGHT = K1 + 1;

/** Half of what one term can reach: the scale on which the other signals were weighted. */
export const COVERAGE_SCALE = 2.5;

/** What the words of a candidate say about a query. */
export interface LexicalScore {
  /** The measured ranking signal, ≥ 0: about 0.4 when a body has every term once, 2 at most. */
  readonly strength: number;
  /** Share of the query's terms that the candidate covers, 0–1, related words counted by closeness. */
  readonly coverage: number;
  /** A query term itself occurs in title or body. */
  readonly matches: boolean;
  /** The same signal per passage of the body. */
  readonly partStrengths: readonly number[];
}

/** Where the query's words occur in each candidate, and how telling each word is among them. */
export interface FieldHits {
  readonly title: readonly Hits[];
  readonly body: readonly Hits[];
  /** Per candidate, per passage; `[]` when the body is one passage. */
  readonly parts: readonly (readonly Hits[])[];
  /** Candidates in which the word occurs, by word. */
  readonly documentFrequency: Float64Array;
  /** Mean body length, in terms; at least 1. */
  readonly averageLength: number;
}

/** Finds `wordPositions` (word → position, 0…n−1) in every candidate. Frequencies are over the candidates. */
export function fieldHits(
  candidates: readonly Candidate[],
  wordPositions: ReadonlyMap<string, number>,
): FieldHits {
  const documentFrequency = new Float64Array(wordPositions.size);
  const lastSeenIn = new Int32Array(wordPositions.size).fill(-1);
  const title: Hits[] = [];
  const body: Hits[] = [];
  const parts: (readonly Hits[])[] = [];
  let totalLength = 0;
  candidates.forEach((candidate, at) => {
    const inTitle = findHits(candidate.title.whole, wordPositions);
    const inParts = candidate.body.parts.map((part) => findHits(part, wordPositions));
    const inBody = sumHits(inParts, candidate.body.whole.length);
    title.push(inTitle);
    body.push(inBody);
    parts.push(inParts.length > 1 ? inParts : []);
    totalLength += inBody.length;
    for (const word of [...inTitle.words, ...inBody.words]) {
      if (lastSeenIn[word] === at) continue;
      lastSeenIn[word] = at;
      documentFrequency[word] = (documentFrequency[word] ?? 0) + 1;
    }
  });
  const averageLength = Math.max(1, totalLength / Math.max(1, candidates.length));
  return { title, body, parts, documentFrequency, averageLength };
}

/** Inverse document frequency, > 0; `documents` is the number of candidates. */
export function inverseDocumentFrequency(documents: number, frequency: number): number {
  if (frequency === 0) return UNSEEN_IDF_SHARE * Math.log(1 + (documents + 0.5) / 0.5);
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** What one more occurrence in a body adds to the term frequency: less in a long text. */
function bodyWeight(length: number, averageLength: number): number {
  return 1 / (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / averageLength);
}

/** Adds a unit's counts, each times `weight`, to the frequencies by word. */
function addHits(hits: Hits, weight: number, into: Float64Array): void {
  for (let i = 0; i < hits.words.length; i++) {
    const word = hits.words[i] ?? 0;
    into[word] = (into[word] ?? 0) + weight * (hits.counts[i] ?? 0);
  }
}

/** Combined term frequencies of a title and one unit of the body, by word. */
export function combine(title: Hits, unit: Hits, averageLength: number, into: Float64Array): void {
  into.fill(0);
  addHits(title, TITLE_WEIGHT, into);
  addHits(unit, bodyWeight(unit.length, averageLength), into);
}

/** Term weight per unit of idf, 0 to `MAX_TERM_WEIGHT`, of a combined term frequency. */
export function saturate(frequency: number): number {
  return (MAX_TERM_WEIGHT * frequency) / (frequency + K1);
}
