import { codeWeight, commentStart, isDiff } from '../code-lines.ts';
import { fenceBlocks, splitLines } from '../lines.ts';
import { selectLines } from './by-line.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { excerptOrder } from './excerpt.ts';
import { bestFirst, distinct } from './order.ts';

/** Matching lines that go before the outline of the file. */
const FIRST_MATCHES = 20;

/** Keeps what matches the task and the signatures; gaps are comments with the exact number of lines. */
export function reduceCode(input: ReduceInput): Draft | null {
  const { text, matcher } = input;
  const lines = splitLines(text);
  const diff = isDiff(text);
  const fenced = fenceBlocks(lines).length > 0;
  const scores = matcher.scores(lines);
  const weights = lines.map((line) => codeWeight(line, diff));
  const ofWeight = (weight: number) =>
    [...weights.keys()].filter((index) => weights[index] === weight);
  const order = distinct([
    ...(lines.length > 0 ? [0] : []),
    ...bestFirst(scores).slice(0, FIRST_MATCHES),
    ...ofWeight(2),
    ...ofWeight(1),
    ...excerptOrder(lines, scores),
  ]);
  return selectLines(input, { lines, order, comment: diff || fenced ? '' : commentStart(text) });
}
