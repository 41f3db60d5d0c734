import { sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { NewMemory } from '../../../shared/contracts/memory.ts';
import {
  REFLECTION_INSTRUCTIONS,
  REFLECTION_SCHEMA,
  REFLECTION_TOKENS,
  readReflection,
} from '../../../shared/memory/consolidate/reflection.ts';
import { WORDS_VERSION } from '../../../shared/memory/word-index.ts';
import { within } from '../../../shared/within.ts';
import { memories } from '../schema/memories.ts';
import { ormOf } from '../session.ts';
import { readVersioned, unchangedStatement, type VersionedRow } from '../unchanged.ts';
import { wordsStatement } from '../words.ts';
import { describeMemory } from '../write/prepare.ts';
import { CONSOLIDATION, emptySlice, type Slice, type Step, type StepContext } from './step.ts';

/** Memories about one thing from which a sentence about them together is worth a call. */
const MIN_SOURCES = 5;
/** The newest of them that the model reads. */
const MAX_SOURCES = 20;
/** Calls of one run. */
const MAX_GROUPS = 3;
/** A sentence takes a second or two. In milliseconds; all calls together end before the lease does. */
const TIMEOUT_MS = 15_000;

/**
 * Memories of one scope about one thing that hold without end and that no reflection is about, nor are
 * one. In no order, so that one that the model fails at does not keep the others waiting.
 */
const GROUPS = `select json_group_array(seq) as seqs from (
    select m.seq, m.user_id, m.agent_id, m.run_id, m.entity from memory_memories m
    where m.tenant = ?1 and m.entity is not null and m.user_id is not null
      and m.superseded_at_ms is null and m.conflicts_with is null and m.expires_at_ms is null
      and (m.valid_from_ms is null or m.valid_from_ms <= ?2)
      and (m.valid_to_ms is null or m.valid_to_ms > ?2)
      and not exists (select 1 from memory_links l where l.tenant = m.tenant and l.to_id = m.id
        and l.kind = 'source')
      and not exists (select 1 from memory_links l where l.tenant = m.tenant and l.from_id = m.id
        and l.kind = 'source')
    order by m.seq)
  group by user_id, agent_id, run_id, entity having count(*) >= ${MIN_SOURCES}
  order by random() limit ${MAX_GROUPS}`;
const STRUCK = `select 1 from memory_quarantine
  where tenant = ?1 and text_hash = ?2 and struck = 1 limit 1`;
const LINKS = `insert or ignore into memory_links (tenant, from_id, to_id, kind, at_ms)
  select ?1, ?2, e.value, 'source', ?3 from json_each(?4) e
  where exists (select 1 from memory_memories where tenant = ?1 and id = ?2)`;

/**
 * Has a language model say in a sentence what a user's memories about one thing tell together. Such a
 * sentence is a memory of an agent, with links to what it was made of; it is the value of nothing, so
 * that it never supersedes what somebody said. Does nothing unless it is asked for.
 */
export const reflections: Step = {
  name: 'reflections',
  async slice(context): Promise<Slice> {
    const { db, tenant, nowMs, reflect } = context;
    if (!reflect) return emptySlice(null);
    const { results } = await db
      .prepare(GROUPS)
      .bind(tenant, nowMs)
      .all<{ readonly seqs: string }>();
    const statements: D1PreparedStatement[] = [];
    const notes: string[] = [];
    for (const { seqs } of results) {
      const newest = (JSON.parse(seqs) as readonly number[]).slice(-MAX_SOURCES);
      const sources = await readVersioned(
        db,
        sql`select value from json_each(${JSON.stringify(newest)})`,
      );
      const said = await sentenceAbout(context, sources);
      if (said.refused !== null) {
        notes.push(
          `no reflection on ${sources[0]?.id} and ${sources.length - 1} more: ${said.refused}`,
        );
        continue;
      }
      const id = `mem_${ulid(nowMs)}`;
      const stored = await reflectionStatements(context, id, said.text, sources);
      if (stored === null) {
        notes.push(`no reflection on ${sources[0]?.id}: its text was struck`);
        continue;
      }
      statements.push(...stored);
      notes.push(`reflect on ${sources.length} memories in ${id}`);
    }
    const made = notes.filter((note) => note.startsWith('reflect on')).length;
    return { cursor: null, counts: { reflections: made }, notes, statements };
  },
};

async function sentenceAbout({ env }: StepContext, sources: readonly VersionedRow[]) {
  const texts = sources.map(({ text }) => text);
  const answer = await within(TIMEOUT_MS, 'reflect', () =>
    env.SCORING.generate({
      instructions: REFLECTION_INSTRUCTIONS,
      input: JSON.stringify(texts),
      schema: REFLECTION_SCHEMA,
      maxTokens: REFLECTION_TOKENS,
    }),
  );
  return answer.ok
    ? readReflection(answer.value.value, texts)
    : ({ text: null, refused: answer.error.detail } as const);
}

/** Null when the text was struck, which the database would refuse. */
async function reflectionStatements(
  { db, tenant, nowMs }: StepContext,
  id: string,
  text: string,
  sources: readonly VersionedRow[],
): Promise<readonly D1PreparedStatement[] | null> {
  const [first] = sources;
  if (first === undefined) return null;
  const { userId, agentId, runId, entity } = first;
  const memory: NewMemory = {
    text,
    category: 'general',
    authority: 'agent',
    ...(userId === null ? {} : { user_id: userId }),
    ...(agentId === null ? {} : { agent_id: agentId }),
    ...(runId === null ? {} : { run_id: runId }),
    ...(entity === null ? {} : { entity }),
  };
  const row = {
    ...(await describeMemory(memory, nowMs)),
    tenant,
    id,
    series: null,
    seriesValue: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    usefulCount: 0,
    writtenBy: CONSOLIDATION,
    wordsVersion: WORDS_VERSION,
    change: 'added',
    changedBy: CONSOLIDATION,
  };
  const struck = await db.prepare(STRUCK).bind(tenant, row.textHash).first();
  if (struck !== null) return null;
  const insert = ormOf(db).insert(memories).values(row).onConflictDoNothing().toSQL();
  const ids = JSON.stringify(sources.map((source) => source.id));
  return [
    unchangedStatement(db, tenant, sources),
    db.prepare(insert.sql).bind(...insert.params),
    await wordsStatement(db, row),
    db.prepare(LINKS).bind(tenant, id, nowMs, ids),
  ];
}
