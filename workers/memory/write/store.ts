/** The statements that write memories: each row with its words, and the series that it belongs to. */
import { type SQL, sql } from 'drizzle-orm';
import { WORDS_VERSION } from '../../../shared/memory/word-index.ts';
import { memories } from '../schema/memories.ts';
import { ormOf, type Session } from '../session.ts';
import { type ResolvedBy, resolveSeries } from '../supersede.ts';
import { wordsStatement } from '../words.ts';
import type { Insert } from './prepare.ts';

/** Times of repeats that are kept of one memory; the first and the latest matter most. */
const MAX_RESTATED = 64;

const STORED = { id: memories.id, change: memories.change };

/** A row on its way in; its `change` says what it is, `added` or `imported`. */
export interface Writing {
  readonly row: Insert;
  /** True: what is there already stays as it is. False: a repeat counts as useful. */
  readonly asImported: boolean;
}

/** Where a row stands after it was written; `id` is the one that its text is kept under. */
export interface Written {
  readonly id: string;
  readonly isNew: boolean;
}

/**
 * Writes rows in one transaction, with their words and whom they supersede. Null for a row that the
 * database refused, because its text was struck. In the order of `writings`.
 */
export async function storeRows(
  db: Session,
  writings: readonly Writing[],
  resolvedBy: ResolvedBy,
  before: readonly D1PreparedStatement[] = [],
): Promise<readonly (Written | null)[]> {
  if (writings.length === 0) return [];
  const statements: D1PreparedStatement[] = [...before];
  const answers: number[] = [];
  for (const writing of writings) {
    answers.push(statements.length);
    statements.push(insertStatement(db, writing), await wordsStatement(db, writing.row));
  }
  const [first] = writings;
  const series = new Set(writings.flatMap(({ row }) => row.series ?? []));
  statements.push(...resolveSeries(db, first?.row.tenant ?? '', [...series], resolvedBy));
  const results = await db.batch<{ readonly id: string; readonly change: string }>(statements);
  return writings.map(({ row }, i) => {
    const stored = results[answers[i] ?? 0]?.results[0];
    return stored === undefined ? null : { id: stored.id, isNew: stored.change === row.change };
  });
}

/** The next place in a session. One transaction at a time writes, so no place is given twice. */
export function nextPosition(tenant: string, session: string | null): SQL | null {
  if (session === null) return null;
  return sql`(select coalesce(max(position), 0) + 1 from memory_memories
    where tenant = ${tenant} and session = ${session})`;
}

function insertStatement(db: Session, { row, asImported }: Writing): D1PreparedStatement {
  const placed = {
    ...row,
    wordsVersion: WORDS_VERSION,
    position: nextPosition(row.tenant, row.session ?? null),
  };
  const insert = ormOf(db).insert(memories).values(placed);
  const { sql: text, params } = (asImported ? kept(insert) : counted(insert)).toSQL();
  return db.prepare(text).bind(...params);
}

type InsertQuery = ReturnType<ReturnType<ReturnType<typeof ormOf>['insert']>['values']>;

/**
 * A repeat counts as useful, and its validity is the one in force, unless it comes from somebody less
 * trusted than the memory's source: then it cannot end what the other one said. When it was said again
 * is kept, so that a value which returns after another one is known to have returned.
 */
function counted(insert: InsertQuery) {
  const ifTrusted = (column: string) =>
    sql.raw(
      `case when excluded.authority_rank <= authority_rank then excluded.${column} else ${column} end`,
    );
  return insert
    .onConflictDoUpdate({
      target: [memories.tenant, memories.contentHash],
      targetWhere: sql`superseded_at_ms is null`,
      set: {
        usefulCount: sql`useful_count + 1`,
        lastUsefulAtMs: sql`max(coalesce(last_useful_at_ms, 0), excluded.created_at_ms)`,
        updatedAtMs: sql`excluded.updated_at_ms`,
        validFromMs: ifTrusted('valid_from_ms'),
        validToMs: ifTrusted('valid_to_ms'),
        // Said again without an end of retention, or with a later one, it is kept that long.
        expiresAtMs: sql`case when excluded.expires_at_ms is null then null
          else max(expires_at_ms, excluded.expires_at_ms) end`,
        holdsFromMs: sql`case
          when excluded.valid_from_ms is not null and excluded.authority_rank <= authority_rank
          then excluded.holds_from_ms else min(holds_from_ms, excluded.holds_from_ms) end`,
        restatedAtMs: sql`case
          when excluded.holds_from_ms = holds_from_ms or json_array_length(restated_at_ms) >= ${MAX_RESTATED}
            or exists (select 1 from json_each(restated_at_ms) where value = max(holds_from_ms, excluded.holds_from_ms))
          then restated_at_ms
          else json_insert(restated_at_ms, '$[#]', max(holds_from_ms, excluded.holds_from_ms)) end`,
        authorityRank: sql`min(authority_rank, excluded.authority_rank)`,
        change: 'duplicate',
        changedBy: sql`excluded.changed_by`,
      },
    })
    .returning(STORED);
}

/** A line that was imported before, or whose text is there, changes nothing. */
function kept(insert: InsertQuery) {
  const set = { change: 'kept' };
  return insert
    .onConflictDoUpdate({ target: [memories.tenant, memories.id], set })
    .onConflictDoUpdate({
      target: [memories.tenant, memories.contentHash],
      targetWhere: sql`superseded_at_ms is null`,
      set,
    })
    .returning(STORED);
}
