/**
 * Trains the detector of indirect requests:
 *
 *     node test/eval/train/injection.ts --data DIR [--write] [--out FILE] [--trees N] [--leaves N]
 *
 * Reads DIR/train/injection_corpus.jsonl.gz and adds texts of our own templates. `--write` replaces the
 * weights that ship, `--out` keeps the trees as JSON. What they catch and cost on texts that they never
 * saw: `npm run eval -- health`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeTrees } from '../../../shared/injection/model/codec.ts';
import type { Trees } from '../../../shared/injection/model/trees.ts';
import { FEATURE_NAMES } from '../../../shared/injection/unit-features.ts';
import { boost, DEFAULT_BOOST } from './boost.ts';
import { type CorpusRow, generate, readCorpus } from './corpus.ts';
import { labelUnits } from './units.ts';

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

/** The module that carries the trees as text. */
function weightFile(trees: Trees): string {
  return `/** The trees of the detector of indirect requests; see README.md beside this file. */
export const WEIGHTS =
  '${encodeTrees(trees)}';
`;
}

function weightOf({ attack, channel, source }: CorpusRow, label: number): number {
  if (label === 1) return WEIGHTS.attack;
  if (attack !== null) return WEIGHTS.beside;
  if (source === 'stackfaq') return WEIGHTS.answer;
  if (channel === 'doc') return WEIGHTS.document;
  return channel === 'system' ? WEIGHTS.instructions : WEIGHTS.clean;
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
