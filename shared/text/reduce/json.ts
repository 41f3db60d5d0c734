import { largestFitting } from '../fit-tokens.ts';
import { compactJson, isJson } from '../json-text.ts';
import { splitLines } from '../lines.ts';
import { severityOf } from '../severity.ts';
import { lineLimit } from './clip.ts';
import type { Draft, Omitted, ReduceInput } from './contract.ts';
import { createJsonEmitter, type Tally } from './json-emit.ts';
import { cutWords, wayBack } from './marker.ts';
import { distinct } from './order.ts';
import { sampleOrder } from './sample-order.ts';
import { selectUnits } from './select.ts';

/** JSON has more punctuation than prose, hence fewer characters per token. A first guess only. */
const GUESS_CHARS_PER_TOKEN = 2.5;

function omittedOf({ items, ofItems, chars }: Tally, length: number): Omitted {
  if (items > 0) return { unit: 'items', count: items, of: ofItems };
  return { unit: 'characters', count: chars, of: length };
}

/** Shortens one JSON document; the result is valid JSON and says inside itself what is missing. */
function reduceDocument(input: ReduceInput): Draft | null {
  const { text, maxTokens, count } = input;
  const json = compactJson(text);
  const emitter = createJsonEmitter(json, input);
  const measure = (chars: number) => count(emitter.emit(chars).text);
  const guess = maxTokens * GUESS_CHARS_PER_TOKEN;
  const chars = largestFitting(json.length, maxTokens, measure, guess);
  const { text: short, tally } = emitter.emit(chars);
  if (chars === 0 && count(short) > maxTokens) return null;
  return { text: short, omitted: omittedOf(tally, text.length), emptied: tally.values === 0 };
}

/** Keeps whole lines of NDJSON, each shortened as JSON when it is long; the marker is a JSON line too. */
function reduceJsonLines(input: ReduceInput): Draft | null {
  const { text, maxTokens, count, matcher, handle } = input;
  const lines = splitLines(text);
  const limit = lineLimit(maxTokens);
  const severe = [...lines.keys()].filter((index) => severityOf(lines[index] ?? '') >= 2);
  const order = sampleOrder(
    matcher.scores(lines),
    distinct([...severe.slice(0, 1), ...severe.slice(-1)]),
  );
  const selected = selectUnits(
    {
      units: lines.map((line) => {
        if (line.length <= limit) return line;
        const json = compactJson(line);
        return `${createJsonEmitter(json, { ...input, handle: null }).emit(limit).text}\n`;
      }),
      order,
      always: [],
      requires: () => [],
      mark: ({ from, to, first }) => {
        const words = cutWords(to - from, first ? lines.length : null, 'lines');
        const back = first && handle !== null ? { _whole: wayBack(handle) } : {};
        return JSON.stringify({ _omitted: words.replace(' omitted', ''), ...back });
      },
    },
    maxTokens,
    count,
  );
  if (selected === null) return null;
  const omitted = {
    unit: 'lines',
    count: lines.length - selected.kept.length,
    of: lines.length,
  } as const;
  return { text: selected.text, omitted, emptied: false };
}

/** Reduces JSON or NDJSON; null when even the smallest outline does not fit. */
export function reduceJson(input: ReduceInput): Draft | null {
  return isJson(input.text) ? reduceDocument(input) : reduceJsonLines(input);
}
