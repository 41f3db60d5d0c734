import type { Authority } from '../../shared/contracts/memory.ts';
import { readingOf } from '../../shared/memory/reading-of.ts';
import { weigh } from '../../shared/memory/weigh.ts';
import { DEFAULT_WEIGHTS } from '../../shared/memory/weights.ts';
import type { MemoryStore } from '../../shared/ports.ts';
import { fail, ok } from '../../shared/result.ts';
import type { FilledStore, Remembered } from './contracts/memory-store.ts';
import { FakeRanker } from './fake-ranker.ts';

const SCOPE_IDS = ['user_id', 'agent_id', 'run_id'] as const;
const TRUSTS = { record: 'verified', agent: 'model', user: 'user' } as const;

/** A memory store of one tenant in memory: by word coverage alone, without an index. */
export function memoryMemoryStore(): FilledStore {
  const kept: (Remembered & { readonly id: string; readonly authority: Authority })[] = [];
  const ranker = new FakeRanker();
  const struck: Remembered[] = [];
  const gone = new Set<string>();
  let count = 0;
  const store: MemoryStore = {
    async recall({ query, scope, topK, mode, nowMs }) {
      const given = SCOPE_IDS.filter((field) => scope[field] !== undefined);
      if (given.length === 0 || given.some((field) => scope[field]?.trim() === '')) {
        return fail({ code: 'invalid_request', detail: 'Cannot recall memories: no usable scope' });
      }
      const inScope = kept.filter((memory) =>
        given.every((field) => scope[field] === { run_id: undefined, ...memory }[field]),
      );
      const items = inScope.map(({ id, text }) => ({ id, title: '', text }));
      const ranked = await ranker.rank({ query, items, rerankShortlist: 0 });
      if (!ranked.ok) return ranked;
      const facts = inScope.map((memory) => ({
        ...memory,
        category: 'general' as const,
        freshAtMs: nowMs,
        retrievedAtMs: nowMs,
        usefulCount: 0,
        validFromMs: null,
        validToMs: null,
        supersededAtMs: null,
      }));
      const times = { atMs: nowMs, nowMs };
      const options = { mode, limit: topK, threshold: 0, weights: DEFAULT_WEIGHTS, ...times };
      const relevance = ranked.value.items.map(({ score, parts }) => ({
        strength: score,
        coverage: parts.lexical,
        similarity: parts.similarity,
      }));
      const best = weigh(facts, relevance, options);
      const hits = best.map(({ memory, score }) => ({
        id: memory.id,
        text: memory.text,
        source: `memory:${memory.authority}`,
        trust: TRUSTS[memory.authority],
        entity: null,
        createdAtMs: nowMs,
        supersededAtMs: null,
        score,
      }));
      return ok({ hits, degraded: [] });
    },

    async strike({ ids, reason }) {
      if (ids.length === 0 || reason.trim() === '') {
        return fail({
          code: 'invalid_request',
          detail: 'Cannot strike memories: say which and why',
        });
      }
      for (const id of ids) {
        const memory = kept.find((one) => one.id === id);
        if (memory === undefined) continue;
        struck.push(memory);
        gone.add(id);
        const same = kept.filter((one) => one.id === id || isSame(one, memory));
        for (const one of same) {
          gone.add(one.id);
          kept.splice(kept.indexOf(one), 1);
        }
      }
      return ok({ ids: ids.filter((id) => gone.has(id)), degraded: [] });
    },
  };
  return {
    store,
    async remember(memories) {
      for (const memory of memories) {
        if (struck.some((one) => isSame(one, memory))) continue;
        kept.push({ authority: 'user', ...memory, id: `mem_${count++}` });
      }
    },
  };
}

/** The same reading in a scope that the same caller may be shown. */
function isSame(a: Remembered, b: Remembered): boolean {
  const pairs = (['user_id', 'agent_id'] as const).map((field) => [a[field], b[field]] as const);
  const meet = pairs.some(([one, other]) => one !== undefined && one === other);
  const differ = pairs.some(
    ([one, other]) => one !== undefined && other !== undefined && one !== other,
  );
  return readingOf(a.text) === readingOf(b.text) && meet && !differ;
}
