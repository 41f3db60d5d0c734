import { type Analyzer, createAnalyzer } from '../../score/analysis.ts';
import type { RelatedWords } from '../../score/related.ts';
import { terms } from '../../score/words.ts';
import type { Span } from '../../types.ts';
import { agentOf } from './agent.ts';
import { askedDates } from './asked-dates.ts';
import { contextsOf, gate } from './context.ts';
import { type Coverage, coverageOf, NO_COVERAGE } from './coverage.ts';
import { dateMatch } from './date-match.ts';
import { formsAmong, queryWords } from './query-words.ts';
import { type MemoryReading, readMemory } from './reading.ts';
import { similarityTo } from './similarity.ts';
import { asksWhen, saysWhen } from './time-words.ts';
import type { MemoryQuery, MemoryRelevance, RankedMemory } from './types.ts';
import { DEFAULT_RANK_WEIGHTS, type RankWeights } from './weights.ts';

/** A time beside one word of many is the time of something else: from this coverage on it counts in full. */
const FULL_TIME_COVERAGE = 0.5;

/** What another form of a word counts, of 1; two words may begin alike by chance. */
const FORM_WEIGHT = 0.8;

/**
 * A question's date is about this share of it, so that a memory of that day is an answer to "what happened
 * on 7 May?" although it has none of its words.
 */
const DATE_COVERAGE = 0.25;

/** A memory by itself: its best passage, and how much of the question that covers. */
interface Own {
  readonly reading: MemoryReading;
  readonly best: Span;
  readonly coverage: Coverage;
}

/**
 * Ranks memories by how well they answer a question: the words they cover, related words included, what
 * was said before them in the same session, who said it, when it was said, and closeness in meaning. A
 * long memory counts by its best passage. In the order given; `[]` for none; the order does not change
 * the scores. The speakers are those of the candidates. A query of stop words only is ranked by the
 * other signals. `analyzer` may remember texts between calls.
 */
export function rankMemories(
  query: MemoryQuery,
  memories: readonly RankedMemory[],
  weights: RankWeights = DEFAULT_RANK_WEIGHTS,
  analyzer: Analyzer = createAnalyzer(0),
): readonly MemoryRelevance[] {
  const speakers = speakersOf(memories);
  const readings = memories.map((memory) => readMemory(memory, analyzer));
  const own = ownCoverage(query, readings, speakers);
  const softOf = (i: number | null) => (i === null ? 0 : (own[i]?.coverage.soft ?? 0));
  const shareOf = (i: number | null) => (i === null ? 0 : (own[i]?.coverage.share ?? 0));
  const bestOfSession = bestBySession(own);
  const contexts = contextsOf(memories);
  const similarity = similarityTo(query);
  const agent = agentOf(query.text, speakers);
  const isWhen = asksWhen(query.text);
  const dates = askedDates(query.text);

  return own.map(({ reading, best, coverage }, i): MemoryRelevance => {
    const { memory, facts } = reading;
    const { previous = null, beforePrevious = null } = contexts[i] ?? {};
    const open = gate(facts.length);
    const answers = previous !== null && readings[previous]?.facts.isQuestion === true;
    const close = similarity(reading);
    let strength = coverage.soft;
    strength +=
      open *
      (weights.previous * softOf(previous) +
        weights.beforePrevious * softOf(beforePrevious) +
        (answers ? weights.answered * softOf(previous) : 0) +
        weights.session * (bestOfSession.get(memory.session) ?? 0));
    if (agent !== null && memory.speaker === agent) {
      strength += weights.agent + weights.agentCoverage * coverage.soft;
    }
    if (isWhen && coverage.matches && saysWhen(memory.text.slice(best.start, best.end))) {
      strength += weights.when * Math.min(1, coverage.share / FULL_TIME_COVERAGE);
    }
    if (facts.isQuestion) strength -= weights.question * coverage.soft;
    const dated = dateMatch(dates, memory);
    strength += weights.date * dated + weights.similarity * (close ?? 0);
    const inherited = answers ? open * weights.answered * shareOf(previous) : 0;
    return {
      strength: Math.max(0, strength),
      coverage: Math.min(1, Math.max(coverage.share, inherited, DATE_COVERAGE * dated)),
      similarity: close,
      best,
    };
  });
}

function speakersOf(memories: readonly RankedMemory[]): readonly string[] {
  const found = new Set<string>();
  for (const { speaker } of memories) if (speaker !== null) found.add(speaker);
  // Sorted, so that the order of the candidates decides nothing.
  return [...found].sort();
}

/** What each memory covers by itself; related words count where they occur among the memories. */
function ownCoverage(
  query: MemoryQuery,
  readings: readonly MemoryReading[],
  speakers: readonly string[],
): readonly Own[] {
  const known = new Set<string>();
  for (const { whole } of readings) for (const term of whole.counts.keys()) known.add(term);
  const names = new Set(speakers.flatMap(terms));
  const asked = queryWords(query.text);
  const related = asked.isInflected ? withForms(query.related, known) : query.related;
  const isKnown = (stem: string) => known.has(stem);
  const cover = coverageOf({ ...query, related }, asked.terms, names, isKnown);
  return readings.map((reading) => {
    let best = reading.parts[0]?.span ?? { start: 0, end: reading.memory.text.length };
    let coverage = NO_COVERAGE;
    for (const part of reading.parts) {
      const found = cover(part.terms);
      if (found.soft > coverage.soft) {
        coverage = found;
        best = part.span;
      }
    }
    return { reading, best, coverage };
  });
}

/** Other forms of a word come before words that are only related to it. */
function withForms(table: RelatedWords, known: ReadonlySet<string>): RelatedWords {
  const formsOf = formsAmong(known);
  return {
    of: (word) => [
      ...formsOf(word).map((stem) => ({ stem, weight: FORM_WEIGHT })),
      ...table.of(word),
    ],
  };
}

function bestBySession(own: readonly Own[]): ReadonlyMap<string | null, number> {
  const best = new Map<string | null, number>();
  for (const { reading, coverage } of own) {
    const { session } = reading.memory;
    if (session !== null && coverage.soft > (best.get(session) ?? 0))
      best.set(session, coverage.soft);
  }
  return best;
}
