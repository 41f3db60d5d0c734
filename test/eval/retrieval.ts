/**
 * Ranking quality on public retrieval sets, against plain BM25, with the embedded encoder:
 * `node test/eval/retrieval.ts --data DIR`. JSON on stdout, progress on stderr, exit 1 below a floor.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RankItem } from '../../shared/ports.ts';
import { ok } from '../../shared/result.ts';
import { createAnalyzer } from '../../shared/score/analysis.ts';
import { calibrate } from '../../shared/score/calibrate.ts';
import { type RankPorts, rank } from '../../shared/score/rank.ts';
import { terms } from '../../shared/score/words.ts';
import { nodeEncoder, nodeRelatedWords } from '../support/encoder.ts';

/** nDCG@10 (0–100) that a change may not go below: measured, less half a point. */
const FLOORS: Readonly<Record<string, number>> = {
  stackfaq: 94.5,
  tau2_banking: 42.9,
  cranfield: 40,
};
const CUTOFF = 10;
const DEEP_CUTOFF = 20;
const ANALYZED_CHARS = 20_000_000;

interface Task {
  readonly query: string;
  /** Positions of the documents that answer it. */
  readonly relevant: ReadonlySet<number>;
}
interface Dataset {
  readonly name: string;
  readonly items: readonly RankItem[];
  readonly tasks: readonly Task[];
}
interface Measures {
  readonly ndcg_at_10: number;
  readonly recall_at_10: number;
  readonly recall_at_20: number;
}
/** What one set gives: percentages, and the time of one ranking once texts are known. */
export interface RetrievalReport {
  readonly set: string;
  readonly queries: number;
  readonly ranking: Measures;
  readonly bm25: Measures;
  readonly median_ms: number;
  readonly floor: number;
  readonly passed: boolean;
}

function readLines(data: string, file: string): Record<string, unknown>[] {
  const text = readFileSync(join(data, 'retrieval', file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value);
}

function stackfaq(data: string): Dataset {
  const rows = readLines(data, 'stackfaq.jsonl');
  return {
    name: 'stackfaq',
    items: rows.map((row) => ({
      id: String(row.id),
      title: String(row.question),
      text: asText(row.answers),
    })),
    tasks: rows.flatMap((row, at) =>
      (row.rephrasings as string[]).map((query) => ({ query, relevant: new Set([at]) })),
    ),
  };
}

function tau2Banking(data: string): Dataset {
  const rows = readLines(data, 'tau2_banking_corpus.jsonl');
  const at = new Map(rows.map((row, i) => [String(row.id), i]));
  return {
    name: 'tau2_banking',
    items: rows.map((row) => ({
      id: String(row.id),
      title: String(row.title),
      text: String(row.content),
    })),
    tasks: readLines(data, 'tau2_banking_tasks.jsonl').map((row) => ({
      query: String(row.scenario),
      relevant: new Set((row.required_documents as string[]).map((id) => at.get(id) ?? -1)),
    })),
  };
}

function cranfield(data: string): Dataset {
  const rows = readLines(data, 'cranfield_corpus.jsonl');
  const at = new Map(rows.map((row, i) => [String(row.id), i]));
  const judged = readLines(data, 'cranfield_qrels.jsonl').filter((row) => Number(row.rel) > 0);
  const tasks = readLines(data, 'cranfield_queries.jsonl').map((row) => ({
    query: String(row.text),
    relevant: new Set(
      judged.filter(({ qid }) => qid === row.id).map(({ did }) => at.get(String(did)) ?? -1),
    ),
  }));
  return {
    name: 'cranfield',
    items: rows.map((row) => ({
      id: String(row.id),
      title: String(row.title),
      text: String(row.text),
    })),
    tasks: tasks.filter(({ relevant }) => relevant.size > 0),
  };
}

/** Plain BM25 (k1 1.2, b 0.75) over title and text: what one gets without any of this. */
function bm25(items: readonly RankItem[]): (query: string) => readonly number[] {
  const documents = items.map(({ title, text }) => {
    const found = terms(`${title}\n${text}`);
    const counts = new Map<string, number>();
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { counts, length: found.length };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const frequency = new Map<string, number>();
  for (const { counts } of documents) {
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return (query) => {
    const asked = terms(query).map((term) => {
      const df = frequency.get(term) ?? 0;
      return { term, idf: Math.log(1 + (documents.length - df + 0.5) / (df + 0.5)) };
    });
    return documents.map(({ counts, length }) =>
      asked.reduce((sum, { term, idf }) => {
        const tf = counts.get(term) ?? 0;
        return sum + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / average));
      }, 0),
    );
  };
}

function measure(scores: readonly number[], { relevant }: Task): Measures {
  const order = scores
    .map((score, position) => ({ score, position }))
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .map(({ position }) => position);
  const gain = (rank_: number): number => 1 / Math.log2(rank_ + 2);
  let dcg = 0;
  let ideal = 0;
  for (let i = 0; i < CUTOFF; i++) {
    if (relevant.has(order[i] ?? -1)) dcg += gain(i);
    if (i < relevant.size) ideal += gain(i);
  }
  const recall = (cutoff: number): number =>
    order.slice(0, cutoff).filter((position) => relevant.has(position)).length / relevant.size;
  return {
    ndcg_at_10: dcg / ideal,
    recall_at_10: recall(CUTOFF),
    recall_at_20: recall(DEEP_CUTOFF),
  };
}

function percent(all: readonly Measures[]): Measures {
  const mean = (pick: (one: Measures) => number): number =>
    Math.round((1000 * all.reduce((sum, one) => sum + pick(one), 0)) / all.length) / 10;
  return {
    ndcg_at_10: mean((one) => one.ndcg_at_10),
    recall_at_10: mean((one) => one.recall_at_10),
    recall_at_20: mean((one) => one.recall_at_20),
  };
}

function createPorts(): RankPorts {
  const encoder = nodeEncoder();
  const known = new Map<string, Float32Array>();
  return {
    analyzer: createAnalyzer(ANALYZED_CHARS),
    relatedWords: nodeRelatedWords(),
    reranker: null,
    calibrate,
    embed: async (texts) => {
      const vectors = texts.map((text) => {
        const vector = known.get(text) ?? encoder.embed(text);
        known.set(text, vector);
        return vector;
      });
      return ok({ model: 'use-lite-en-q8', vectors, degraded: [] });
    },
  };
}

async function evaluate(dataset: Dataset): Promise<RetrievalReport> {
  const ports = createPorts();
  const baseline = bm25(dataset.items);
  const ranked: Measures[] = [];
  const plain: Measures[] = [];
  const times: number[] = [];
  for (const [i, task] of dataset.tasks.entries()) {
    const request = { query: task.query, items: dataset.items, rerankShortlist: 0 };
    await rank(request, ports);
    // Timed the second time: embedding new texts is the encoder's cost, not the ranking's.
    const started = performance.now();
    const { items } = await rank(request, ports);
    times.push(performance.now() - started);
    ranked.push(
      measure(
        items.map(({ score }) => score),
        task,
      ),
    );
    plain.push(measure(baseline(task.query), task));
    if (i % 50 === 0) console.error(`${dataset.name}: ${i} of ${dataset.tasks.length}`);
  }
  times.sort((a, b) => a - b);
  const ranking = percent(ranked);
  const floor = FLOORS[dataset.name] ?? 0;
  return {
    set: dataset.name,
    queries: dataset.tasks.length,
    ranking,
    bm25: percent(plain),
    median_ms: Math.round((times[Math.floor(times.length / 2)] ?? 0) * 10) / 10,
    floor,
    passed: ranking.ndcg_at_10 >= floor,
  };
}

/** Measures the ranking on all sets below `data`. Throws when a file is missing. */
export async function evaluateRetrieval(data: string): Promise<readonly RetrievalReport[]> {
  const reports: RetrievalReport[] = [];
  for (const load of [stackfaq, tau2Banking, cranfield]) reports.push(await evaluate(load(data)));
  return reports;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  if (values.data === undefined) {
    console.error('Cannot measure: --data DIR is missing');
    process.exit(2);
  }
  const reports = await evaluateRetrieval(values.data);
  console.log(JSON.stringify(reports, null, 2));
  process.exit(reports.every(({ passed }) => passed) ? 0 : 1);
}
