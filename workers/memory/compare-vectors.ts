/** Compares rows with what the vector index has of them. */
import type { Failure } from '../../shared/errors.ts';
import { ok, type Result } from '../../shared/result.ts';
import { within } from '../../shared/within.ts';
import type { Env } from './env.ts';
import { pagesOf } from './pages.ts';
import { tokensOfRow } from './scope.ts';
import { namespaceOf, vectorId } from './semantic.ts';

/** Ids per look-up that the service accepts. */
const IDS_PER_LOOKUP = 20;
/** Look-ups at a time. */
const PARALLEL = 5;
const LOOKUP_TIMEOUT_MS = 10_000;
/** A write becomes visible within this time; until then it is on its way. */
const VISIBLE_AFTER_MS = 60_000;

/** What the comparison needs of a row, and the order that waits for it in the outbox. */
export interface IndexedRow {
  readonly seq: number;
  readonly tenant: string;
  readonly id: string;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly runId: string | null;
  readonly parts: number;
  /** Of the vectors that the index acknowledged; null while there are none. */
  readonly model: string | null;
  readonly dimensions: number | null;
  readonly indexedAtMs: number | null;
  readonly queued: string | null;
}

/** How rows and index compare. */
export interface Compared {
  /** Vectors that the rows should have. */
  readonly expected: number;
  /** Those that the index lacks, or has of another model, tenant or scope. */
  readonly missing: number;
  /** Those that it lacks, but was only given a moment ago. */
  readonly recent: number;
  /** The rows that have to be indexed again. */
  readonly rows: readonly IndexedRow[];
}

/**
 * Looks up the vectors of rows. A row that waits in the outbox is not missing: it is pending there.
 * `model` is the one in force; null when that is not known, and then no row is of the wrong one. Fails
 * when the index does not answer. All zero for no rows.
 */
export async function compareRows(
  env: Pick<Env, 'VECTORIZE'>,
  rows: readonly IndexedRow[],
  model: string | null,
  nowMs: number,
): Promise<Result<Compared, Failure>> {
  const ids = rows.filter(isIndexed).flatMap(idsOf);
  const found = new Map<string, VectorizeVector>();
  for (const pages of pagesOf(pagesOf(ids, IDS_PER_LOOKUP), PARALLEL)) {
    const answers = await Promise.all(
      pages.map((page) =>
        within(LOOKUP_TIMEOUT_MS, 'read the vector index', async () =>
          ok(await env.VECTORIZE.getByIds([...page])),
        ),
      ),
    );
    for (const answer of answers) {
      if (!answer.ok) return answer;
      for (const vector of answer.value) found.set(vector.id, vector);
    }
  }
  const total = { expected: 0, missing: 0, recent: 0 };
  const lacking: IndexedRow[] = [];
  for (const row of rows) {
    const isQueued = row.queued === 'upsert';
    const wanted = Math.max(row.parts, isIndexed(row) ? 0 : 1);
    total.expected += wanted;
    if (isQueued) continue;
    const right = await countRight(row, model, found);
    if (right >= wanted) continue;
    const isRecent = row.indexedAtMs !== null && nowMs - row.indexedAtMs < VISIBLE_AFTER_MS;
    if (isRecent) {
      total.recent += wanted - right;
    } else {
      total.missing += wanted - right;
      lacking.push(row);
    }
  }
  return ok({ ...total, rows: lacking });
}

function isIndexed({ indexedAtMs, model }: IndexedRow): boolean {
  return indexedAtMs !== null && model !== null;
}

function idsOf({ id, parts }: IndexedRow): readonly string[] {
  return Array.from({ length: parts }, (_, part) => vectorId(id, part));
}

/** Vectors of a row that are there as they should be. */
async function countRight(
  row: IndexedRow,
  model: string | null,
  found: ReadonlyMap<string, VectorizeVector>,
): Promise<number> {
  if (row.model === null || (model !== null && row.model !== model)) return 0;
  const namespace = await namespaceOf(row.tenant, row.model);
  const scope = (await tokensOfRow(row)).toSorted().join();
  return idsOf(row).filter((id) => {
    const vector = found.get(id);
    return (
      vector !== undefined &&
      vector.namespace === namespace &&
      (row.dimensions === null || vector.values.length === row.dimensions) &&
      Object.values(vector.metadata ?? {})
        .map(String)
        .toSorted()
        .join() === scope
    );
  }).length;
}
