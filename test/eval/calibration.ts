import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrate } from '../../shared/score/calibrate.ts';
import { EMBEDDED_MODEL } from '../../workers/scoring/embedded/embedder.ts';
import { nodeEncoder } from '../support/encoder.ts';

/**
 * Cosines of the embedded encoder between texts that have nothing to do with each other and between
 * texts that have: what the table in shared/score/calibrate.ts rests on. Prints JSON.
 *
 *   node test/eval/calibration.ts --data DIR
 */

const PAIRS_PER_GROUP = 400;
/** Steps through the other collection so that pairs do not follow the order of the files. */
const STRIDE = 37;
/** The default of `distraction_min_similarity`. */
const DISTRACTION_SIMILARITY = 0.1;

type Pair = readonly [string, string];

interface Faq {
  readonly question: string;
  readonly rephrasings: readonly string[];
  /** One answer is given as a string. */
  readonly answers: string | readonly string[];
}

interface Duplicate {
  readonly source: string;
  readonly a: string;
  readonly b: string;
  readonly dup: 0 | 1;
}

interface BankDocument {
  readonly title: string;
  readonly content: string;
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('Cannot measure: --data DIR is missing');
const folder = values.data;

function lines<T>(file: string): T[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Each item of one list with an item of the other at a different index. */
function mismatched(left: readonly string[], right: readonly string[]): Pair[] {
  return left.flatMap((a, at) =>
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((step): Pair[] => {
      const other = (at + step * STRIDE) % right.length;
      const b = right[other];
      return other === at || b === undefined ? [] : [[a, b]];
    }),
  );
}

function pairGroups(): Record<string, Pair[]> {
  const faq = lines<Faq>('retrieval/stackfaq.jsonl');
  const copies = lines<Duplicate>('duplicates.jsonl');
  const bank = lines<BankDocument>('retrieval/tau2_banking_corpus.jsonl');
  const questions = faq.map(({ question }) => question);
  const answers = faq.map((entry) => [entry.answers].flat()[0] ?? entry.question);
  const news = copies.filter(({ source }) => source === 'mrpc_test').map(({ a }) => a);
  const sameAs = (source: string): Pair[] =>
    copies.filter((pair) => pair.source === source && pair.dup === 1).map(({ a, b }) => [a, b]);
  return {
    'unrelated: question, other question (StackFAQ)': mismatched(questions, questions),
    'unrelated: question, answer to another (StackFAQ)': mismatched(questions, answers),
    'unrelated: news sentence, another (MRPC)': mismatched(news, news),
    'unrelated: question, bank document (StackFAQ, tau2)': mismatched(
      questions,
      bank.map(({ content }) => content),
    ),
    'unrelated: news sentence, question (MRPC, StackFAQ)': mismatched(news, questions),
    'same bank: title, another document (tau2)': mismatched(
      bank.map(({ title }) => title),
      bank.map(({ content }) => content),
    ),
    'related: question, its answer (StackFAQ)': faq.flatMap((entry) =>
      [entry.answers].flat().map((answer): Pair => [entry.question, answer]),
    ),
    'related: title, its document (tau2)': bank.map(({ title, content }) => [title, content]),
    'same: question, rephrasing (StackFAQ)': faq.flatMap((entry) =>
      entry.rephrasings.map((other): Pair => [entry.question, other]),
    ),
    'same: paraphrases (MRPC)': sameAs('mrpc_test'),
    'same: paraphrases (STS 2015)': sameAs('sts_2015'),
  };
}

const vectors = new Map<string, Float32Array>();

function vectorOf(text: string): Float32Array {
  const vector = vectors.get(text) ?? nodeEncoder().embed(text);
  vectors.set(text, vector);
  return vector;
}

function cosine([a, b]: Pair): number {
  const other = vectorOf(b);
  return vectorOf(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function summary(pairs: readonly Pair[]) {
  const step = Math.max(1, Math.floor(pairs.length / PAIRS_PER_GROUP));
  const cosines = pairs.filter((_, at) => at % step === 0).map(cosine);
  cosines.sort((a, b) => a - b);
  const round = (value: number) => Number(value.toFixed(3));
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const deviation = Math.sqrt(
    cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length,
  );
  const quantile = (share: number) => round(cosines[Math.floor(share * cosines.length)] ?? 0);
  const calibrated = cosines.map((value) => calibrate(EMBEDDED_MODEL, value));
  const above = calibrated.filter((value) => value >= DISTRACTION_SIMILARITY).length;
  return {
    pairs: cosines.length,
    cosine: { mean: round(mean), deviation: round(deviation) },
    quantiles: { p5: quantile(0.05), p50: quantile(0.5), p90: quantile(0.9), p95: quantile(0.95) },
    calibrated_mean: round(calibrated.reduce((sum, value) => sum + value, 0) / calibrated.length),
    share_above_distraction: round(above / calibrated.length),
  };
}

const report = Object.entries(pairGroups()).map(([group, pairs]) => [group, summary(pairs)]);
console.log(JSON.stringify({ model: EMBEDDED_MODEL, groups: Object.fromEntries(report) }, null, 2));
