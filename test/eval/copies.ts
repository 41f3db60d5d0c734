/**
 * Measures the merge of near-copies on public pairs: how many duplicates it merges, and how many
 * contradictions it would merge (each of those would lose a fact).
 * `node test/eval/copies.ts --data DIR`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCopies } from '../../shared/compare/copies.ts';
import { mergeBlock } from '../../shared/compare/guard.ts';
import { DEFAULT_POLICY } from '../../shared/policy.ts';
import { calibrate } from '../../shared/score/calibrate.ts';
import { EMBEDDED_MODEL } from '../../workers/scoring/embedded/embedder.ts';
import { nodeEncoder } from '../support/encoder.ts';

/** Largest share of contradictions that may merge, and smallest share of rephrasings the guard lets pass. */
const MAX_MERGED_CONTRADICTIONS = 0.013;

interface Pair {
  readonly a: string;
  readonly b: string;
  readonly source?: string;
  readonly label?: string;
  readonly dup?: boolean | number;
}

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });
const encoder = await nodeEncoder();
const contradictions = read('contradiction.jsonl').filter((pair) => pair.label === 'contradiction');
const entailments = read('contradiction.jsonl').filter((pair) => pair.label === 'entailment');
const duplicates = read('duplicates.jsonl').filter((pair) => Boolean(pair.dup));

const merged = {
  contradictions: await share(contradictions),
  entailments: await share(entailments),
  duplicates: await share(duplicates),
};
const blocked = {
  contradictions: blockedShare(contradictions),
  entailments: blockedShare(entailments),
  duplicates: blockedShare(duplicates),
};
const report = {
  pairs: {
    contradictions: contradictions.length,
    entailments: entailments.length,
    duplicates: duplicates.length,
  },
  merged,
  blocked_by_guard: blocked,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
if (merged.contradictions > MAX_MERGED_CONTRADICTIONS) process.exitCode = 1;

function read(file: string): readonly Pair[] {
  return readFileSync(join(values.data, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Pair);
}

async function share(pairs: readonly Pair[]): Promise<number> {
  let count = 0;
  for (const { a, b } of pairs) {
    const copies = await findCopies(
      [
        { id: 'a', text: a, fixed: false },
        { id: 'b', text: b, fixed: false },
      ],
      {
        nearOverlap: DEFAULT_POLICY.near_overlap,
        nearSimilarity: DEFAULT_POLICY.near_similarity,
        nearSimilarityOverlap: DEFAULT_POLICY.near_similarity_overlap,
        prefer: (x, y) => (x < y ? -1 : 1),
        similarity: async (asked) => asked.map((pair) => similarity(pair.a, pair.b)),
      },
    );
    count += copies.length;
  }
  return round(count / Math.max(1, pairs.length));
}

function similarity(a: string, b: string): number {
  const left = encoder.embed(a);
  const right = encoder.embed(b);
  return calibrate(
    EMBEDDED_MODEL,
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0),
  );
}

function blockedShare(pairs: readonly Pair[]): number {
  const count = pairs.filter(({ a, b }) => mergeBlock(a, b) !== null).length;
  return round(count / Math.max(1, pairs.length));
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
