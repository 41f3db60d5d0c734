import {
  type Candidate,
  COVERAGE_SCALE,
  combine,
  type FieldHits,
  fieldHits,
  inverseDocumentFrequency,
  type LexicalScore,
  saturate,
} from './fields.ts';
import type { Hits } from './hits.ts';

/** A sentence of fewer terms is too easily covered to say how well the candidates fit at all. */
const MIN_TELLING_TERMS = 4;

/** A query term: how often the request has it, and in which of its sentences. */
interface RequestTerm {
  count: number;
  readonly sentences: number[];
}

/** What one unit of text shares with the request, before scaling over the candidates. */
interface Overlap {
  readonly bag: number;
  readonly sentences: number;
  readonly bestCoverage: number;
}

function collectTerms(sentences: readonly (readonly string[])[]): Map<string, RequestTerm> {
  const terms = new Map<string, RequestTerm>();
  sentences.forEach((sentence, at) => {
    for (const word of sentence) {
      const term = terms.get(word) ?? { count: 0, sentences: [] };
      term.count++;
      if (term.sentences.at(-1) !== at) term.sentences.push(at);
      terms.set(word, term);
    }
  });
  return terms;
}

/** A scorer of units, with its working memory allocated once. */
function overlapScorer(
  terms: readonly RequestTerm[],
  idf: readonly number[],
  sentenceCount: number,
  found: FieldHits,
): (title: Hits, unit: Hits) => Overlap {
  const frequencies = new Float64Array(terms.length);
  const bySentence = new Float64Array(sentenceCount);
  const idfOfSentence = new Float64Array(sentenceCount);
  const termsOfSentence = new Uint32Array(sentenceCount);
  terms.forEach((term, position) => {
    for (const at of term.sentences) {
      idfOfSentence[at] = (idfOfSentence[at] ?? 0) + (idf[position] ?? 0);
      termsOfSentence[at] = (termsOfSentence[at] ?? 0) + 1;
    }
  });
  return (title, unit) => {
    combine(title, unit, found.averageLength, frequencies);
    bySentence.fill(0);
    let bag = 0;
    for (const position of new Set([...title.words, ...unit.words])) {
      const term = terms[position];
      if (term === undefined) continue;
      const weight = (idf[position] ?? 0) * saturate(frequencies[position] ?? 0);
      bag += term.count * weight;
      for (const at of term.sentences) bySentence[at] = (bySentence[at] ?? 0) + weight;
    }
    let squares = 0;
    let bestCoverage = 0;
    bySentence.forEach((value, at) => {
      squares += value * value;
      if ((termsOfSentence[at] ?? 0) < MIN_TELLING_TERMS) return;
      bestCoverage = Math.max(bestCoverage, value / (COVERAGE_SCALE * (idfOfSentence[at] ?? 1)));
    });
    return { bag, sentences: Math.sqrt(squares), bestCoverage };
  };
}

/**
 * Scores candidates for a long request, which needs many of them: every occurrence of a term in the
 * request counts (`bag`), and so does matching single sentences well (`sentences`). Both are scaled
 * by the best candidate, then by how well the best-matched sentence is covered at all, so that the
 * strength stays comparable between requests. Zeros when the request has no terms. Measured on a
 * banking knowledge base; related words and vectors did not help there.
 */
export function scoreLongRequest(
  sentences: readonly (readonly string[])[],
  candidates: readonly Candidate[],
): readonly LexicalScore[] {
  const byWord = collectTerms(sentences);
  const terms = [...byWord.values()];
  const positions = new Map([...byWord.keys()].map((word, position) => [word, position]));
  const found = fieldHits(candidates, positions);
  const idf = terms.map((_, position) =>
    inverseDocumentFrequency(candidates.length, found.documentFrequency[position] ?? 0),
  );
  const totalIdf = idf.reduce((sum, value) => sum + value, 0) || 1;
  const score = overlapScorer(terms, idf, sentences.length, found);
  const units = candidates.map((_, at) => {
    const title = found.title[at] as Hits;
    const body = found.body[at] as Hits;
    const matched = new Set([...title.words, ...body.words]);
    let covered = 0;
    for (const position of matched) covered += idf[position] ?? 0;
    const whole = score(title, body);
    const parts = (found.parts[at] ?? []).map((part) => score(title, part));
    return {
      whole,
      parts: parts.length > 0 ? parts : [whole],
      coverage: covered / totalIdf,
      matches: matched.size > 0,
    };
  });
  const top = (pick: (overlap: Overlap) => number) =>
    units.reduce((best, unit) => Math.max(best, pick(unit.whole)), 0);
  const maxBag = top((overlap) => overlap.bag) || 1;
  const maxSentences = top((overlap) => overlap.sentences) || 1;
  // Where no telling sentence is met, the share of the whole request that is covered still says > 0.
  const covered = units.reduce((best, unit) => Math.max(best, unit.coverage), 0);
  const fit = Math.min(
    1,
    Math.max(
      covered,
      top((overlap) => overlap.bestCoverage),
    ),
  );
  const strengthOf = (overlap: Overlap): number =>
    fit * (overlap.bag / maxBag + overlap.sentences / maxSentences);
  return units.map((unit) => ({
    strength: strengthOf(unit.whole),
    coverage: Math.min(1, unit.coverage),
    matches: unit.matches,
    partStrengths: unit.parts.map(strengthOf),
  }));
}
