/** How frequent the words of a question are in a scope, and how much there is in it. */
import { sql } from 'drizzle-orm';
import type { Scope } from '../../shared/contracts/memory.ts';
import { estimatedTotal, searchPlan, type WordCount } from '../../shared/memory/search-plan.ts';
import { matchWord } from '../../shared/memory/word-index.ts';
import { memories } from './schema/memories.ts';
import { inScope } from './scope.ts';
import { ormOf, type Session } from './session.ts';

/** Memories counted per word of the question and of the scope; more are estimated. */
const COUNT_CAP = 2_000;
/** Related words with more memories than this find nothing that the question's own words do not. */
const RELATED_CAP = 300;
/** Rows of the word index that a search by related words reads: half of what one by the question's own reads. */
const MAX_RELATED_ROWS = 1_500;

const counting = (limit: string) => `select j.value as word, (
    select json_array(count(*), coalesce(min(rowid), 0), coalesce(max(rowid), 0)) from (
      select rowid from memory_words where memory_words match j.value ${limit})) as found
  from json_each(?1) j`;
/** The newest, which tell how densely the word lies now. */
const COUNT_ASKED = counting(`order by rowid desc limit ${COUNT_CAP}`);
/** Any, since only their number matters: the index is read in its own order. */
const COUNT_RELATED = counting(`limit ${RELATED_CAP}`);
const NOT_INDEXED =
  'select count(*) as n from memory_outbox where tenant = ?1 and attempts > 0 and last_error is not null';

/** What ranking and searching need to know of a scope. */
export interface Statistics {
  /** Memories in the scope; estimated above 2,000. */
  readonly size: number;
  /** Memories that have a stem of the question; estimated above 2,000. 0 for one that none has. */
  readonly frequency: (stem: string) => number;
  /** The question's stems, each with its `frequency`. */
  readonly asked: readonly Pick<WordCount, 'word' | 'count'>[];
  /** Related words that some memory has, and not too many, each alone and together. */
  readonly related: readonly string[];
  /** Memories of the tenant that the vector index was told of and did not take. */
  readonly notIndexed: number;
}

/** Counts in one round trip. `related` are further words that are only looked for. */
export async function statisticsOf(
  db: Session,
  tenant: string,
  scope: Scope,
  tokens: readonly string[],
  stems: readonly string[],
  related: readonly string[],
): Promise<Statistics> {
  const matches = (words: readonly string[]) =>
    JSON.stringify(words.map((word) => matchWord(word, tokens)));
  const orm = ormOf(db);
  const rows = orm
    .select({ seq: memories.seq })
    .from(memories)
    .where(inScope(tenant, scope))
    .orderBy(sql`${memories.seq} desc`)
    .limit(COUNT_CAP)
    .as('rows');
  const size = orm
    .select({
      count: sql<number>`count(*)`,
      lowest: sql<number>`coalesce(min(${rows.seq}), 0)`,
      highest: sql<number>`coalesce(max(${rows.seq}), 0)`,
    })
    .from(rows)
    .toSQL();
  const first = orm
    .select({ seq: sql<number>`min(${memories.seq})` })
    .from(memories)
    .where(inScope(tenant, scope))
    .toSQL();
  const [askedRows, relatedRows, whole, oldest, failed] = await db.batch<Record<string, unknown>>([
    db.prepare(COUNT_ASKED).bind(matches(stems)),
    db.prepare(COUNT_RELATED).bind(matches(related)),
    db.prepare(size.sql).bind(...size.params),
    db.prepare(first.sql).bind(...first.params),
    db.prepare(NOT_INDEXED).bind(tenant),
  ]);
  const [firstSeq = 0] = numbersOf(oldest);
  const [count = 0, lowest = 0, highest = 0] = numbersOf(whole);
  const asked = countsOf(stems, askedRows).map((one) => ({
    word: one.word,
    count: estimatedTotal(one, COUNT_CAP, firstSeq),
  }));
  const totals = new Map(asked.map(({ word, count: total }) => [word, total]));
  const rare = countsOf(related, relatedRows).filter((one) => one.count < RELATED_CAP);
  return {
    size: estimatedTotal({ count, lowest, highest }, COUNT_CAP, firstSeq),
    frequency: (stem) => totals.get(stem) ?? 0,
    asked,
    related: searchPlan(rare, MAX_RELATED_ROWS).ranked,
    notIndexed: numbersOf(failed)[0] ?? 0,
  };
}

type Rows = D1Result<Record<string, unknown>> | undefined;

/** The answers of a count, which come in the order of the words. */
function countsOf(words: readonly string[], rows: Rows): readonly WordCount[] {
  return words.map((word, at) => {
    const found = rows?.results[at]?.found;
    const [count = 0, lowest = 0, highest = 0] = (
      typeof found === 'string' ? JSON.parse(found) : []
    ) as readonly number[];
    return { word, count, lowest, highest };
  });
}

/** The columns of the only row. */
function numbersOf(rows: Rows): readonly number[] {
  return Object.values(rows?.results[0] ?? {}).map((value) => Number(value ?? 0));
}
