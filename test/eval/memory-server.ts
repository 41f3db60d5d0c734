/** Asks a whole local server, over HTTP, for the memories of a conversation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../shared/types.ts';
import { DEV_KEY } from '../../workers/local/derive.ts';
import { type LocalServer, startLocal } from '../../workers/local/start-local.ts';
import { DEPTH, Tally } from './memory-measure.ts';
import type { MemorySet, StoredTurn } from './memory-sets.ts';

const BATCH = 100;
/** Results from which the order by relevance alone is taken: what is less relevant than these is no hit. */
const RELEVANCE_RESULTS = 50;
/** Tells the vector index what it has not been told, as every five minutes in production. */
const DELIVER_CRON = '*/5 * * * *';
const MAX_DELIVERIES = 5;

/** How turns are imported: people do it in each of these ways. The set is always the `user_id`. */
export const SHAPES = ['prefix', 'metadata', 'dates'] as const;
export type Shape = (typeof SHAPES)[number];

/** What of the answers is measured. */
export const MODES = ['relevance', 'weighted', 'park'] as const;
export type Mode = (typeof MODES)[number];

interface Result {
  readonly memory: { readonly id: string };
  readonly signals: { readonly relevance: number };
}

/** A turn as a memory. `prefix`: speaker in the text, session as run; `metadata`: both beside it; `dates`: speaker in the text, day only. */
function toMemory(turn: StoredTurn, user: string, shape: Shape): JsonObject {
  const spoken = `${turn.speaker}: ${turn.text}`;
  const at = turn.atMs === null ? {} : { occurred_at: new Date(turn.atMs).toISOString() };
  if (shape === 'metadata') {
    const metadata = { speaker: turn.speaker, session: turn.session };
    return { text: turn.text, user_id: user, metadata, ...at };
  }
  const run = shape === 'prefix' ? { run_id: turn.session } : {};
  return { text: spoken, user_id: user, ...run, ...at };
}

/** What came of storing and asking. */
export interface ServerReport {
  readonly modes: Readonly<Record<Mode, Tally>>;
  readonly stored: number;
  /** Turns that were not stored as a memory of their own, by what happened to them. */
  readonly not_added: Readonly<Record<string, number>>;
  readonly degraded: readonly string[];
  readonly median_search_ms: number;
}

/** Stores the turns of all sets on a fresh server, asks all questions, and stops it. */
export async function askServer(
  sets: readonly MemorySet[],
  shape: Shape,
  progress: (what: string) => void,
): Promise<ServerReport> {
  const stateDir = mkdtempSync(join(tmpdir(), 'casement-memory-'));
  const server = await startLocal({ stateDir });
  try {
    const turnOf = new Map<string, string>();
    const notAdded: Record<string, number> = {};
    for (const set of sets) {
      progress(`${shape}: storing ${set.turns.length} turns of ${set.name}`);
      for (const [id, event] of await store(server, set, shape, turnOf)) {
        if (event !== 'added') notAdded[event] = (notAdded[event] ?? 0) + 1;
        if (id === '') throw new Error('Cannot store a turn: the answer has no id');
      }
    }
    await deliver(server, sets);
    const modes = { relevance: new Tally(), weighted: new Tally(), park: new Tally() };
    const degraded = new Set<string>();
    const times: number[] = [];
    for (const set of sets) {
      progress(`${shape}: asking ${set.questions.length} questions of ${set.name}`);
      for (const { query, kind, relevant } of set.questions) {
        for (const mode of MODES) {
          const started = performance.now();
          const answer = await search(server, set, query, mode);
          times.push(performance.now() - started);
          for (const { effect } of answer.degraded) degraded.add(effect);
          const ranked = answer.ids.map((id) => turnOf.get(id) ?? id);
          modes[mode].add(kind, ranked, relevant);
        }
      }
    }
    times.sort((a, b) => a - b);
    return {
      modes,
      stored: turnOf.size,
      not_added: notAdded,
      degraded: [...degraded],
      median_search_ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    };
  } finally {
    await server.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Stores one set in order and notes which memory is which turn. Gives id and event of each turn. */
async function store(
  server: LocalServer,
  { name, turns }: MemorySet,
  shape: Shape,
  turnOf: Map<string, string>,
): Promise<readonly (readonly [string, string])[]> {
  const events: (readonly [string, string])[] = [];
  for (let from = 0; from < turns.length; from += BATCH) {
    const batch = turns.slice(from, from + BATCH);
    const memories = batch.map((turn) => toMemory(turn, name, shape));
    const answer = await post(server, '/v1/memories', { memories });
    const added = answer.memories as readonly { readonly id: string; readonly event: string }[];
    added.forEach(({ id, event }, i) => {
      // A repeated text is the memory that it repeats.
      if (!turnOf.has(id)) turnOf.set(id, batch[i]?.id ?? '');
      events.push([id, event]);
    });
  }
  return events;
}

/** Runs the delivery to the vector index until a search has nothing to say about it. */
async function deliver(server: LocalServer, sets: readonly MemorySet[]): Promise<void> {
  for (let run = 0; run < MAX_DELIVERIES; run++) {
    const query = new URLSearchParams({ cron: DELIVER_CRON }).toString();
    await fetch(`${server.url}/cdn-cgi/handler/scheduled?${query}`).then((answer) => answer.text());
    const answers = await Promise.all(sets.map((set) => search(server, set, 'hello', 'weighted')));
    if (answers.every(({ degraded }) => degraded.length === 0)) return;
  }
}

async function search(server: LocalServer, { name }: MemorySet, query: string, mode: Mode) {
  const byRelevance = mode === 'relevance';
  const answer = await post(server, '/v1/memories/search', {
    query,
    user_id: name,
    top_k: byRelevance ? RELEVANCE_RESULTS : DEPTH,
    mode: byRelevance ? 'weighted' : mode,
    touch: false,
  });
  const results = answer.results as readonly Result[];
  const ordered = byRelevance
    ? results.toSorted((a, b) => b.signals.relevance - a.signals.relevance)
    : results;
  return {
    ids: ordered.map(({ memory }) => memory.id),
    degraded: answer.degraded as readonly { readonly effect: string }[],
  };
}

async function post(server: LocalServer, path: string, body: JsonObject) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEV_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Cannot ask ${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}
