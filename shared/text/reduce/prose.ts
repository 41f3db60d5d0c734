import { splitSentences } from '../sentences.ts';
import { clipLine, lineLimit } from './clip.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { excerptOrder } from './excerpt.ts';
import { gapMarker } from './marker.ts';
import { selectUnits } from './select.ts';

/** With fewer sentences there is nothing to choose from; smaller pieces serve better. */
const MIN_SENTENCES = 3;

/** An excerpt around what the task asks: whole sentences in their order, gaps marked; null below 3 sentences. */
export function reduceProse(input: ReduceInput): Draft | null {
  const { text, maxTokens, count, matcher, handle } = input;
  const sentences = splitSentences(text);
  const of = sentences.length;
  if (of < MIN_SENTENCES) return null;
  const limit = lineLimit(maxTokens);
  const selected = selectUnits(
    {
      units: sentences.map((sentence) => clipLine(sentence, limit, matcher)),
      order: excerptOrder(sentences, matcher.scores(sentences)),
      always: [],
      requires: () => [],
      mark: ({ from, to, first }) =>
        gapMarker({ count: to - from, of, unit: 'sentences', first, handle, note: '' }),
    },
    maxTokens,
    count,
  );
  if (selected === null) return null;
  const omitted = { unit: 'sentences', count: of - selected.kept.length, of } as const;
  return { text: selected.text, omitted, emptied: false };
}
