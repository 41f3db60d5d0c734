import type { Analyzer, TermCounts, TextAnalysis } from '../../score/analysis.ts';
import { isEnglish } from '../../score/readable.ts';
import type { Span } from '../../types.ts';
import { lengthInWords } from '../length.ts';
import { spokenText } from '../speaker.ts';
import { isQuestion } from './questions.ts';
import type { RankedMemory } from './types.ts';

/** A memory's words, counted once for all that is asked of them. */
export interface MemoryReading {
  readonly memory: RankedMemory;
  /** Speaker, title and text. */
  readonly whole: TermCounts;
  /** Passages of the text, each with speaker and title; one that is `whole` for a short text. */
  readonly parts: readonly { readonly span: Span; readonly terms: TermCounts }[];
  readonly facts: TextFacts;
}

/** What is asked of a text again with every question. */
export interface TextFacts {
  /** In words. */
  readonly length: number;
  readonly isEnglish: boolean;
  /** It ends by asking something. */
  readonly isQuestion: boolean;
}

/** Lives as long as the analyzer remembers the text. */
const knownFacts = new WeakMap<TextAnalysis, TextFacts>();

function factsOf(text: string, analysis: TextAnalysis): TextFacts {
  const known = knownFacts.get(analysis);
  if (known !== undefined) return known;
  const facts = {
    length: lengthInWords(text),
    isEnglish: isEnglish(text),
    isQuestion: isQuestion(text),
  };
  knownFacts.set(analysis, facts);
  return facts;
}

function together(parts: readonly TermCounts[]): TermCounts {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const counts = new Map<string, number>();
  let length = 0;
  for (const part of parts) {
    length += part.length;
    for (const [term, count] of part.counts) counts.set(term, (counts.get(term) ?? 0) + count);
  }
  return { counts, length };
}

/** Reads a memory: `Speaker: text`, with the words of its entity and key. Linear when the text is new. */
export function readMemory(memory: RankedMemory, analyzer: Analyzer): MemoryReading {
  const { text, title, speaker } = memory;
  const body = analyzer.analyze(text);
  const isNamed = spokenText(text, speaker) === text;
  const about = [title, isNamed ? '' : (speaker ?? '')]
    .filter((words) => words !== '')
    .map((words) => analyzer.analyze(words).whole);
  const whole = together([body.whole, ...about]);
  const parts = body.spans.map((span, i) => {
    const own = body.parts[i] ?? body.whole;
    return { span, terms: body.spans.length === 1 ? whole : together([own, ...about]) };
  });
  return { memory, whole, parts, facts: factsOf(text, body) };
}
