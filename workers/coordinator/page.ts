import { z } from 'zod';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { sha256 } from './store/keys.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Characters of the checksum in a cursor: 64 bits, enough to tell a wrong one. */
const CHECK_CHARS = 16;
/** Longest cursor that is looked at, in characters. */
const MAX_CURSOR_CHARS = 512;

/** Query fields that every list has. */
export const listQuery = {
  limit: z.coerce.number().pipe(z.int().min(1).max(MAX_LIMIT)).default(DEFAULT_LIMIT),
  cursor: z.string().max(MAX_CURSOR_CHARS).optional(),
};

/** The schema of a list's answer. */
export function listAnswer<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/**
 * Makes the cursor behind `lastId`. It is bound to `scope` (tenant and filters): with another one it
 * reads as broken. It is no secret and gives no right: every list is limited to the tenant anyway.
 */
async function writeCursor(scope: readonly string[], lastId: string): Promise<string> {
  return btoa(`${lastId} ${await checksum(scope, lastId)}`).replaceAll('=', '');
}

/** The id that a cursor stands behind; null without one. A broken or foreign one fails. */
export async function readCursor(
  scope: readonly string[],
  cursor: string | undefined,
): Promise<Result<string | null, Failure>> {
  if (cursor === undefined) return ok(null);
  const [lastId, check] = decoded(cursor).split(' ');
  if (lastId !== undefined && check === (await checksum(scope, lastId))) return ok(lastId);
  const detail = 'Cannot read cursor: send next_cursor of an earlier answer with the same filters';
  return fail(fieldFailure('/cursor', detail));
}

/** One page of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** One page of a list from one row more than `limit`, so that the last page says that it is the last. */
export async function page<Row, Item>(
  rows: readonly Row[],
  limit: number,
  scope: readonly string[],
  { idOf, toItem }: { idOf(row: Row): string; toItem(row: Row): Item },
): Promise<Page<Item>> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const items = shown.map((row) => toItem(row));
  return pageOf(items, last === undefined ? null : idOf(last), scope);
}

/** One page of a list that goes on behind `lastId`; null: this is its last page. */
export async function pageOf<Item>(
  items: readonly Item[],
  lastId: string | number | null,
  scope: readonly string[],
): Promise<Page<Item>> {
  return { items, next_cursor: lastId === null ? null : await writeCursor(scope, String(lastId)) };
}

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    // Not base64: like any other cursor that this list did not make.
    return '';
  }
}

async function checksum(scope: readonly string[], lastId: string): Promise<string> {
  return (await sha256(JSON.stringify([...scope, lastId]))).slice(0, CHECK_CHARS);
}
