import { and, desc, eq, or, sql } from 'drizzle-orm';
import {
  AUTHORITIES,
  CATEGORIES,
  MEMORY_ID_PATTERN,
  UNKNOWN_MEMORY,
} from '../../shared/contracts/memory.ts';
import type { Marked, ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import type { HistoryEntry, Link } from '../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { pageProblem } from './page-rows.ts';
import { absence } from './quarantine.ts';
import { links } from './schema/history.ts';
import { marked, openReading, ormOf, type Session } from './session.ts';
import type { Databases } from './shards.ts';

/** Most characters of one page: entries hold texts before and after, and an answer must fit into memory. */
const MAX_PAGE_CHARS = 4_000_000;
/** Most ties that are told, the newest. */
const MAX_LINKS = 100;

const PRESENT = `select 1 from memory_memories
  where tenant = ?1 and id = ?2 and (expires_at_ms is null or expires_at_ms > ?3)`;
/** One entry more than asked for tells whether there are more. The first entry is given whatever its size. */
const ENTRIES = `select seq, at_ms, event, by, changes, total from (
    select *, count(*) over () as total,
      sum(length(changes)) over (order by seq desc) - length(changes) as before
    from (select * from memory_history
      where tenant = ?1 and memory_id = ?2 and seq < ?3 order by seq desc limit ?4))
  where before < ?5 order by seq desc`;

interface EntryRow {
  readonly seq: number;
  readonly at_ms: number;
  readonly event: string;
  readonly by: string | null;
  readonly changes: string;
  /** Entries of the page and one more, if there is one. */
  readonly total: number;
}

/** A page of a memory's history; `nextSeq` is null when nothing comes before it. */
export interface HistoryPage {
  readonly entries: readonly (HistoryEntry & { readonly seq: number })[];
  readonly links: readonly Link[];
  readonly nextSeq: number | null;
}

/**
 * What happened to a memory, newest first, before the entry `beforeSeq`, and its ties. A page ends early
 * when its texts are very long. Fails as reading the memory does for an id that is none.
 */
export async function memoryHistory(
  env: Databases,
  tenant: string,
  id: string,
  page: { readonly limit: number; readonly beforeSeq: number | null },
  from: ReadFrom,
  nowMs: number,
): Promise<Result<Marked<HistoryPage>, Failure>> {
  if (!MEMORY_ID_PATTERN.test(id)) return fail(UNKNOWN_MEMORY);
  const beforeSeq = page.beforeSeq ?? Number.MAX_SAFE_INTEGER;
  const problem = pageProblem(beforeSeq, page.limit);
  if (problem !== null) return fail(problem);
  const opened = await openReading(env, tenant, from, nowMs);
  if (!opened.ok) return opened;
  const db = opened.value;
  const [present, found] = await db.batch<EntryRow>([
    db.prepare(PRESENT).bind(tenant, id, nowMs),
    db.prepare(ENTRIES).bind(tenant, id, beforeSeq, page.limit + 1, MAX_PAGE_CHARS),
  ]);
  if (present === undefined || present.results.length === 0) {
    return fail(await absence(db, tenant, id));
  }
  const rows = found?.results.slice(0, page.limit) ?? [];
  const isLast = (rows[0]?.total ?? 0) <= rows.length;
  const nextSeq = isLast ? null : (rows.at(-1)?.seq ?? null);
  return ok(
    marked(db, { entries: rows.map(toEntry), links: await linksOf(db, tenant, id), nextSeq }),
  );
}

/** Ties of a memory, those that lead to it as well, newest first. */
async function linksOf(db: Session, tenant: string, id: string): Promise<readonly Link[]> {
  const rows = await ormOf(db)
    .select()
    .from(links)
    .where(and(eq(links.tenant, tenant), or(eq(links.fromId, id), eq(links.toId, id))))
    .orderBy(desc(links.atMs), sql`from_id`)
    .limit(MAX_LINKS);
  return rows.map(({ kind, fromId, toId, atMs }) => ({
    kind,
    from_id: fromId,
    to_id: toId,
    at: new Date(atMs).toISOString(),
  }));
}

function toEntry({ seq, at_ms, event, by, changes }: EntryRow): HistoryPage['entries'][number] {
  const written: Readonly<Record<string, readonly [unknown, unknown] | null>> = JSON.parse(changes);
  const changed = Object.entries(written).flatMap(([field, sides]) => {
    if (sides === null) return [];
    const [before, after] = sides;
    const pair: [unknown, unknown] = [shown(field, before), shown(field, after)];
    return [[field, pair] as const];
  });
  return {
    seq,
    at: new Date(at_ms).toISOString(),
    event,
    by,
    changes: Object.fromEntries(changed),
  };
}

/** A side of a change as callers know it: names for ranks, times for milliseconds. */
function shown(field: string, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  switch (field) {
    case 'category':
      return CATEGORIES[value] ?? null;
    case 'authority':
      return AUTHORITIES[value] ?? null;
    case 'occurred_at':
    case 'valid_from':
    case 'valid_to':
    case 'expires_at':
    case 'superseded_at':
      return new Date(value).toISOString();
    default:
      return value;
  }
}
