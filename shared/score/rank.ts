import type { RankedItem, RankItem, Reranker } from '../ports.ts';
import type { Degradation, Span } from '../types.ts';
import type { Analyzer } from './analysis.ts';
import type { Candidate, LexicalScore } from './fields.ts';
import { scoreLongRequest } from './long-request.ts';
import { scoreQuestion } from './question.ts';
import type { RelatedWords } from './related.ts';
import { rescore } from './rerank.ts';
import { MAX_QUESTION_SENTENCES, sentences } from './sentences.ts';
import { type ItemSimilarity, type SimilarityPorts, similarities } from './similarity.ts';
import { scoreTitleGrams, titleGrams } from './title-grams.ts';
import { terms } from './words.ts';

/** Weights of similarity and title 4-grams beside the words, measured on FAQ retrieval. */
const SIMILARITY_WEIGHT = 0.8;
const TITLE_GRAM_WEIGHT = 0.4;

/** What `rank` ranks, and how many of the best a cross-encoder may rescore. */
export interface RankRequest {
  readonly query: string;
  readonly items: readonly RankItem[];
  /** Items that a cross-encoder may rescore; 0 for none. */
  readonly rerankShortlist: number;
}

/** What ranking needs from outside. `reranker` is null where there is no cross-encoder. */
export interface RankPorts extends SimilarityPorts {
  readonly analyzer: Analyzer;
  readonly relatedWords: RelatedWords;
  readonly reranker: Reranker | null;
}

/** An item to score once, and where in the request it stands. */
interface Entry {
  readonly item: RankItem;
  readonly positions: number[];
}

/** Equal title and text are one entry: equal items get equal scores, and are embedded once. */
function uniqueEntries(items: readonly RankItem[]): readonly Entry[] {
  const byText = new Map<string, Map<string, Entry>>();
  const entries: Entry[] = [];
  items.forEach((item, position) => {
    const byTitle = byText.get(item.text) ?? new Map<string, Entry>();
    byText.set(item.text, byTitle);
    const known = byTitle.get(item.title);
    if (known !== undefined) {
      known.positions.push(position);
      return;
    }
    const entry = { item, positions: [position] };
    byTitle.set(item.title, entry);
    entries.push(entry);
  });
  return entries;
}

/** Maps a strength (≥ 0, typically below 3) to 0–1, keeping the order without a ceiling that ties. */
function toUnit(strength: number): number {
  return 1 - Math.exp(-strength);
}

/**
 * Strengths for a long request. Vectors gave nothing there, so they only order the items that share
 * no word with the request, below all that do.
 */
function longStrengths(
  lexical: readonly LexicalScore[],
  similar: readonly (ItemSimilarity | null)[],
): readonly number[] {
  const weakest = lexical.reduce(
    (low, { strength }) => (strength > 0 ? Math.min(low, strength) : low),
    Number.POSITIVE_INFINITY,
  );
  return lexical.map(({ strength, matches }, i) =>
    matches ? strength : Math.min(weakest, SIMILARITY_WEIGHT * (similar[i]?.value ?? 0)),
  );
}

function questionStrengths(
  query: string,
  analyzer: Analyzer,
  entries: readonly Entry[],
  lexical: readonly LexicalScore[],
  similar: readonly (ItemSimilarity | null)[],
): readonly number[] {
  const titles = entries.map(({ item }) => analyzer.grams(item.title));
  const grams = scoreTitleGrams(titleGrams(query), titles);
  return lexical.map(
    ({ strength }, i) =>
      strength + TITLE_GRAM_WEIGHT * (grams[i] ?? 0) + SIMILARITY_WEIGHT * (similar[i]?.value ?? 0),
  );
}

/** The passage with the most words and meaning in common with the query; the first on a tie. */
function bestSpan(
  candidate: Candidate,
  lexical: LexicalScore | undefined,
  similar: ItemSimilarity | null | undefined,
): Span {
  const strengths = lexical?.partStrengths ?? [];
  let best = 0;
  let top = Number.NEGATIVE_INFINITY;
  strengths.forEach((strength, part) => {
    const value = strength + SIMILARITY_WEIGHT * (similar?.parts[part] ?? 0);
    if (value > top) {
      top = value;
      best = part;
    }
  });
  return candidate.body.spans[best] ?? { start: 0, end: 0 };
}

/**
 * Ranks items by relevance to a query: words in title and body with related words, closeness in
 * meaning, then a cross-encoder on the shortlist. A query of more than three sentences is a long
 * request, scored by its words and sentences. Scores lie in [0, 1], are comparable across queries,
 * and depend on nothing but the request and the models. A blank query scores 0 everywhere; `[]` for
 * no items. Never fails: what could not be used is in `degraded`.
 */
export async function rank(
  request: RankRequest,
  ports: RankPorts,
): Promise<{ readonly items: readonly RankedItem[]; readonly degraded: readonly Degradation[] }> {
  const entries = uniqueEntries(request.items);
  const candidates = entries.map(({ item }) => ({
    title: ports.analyzer.analyze(item.title),
    body: ports.analyzer.analyze(item.text),
  }));
  const asked = sentences(request.query);
  const long = asked.length > MAX_QUESTION_SENTENCES;
  const lexical = long
    ? scoreLongRequest(asked.map(terms), candidates)
    : scoreQuestion(terms(request.query), candidates, ports.relatedWords);
  const compared = entries
    .map((_, i) => i)
    .filter((i) => asked.length > 0 && !(long && lexical[i]?.matches === true));
  const unique = entries.map(({ item }) => item);
  const similar = await similarities(request.query, unique, candidates, lexical, compared, ports);
  const strengths = long
    ? longStrengths(lexical, similar.values)
    : questionStrengths(request.query, ports.analyzer, entries, lexical, similar.values);
  const scored = entries.map(({ item }, i) => ({
    item,
    score: toUnit(strengths[i] ?? 0),
    best: bestSpan(candidates[i] as Candidate, lexical[i], similar.values[i]),
  }));
  const shortlist = asked.length > 0 ? request.rerankShortlist : 0;
  const rescored = await rescore(request.query, scored, shortlist, ports.reranker);
  const ranked = new Array<RankedItem>(request.items.length);
  entries.forEach(({ positions }, i) => {
    const final = rescored.scores[i];
    for (const position of positions) {
      ranked[position] = {
        id: request.items[position]?.id ?? '',
        score: final?.score ?? 0,
        parts: {
          lexical: lexical[i]?.coverage ?? 0,
          similarity: similar.values[i]?.value ?? null,
          rerank: final?.rerank ?? null,
        },
        matches: lexical[i]?.matches ?? false,
        best: scored[i]?.best ?? { start: 0, end: 0 },
      };
    }
  });
  return { items: ranked, degraded: [...similar.degraded, ...rescored.degraded] };
}
