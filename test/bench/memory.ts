/**
 * `npm run bench -- memory`: write and recall latency of one tenant with 1,000, 10,000 and 100,000
 * memories of one user, among fifty other tenants with as many together, each size in a database of its
 * own, in workerd with D1 as it runs locally. JSON on stdout, progress on stderr.
 *
 * Read the ratios: milliseconds say as much about the machine as about Casement. Rounds of all sizes
 * alternate, so that a busy machine slows all of them. Texts are embedded by hashes of their words, and
 * the vector index is the local stand-in, which scans; both are left out of the ratio of the database.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfigFile } from '../../workers/local/config-file.ts';
import { distinctDatabases } from '../../workers/local/databases.ts';
import { deriveLocal, writeConfigs } from '../../workers/local/derive.ts';
import { migrateLocal } from '../../workers/local/migrate.ts';
import { ROOT } from '../../workers/local/prepare-local.ts';
import { type LocalServer, startLocal } from '../../workers/local/start-local.ts';
import type { QuestionKind } from './memory-texts.ts';
import type { Measured } from './memory-worker.ts';

const OTHER_TENANTS = 50;
const MEASURED_TENANT = 'bench';
/** Memories per request while filling; about a second. */
const FILL_STEP = 2_000;
const DELIVER_MS = 5_000;
/** Rows written this long ago are in the vector index for sure, and recall does not look for them by hand. */
const SETTLED_MS = 600_000;
const TARGET = 2;

type Recalled = Measured & { readonly kind: QuestionKind; readonly whole: number };

interface Delivered {
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
  readonly error: string | null;
}

interface Store {
  readonly store: number;
  readonly size: number;
  readonly recalls: Recalled[];
  readonly writes: Map<number, Measured[]>;
}

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    questions: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    writes: { type: 'string', default: '20' },
    /** Goes on with the databases of an earlier run instead of filling them anew. */
    reuse: { type: 'boolean', default: false },
  },
});
const stateDir = join(ROOT, '.wrangler/bench-memory');
if (!options.reuse) rmSync(stateDir, { recursive: true, force: true });
const stores = options.sizes.split(',').map(
  (size, store): Store => ({
    store,
    size: Number(size),
    recalls: [],
    writes: new Map([
      [1, []],
      [100, []],
    ]),
  }),
);
const front = await prepare();
progress('starting workerd');
const server = await startLocal({ stateDir, front });
try {
  for (const store of stores) await fill(server, store);
  await recallAll(server);
  await writeAll(server);
  process.stdout.write(`${JSON.stringify(report(), null, 2)}\n`);
} finally {
  await server.stop();
}

/** Writes the configuration of the bench Worker, with a database per size, and migrates them. */
async function prepare(): Promise<string> {
  const base = readConfigFile(ROOT, 'test/bench/memory.toml');
  const config = deriveLocal({
    ...base,
    d1_databases: stores.map(({ store, size }) => ({
      binding: `SIZE_${store}`,
      database_name: `casement-bench-${size}`,
      migrations_dir: join(ROOT, 'migrations'),
    })),
  });
  const [path = ''] = writeConfigs(join(stateDir, 'bench'), [config]);
  progress('migrating');
  await migrateLocal({
    root: ROOT,
    databases: distinctDatabases([{ config, path }]),
    persistTo: join(stateDir, 'state'),
    stampPath: join(stateDir, 'bench-migrations.sha256'),
  });
  return path;
}

/** One name per store: they share the vector index, where a tenant's vectors must lead to its memories. */
function tenantOf(store: number): string {
  return `${MEASURED_TENANT}-${store}`;
}

/** Imports what is missing, the measured tenant's and the others' in turn, and tells the vector index. */
async function fill(local: LocalServer, { store, size }: Store): Promise<void> {
  const perOther = Math.ceil(size / OTHER_TENANTS);
  const tenants = [
    { tenant: tenantOf(store), size },
    ...Array.from({ length: OTHER_TENANTS }, (_, i) => ({ tenant: `other-${i}`, size: perOther })),
  ];
  const startMs = Date.now();
  let steps = Math.ceil(size / FILL_STEP);
  const perStep = Math.ceil(OTHER_TENANTS / steps);
  const [own, ...others] = tenants;
  const { n: there, pending } = await post<{ n: number; pending: number }>(local, 'count', {
    store,
    tenant: tenantOf(store),
  });
  if (there >= size && pending === 0) return deliverAll(local, store, `${size}`);
  for (let n = 0; n < size && own !== undefined; n += FILL_STEP) {
    steps -= 1;
    const batch = [
      { ...own, n, count: Math.min(FILL_STEP, size - n) },
      ...others
        .splice(0, steps === 0 ? others.length : perStep)
        .map((other) => ({ ...other, n: 0, count: other.size })),
    ];
    for (const one of batch) await post(local, 'fill', { store, nowMs: Date.now(), ...one });
    const seconds = Math.round((Date.now() - startMs) / 1000);
    progress(`${size}: ${Math.min(size, n + FILL_STEP)} memories imported, ${seconds} s`);
    await deliverAll(local, store, `${size}`);
  }
}

async function deliverAll(local: LocalServer, store: number, what: string): Promise<void> {
  for (;;) {
    const body = { store, nowMs: Date.now(), budgetMs: DELIVER_MS };
    const done = await post<Delivered>(local, 'deliver', body);
    if (done.failed > 0) throw new Error(`Cannot fill ${what}: ${done.error}`);
    if (done.pending === 0) return;
    progress(`${what}: ${done.pending} orders to the vector index left`);
    // What is left is not due yet: deletions are made once more a minute later.
    if (done.delivered === 0) return;
  }
}

async function recallAll(local: LocalServer): Promise<void> {
  const rounds = Number(options.rounds);
  // Round 0 loads code and pages, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    progress(`recall, round ${round} of ${rounds}`);
    for (let n = 0; n < Number(options.questions); n += 1) {
      for (const { store, size, recalls } of stores) {
        const nowMs = Date.now() + SETTLED_MS;
        const body = { store, tenant: tenantOf(store), size, n, nowMs };
        const recalled = await post<Recalled>(local, 'recall', body);
        if (round > 0) recalls.push(recalled);
      }
    }
  }
}

async function writeAll(local: LocalServer): Promise<void> {
  const repeats = Number(options.writes);
  const startMs = Date.now();
  // Far from the imported ones: in conversations of their own.
  let n = 1_000_000_000;
  progress('writes');
  // The first repeat loads code and pages, and is not counted.
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    for (const count of [1, 100]) {
      for (const { store, writes } of stores) {
        const body = { store, tenant: tenantOf(store), n, count, nowMs: Date.now() };
        const written = await post<Measured>(local, 'write', body);
        if (repeat > 0) writes.get(count)?.push(written);
      }
      n += count;
    }
  }
  for (const { store } of stores) {
    await post(local, 'forget', { store, tenant: tenantOf(store), nowMs: startMs });
  }
}

function report() {
  const sizes = stores.map(({ size, recalls, writes }) => ({
    memories: size,
    of_other_tenants: size,
    recall: { runs: recalls.length, ...spread(recalls) },
    recall_d1_ms_by_kind: byKind(recalls),
    write: Object.fromEntries(
      [...writes].map(([count, runs]) => [
        `of_${count}`,
        {
          runs: runs.length,
          ms: middleAndTail(runs.map(({ ms }) => ms)),
          d1_ms: middleAndTail(runs.map(({ d1 }) => d1)),
          round_trips: median(runs.map(({ roundTrips }) => roundTrips)),
          rows_read: median(runs.map(({ rowsRead }) => rowsRead)),
        },
      ]),
    ),
  }));
  const [base] = stores;
  return {
    about:
      'Ratios are of medians to those of the first size, in one run. Embeddings are hashes of words (a stand-in); the vector index is the local stand-in, a scan, timed by itself.',
    targets: { recall_d1_largest_to_smallest: TARGET },
    ratios: Object.fromEntries(
      stores.slice(1).map((store) => [
        `${store.size}_to_${base?.size}`,
        base === undefined
          ? {}
          : {
              recall_d1: ratioOf(store.recalls, base.recalls, ({ d1 }) => d1),
              recall_d1_mean: round(
                mean(store.recalls.map(({ d1 }) => d1)) / mean(base.recalls.map(({ d1 }) => d1)),
              ),
              recall_d1_rows_read: ratioOf(store.recalls, base.recalls, (one) => one.rowsRead),
              recall_whole: ratioOf(store.recalls, base.recalls, ({ whole }) => whole),
              recall_without_index: ratioOf(store.recalls, base.recalls, ({ ms }) => ms),
              write_1: ratioOf(writesOf(store, 1), writesOf(base, 1), ({ ms }) => ms),
              write_100: ratioOf(writesOf(store, 100), writesOf(base, 100), ({ ms }) => ms),
            },
      ]),
    ),
    sizes,
  };
}

function writesOf({ writes }: Store, count: number): readonly Measured[] {
  return writes.get(count) ?? [];
}

function spread(recalls: readonly Recalled[]) {
  const of = (value: (one: Recalled) => number) => middleAndTail(recalls.map(value));
  return {
    ms: of(({ whole }) => whole),
    d1_ms: of(({ d1 }) => d1),
    vector_index_ms: of(({ index }) => index),
    scoring_ms: of(({ scoring }) => scoring),
    rest_ms: of(({ ms, d1, scoring }) => ms - d1 - scoring),
    d1_round_trips: of(({ roundTrips }) => roundTrips),
    d1_rows_read: of(({ rowsRead }) => rowsRead),
    results: of(({ results }) => results),
  };
}

function byKind(recalls: readonly Recalled[]) {
  const kinds = Map.groupBy(recalls, ({ kind }) => kind);
  return Object.fromEntries(
    [...kinds].map(([kind, runs]) => [kind, middleAndTail(runs.map(({ d1 }) => d1))]),
  );
}

function middleAndTail(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: round(median(values)),
    p95: round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    mean: round(mean(values)),
  };
}

function ratioOf<T>(runs: readonly T[], base: readonly T[], value: (one: T) => number): number {
  return round(median(runs.map(value)) / median(base.map(value)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

async function post<T>(local: LocalServer, path: string, body: object): Promise<T> {
  const response = await fetch(`${local.url}/bench/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) {
    throw new Error(`Cannot measure ${path}: ${response.status} ${answer.slice(0, 500)}`);
  }
  return JSON.parse(answer) as T;
}

function progress(what: string): void {
  process.stderr.write(`bench: ${what}\n`);
}
