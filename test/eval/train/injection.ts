/**
 * Trains the detector of indirect requests and measures it on texts that it never saw:
 *
 *     node test/eval/train/injection.ts --data DIR [--write] [--out FILE] [--trees N] [--leaves N]
 *
 * Reads DIR/train/injection_corpus.jsonl.gz and adds texts of our own templates. `--write` replaces the
 * weights that ship, `--out` keeps the trees as JSON. Prints the thresholds by channel and what they catch.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeTrees } from '../../../shared/injection/model/codec.ts';
import { FEATURE_NAMES } from '../../../shared/injection/unit-features.ts';
import { spliceCases } from '../splices.ts';
import { boost, DEFAULT_BOOST, type Ensemble, predict } from './boost.ts';
import { type CorpusRow, generate, readCorpus, readLines } from './corpus.ts';
import { type LabelledUnits, labelUnits } from './units.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string' },
    write: { type: 'boolean', default: false },
    trees: { type: 'string', default: '340' },
    leaves: { type: 'string', default: '24' },
  },
});

/** Where the weights that ship stand. */
const WEIGHT_FILE = join(import.meta.dirname, '../../../shared/injection/model/weights.ts');

/** Weights of units: of an attack, of a clean text, of an attacked text beside the attack. */
const WEIGHTS = {
  attack: 2,
  clean: 1,
  beside: 0.3,
  instructions: 1.5,
  document: 1.2,
  // Answers that tell their reader what to do: few texts of the corpus, many of the world's.
  answer: 4,
} as const;

const corpus = await readCorpus(values.data);
const own = generate(corpus, 'train', 5);
const train = [...corpus.filter(({ split }) => split === 'train'), ...own];
progress(`${train.length} texts, ${FEATURE_NAMES.length} features`);
const rows: Float32Array[] = [];
const labels: number[] = [];
const weights: number[] = [];
for (const row of train) {
  const labelled = labelUnits(row);
  labelled.labels.forEach((label, index) => {
    const features = labelled.features[index];
    if (label === null || features === undefined) return;
    rows.push(features);
    labels.push(label);
    weights.push(weightOf(row, label));
  });
}
const positives = labels.reduce((sum, label) => sum + label, 0);
progress(`${rows.length} units, ${positives} of attacks`);
const model = boost(
  { rows, labels: Uint8Array.from(labels), weights: Float32Array.from(weights) },
  {
    ...DEFAULT_BOOST,
    trees: Number(values.trees),
    leaves: Number(values.leaves),
    onTree: (done) => {
      if (done % 50 === 0) progress(`${done} trees`);
    },
  },
);
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(model));
if (values.write) writeFileSync(WEIGHT_FILE, weightFile(model));
await report(model);

/** The module that carries the trees as text. */
function weightFile(ensemble: Ensemble): string {
  return `/** The trees of the detector of indirect requests; see README.md beside this file. */
export const WEIGHTS =
  '${encodeTrees(ensemble)}';
`;
}

function weightOf({ attack, channel, source }: CorpusRow, label: number): number {
  if (label === 1) return WEIGHTS.attack;
  if (attack !== null) return WEIGHTS.beside;
  if (source === 'stackfaq') return WEIGHTS.answer;
  if (channel === 'doc') return WEIGHTS.document;
  return channel === 'system' ? WEIGHTS.instructions : WEIGHTS.clean;
}

interface Scored {
  readonly channel: string;
  readonly source: string;
  readonly score: number;
}

/** Highest score of a text's units; of an attacked one, of the units that overlap the attack. */
function top(
  ensemble: Ensemble,
  { features, units }: LabelledUnits,
  at?: { start: number; end: number },
): number {
  return features.reduce((best, row, index) => {
    const unit = units[index];
    const isOut =
      at !== undefined && (unit === undefined || unit.start >= at.end || unit.end <= at.start);
    return isOut ? best : Math.max(best, predict(ensemble, row));
  }, -30);
}

async function report(ensemble: Ensemble): Promise<void> {
  const score = (text: string, channel: string, at?: { start: number; end: number }) =>
    top(ensemble, labelUnits({ text, attack: null, channel }), at);
  const val = corpus.filter(({ split, attack }) => split === 'val' && attack === null);
  const dev: Scored[] = val.map(({ text, channel, source }) => ({
    channel: channel === 'system' ? 'instructions' : channel,
    source,
    score: score(text, channel),
  }));
  const { carriers, cases } = await spliceCases(values.data);
  const clean: Scored[] = carriers.map(({ text, channel, source }) => ({
    channel,
    source,
    score: score(text, channel),
  }));
  const spliced = cases.map((item) => ({
    channel: item.channel,
    family: item.family,
    score: score(item.text, item.channel, item),
  }));
  const public_ = readLines<{ source: string; channel: string; label: number; text: string }>(
    values.data,
    'injection.jsonl',
  )
    .filter(({ channel }) => channel !== 'user')
    .map(({ source, channel, label, text }) => ({
      channel: channel === 'system' ? 'instructions' : channel,
      source: `${source}|${label}`,
      score: score(text, channel),
    }));
  for (const channel of ['tool_result', 'doc', 'email', 'instructions']) {
    const benign = [...dev, ...clean]
      .filter((row) => row.channel === channel)
      .map((row) => row.score);
    for (const rate of [0.01, 0.02, 0.05]) {
      const threshold = quantile(benign, 1 - rate);
      const caught = spliced.filter((row) => row.channel === channel);
      const by = Map.groupBy(caught, ({ family }) => family);
      const share = (list: readonly { score: number }[]) =>
        percent(list.filter((row) => row.score > threshold).length, list.length);
      progress(
        `${channel} at ${rate * 100} % of ${benign.length}: threshold ${threshold.toFixed(2)}, splices ${share(caught)} (${[...by].map(([family, list]) => `${family} ${share(list)}`).join(', ')})`,
      );
      const sources = Map.groupBy(
        public_.filter((row) => row.channel === channel),
        ({ source }) => source,
      );
      progress(`   ${[...sources].map(([source, list]) => `${source} ${share(list)}`).join(', ')}`);
    }
  }
}

function quantile(scores: readonly number[], share: number): number {
  const sorted = scores.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`;
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
