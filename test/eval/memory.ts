/**
 * Recall of memories on public conversations: `node test/eval/memory.ts --data DIR [--shapes a,b]
 * [--offline]`. LoCoMo and BFCL are written to a local server turn by turn with `POST /v1/memories` and
 * asked for with `POST /v1/memories/search`; measured is the evidence among the results, by relevance
 * alone and in both modes, beside plain BM25 (k1 1.2, b 0.75) over the same words. `--offline` ranks all
 * memories in this process instead. JSON on stdout, progress on stderr, exit 1 below a floor. Nothing is
 * fitted to these sets; no model is the judge.
 */
import { parseArgs } from 'node:util';
import { type Measures, type RankingReport, Tally } from './memory-measure.ts';
import { createStore } from './memory-rank.ts';
import { askServer, MODES, type ServerReport, SHAPES, type Shape } from './memory-server.ts';
import { bfclSets, locomoSets, type MemorySet } from './memory-sets.ts';

/**
 * Percentages that a change may not go below, by data set: what is required of LoCoMo (R@10 80, nDCG@10
 * 69), elsewhere measured, less one point. `weighted` may lose one point of R@10 against relevance alone.
 */
const FLOORS: Readonly<Record<string, Pick<Measures, 'recall_at_10' | 'ndcg_at_10'>>> = {
  locomo: { recall_at_10: 80, ndcg_at_10: 69 },
  bfcl: { recall_at_10: 96, ndcg_at_10: 88 },
};
const MAX_WEIGHTED_LOSS = 1;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    shapes: { type: 'string', default: 'prefix' },
    offline: { type: 'boolean', default: false },
  },
});
const shapes = SHAPES.filter((shape) => values.shapes.split(',').includes(shape));
if (shapes.length === 0) {
  process.stderr.write(`Unknown shape "${values.shapes}": choose from ${SHAPES.join(', ')}\n`);
  process.exit(2);
}

const DATASETS = { locomo: locomoSets(values.data), bfcl: bfclSets(values.data) };
const reports = [];
for (const [name, sets] of Object.entries(DATASETS)) {
  const ways = values.offline ? (['offline'] as const) : shapes;
  for (const way of ways) reports.push(await evaluate(name, sets, way));
}
process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
if (reports.some(({ passed }) => !passed)) process.exitCode = 1;

async function evaluate(name: string, sets: readonly MemorySet[], way: Shape | 'offline') {
  const { rankings, ...rest } = way === 'offline' ? offline(sets) : await online(sets, way);
  const floor = FLOORS[name] ?? { recall_at_10: 0, ndcg_at_10: 0 };
  const { relevance, weighted } = rankings;
  const loss = (relevance?.all.recall_at_10 ?? 0) - (weighted?.all.recall_at_10 ?? 0);
  const passed =
    (relevance?.all.recall_at_10 ?? 0) >= floor.recall_at_10 &&
    (relevance?.all.ndcg_at_10 ?? 0) >= floor.ndcg_at_10 &&
    loss <= MAX_WEIGHTED_LOSS;
  progress(`${name} ${way}: ${JSON.stringify(relevance?.all)}${passed ? '' : ', below its floor'}`);
  return { set: name, way, ...rest, rankings, floor, passed };
}

type Rankings = Readonly<Record<string, RankingReport>>;

async function online(
  sets: readonly MemorySet[],
  shape: Shape,
): Promise<Omit<ServerReport, 'modes'> & { readonly rankings: Rankings }> {
  const { modes, ...rest } = await askServer(sets, shape, progress);
  const bm25 = new Tally();
  for (const set of sets) {
    // The baseline reads words only: nothing is embedded for it.
    const store = createStore(set, undefined, () => new Float32Array());
    for (const { query, kind, relevant } of set.questions) {
      bm25.add(kind, store.rank(query).bm25, relevant);
    }
  }
  const measured = MODES.map((mode) => [mode, modes[mode].report()] as const);
  return { ...rest, rankings: { ...Object.fromEntries(measured), bm25: bm25.report() } };
}

function offline(sets: readonly MemorySet[]): { readonly rankings: Rankings } {
  const tallies: Record<string, Tally> = {};
  for (const set of sets) {
    progress(`embedding ${set.turns.length} turns of ${set.name}`);
    const store = createStore(set);
    for (const { query, kind, relevant } of set.questions) {
      for (const [ranking, ranked] of Object.entries(store.rank(query))) {
        tallies[ranking] ??= new Tally();
        tallies[ranking].add(kind, ranked, relevant);
      }
    }
  }
  const reports = Object.entries(tallies).map(([name, tally]) => [name, tally.report()] as const);
  return { rankings: Object.fromEntries(reports) };
}

function progress(what: string): void {
  process.stderr.write(`memory: ${what}\n`);
}
