/** What tests of the upkeep of memories share: the bindings, and rows written past the write path. */
import { env } from 'cloudflare:workers';
import { ulid } from 'ulid';
import type { Env } from '../../workers/memory/env.ts';
import { memories } from '../../workers/memory/schema/memories.ts';
import { ormOf, type Session } from '../../workers/memory/session.ts';
import { wordsStatement } from '../../workers/memory/words.ts';

type Insert = typeof memories.$inferInsert;
/** A row as it was stored. */
export type Stored = typeof memories.$inferSelect;

/** What the memory Worker is bound to, with the real services. */
export const memoryEnv: Env = {
  DB: env.DB,
  VECTORIZE: env.VECTORIZE,
  SCORING: env.SCORING,
  OFFLOAD: env.OFFLOAD,
};

/** Rows per transaction. */
const ROWS_PER_BATCH = 100;

/** A row with what is given; everything else as of a remark of user `ana` that was written at `createdAtMs`. */
export function rowOf(row: Partial<Insert> & Pick<Insert, 'tenant' | 'text'>): Insert {
  const createdAtMs = row.createdAtMs ?? 0;
  return {
    id: `mem_${ulid(createdAtMs)}`,
    userId: 'ana',
    categoryRank: 3,
    authorityRank: 2,
    metadata: '{}',
    createdAtMs,
    updatedAtMs: createdAtMs,
    holdsFromMs: row.validFromMs ?? row.occurredAtMs ?? createdAtMs,
    usefulCount: 0,
    contentHash: `${row.userId ?? 'ana'}:${row.text}`,
    textHash: row.text,
    ...row,
  };
}

/** Writes rows with their words, and answers them in the same order. */
export async function putRows(
  session: Session,
  rows: readonly Insert[],
): Promise<readonly Stored[]> {
  const orm = ormOf(session);
  const stored: Stored[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
    const page = rows.slice(start, start + ROWS_PER_BATCH);
    const [first, ...rest] = page.map((row) => orm.insert(memories).values(row).returning());
    if (first === undefined) break;
    for (const results of await orm.batch([first, ...rest])) stored.push(...results);
    await session.batch(await Promise.all(page.map((row) => wordsStatement(session, row))));
  }
  return stored;
}
