/**
 * D1 keeps copies of the databases near its users. An answer from memory says how new what it read was,
 * as a bookmark in a header; a request that brings it reads near the user, and nothing older.
 */
import { z } from 'zod';
import type { ReadFrom } from '../../shared/contracts/memory-rpc.ts';
import type { Failure } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { AppContext } from './endpoint.ts';

/** The header that carries a bookmark, both ways. */
export const BOOKMARK_HEADER = 'x-memory-bookmark';

const GIVEN = 'Bookmark of what was read or written: send it to read nothing older';
const TAKEN =
  'Bookmark of an earlier answer, or "nearest": reads near you; without it, what was written last';

/** What the document says of endpoints that answer from memory. */
export const marksAnswers = {
  answerHeaders: z.object({ [BOOKMARK_HEADER]: z.string().meta({ description: GIVEN }) }),
} as const;

/** What the document says of endpoints that read from where the request may. */
export const readsNear = {
  ...marksAnswers,
  headers: z.object({ [BOOKMARK_HEADER]: z.string().optional().meta({ description: TAKEN }) }),
} as const;

/** From where the request may read. */
export function readFrom(c: AppContext): ReadFrom {
  const bookmark = c.req.header(BOOKMARK_HEADER);
  return bookmark === undefined ? {} : { bookmark };
}

/** An answer of memory with its bookmark as a header instead; a failure as `namingHeader` gives it. */
export function withBookmark<T extends { readonly bookmark: string | null }>(
  c: AppContext,
  answer: Result<T, Failure>,
): Result<Omit<T, 'bookmark'>, Failure> {
  if (!answer.ok) return fail(namingHeader(answer.error));
  const { bookmark, ...value } = answer.value;
  if (bookmark !== null) c.header(BOOKMARK_HEADER, bookmark);
  return ok(value);
}

/** A failure about the bookmark names the header that it came in: it is no field of the body. */
export function namingHeader(failure: Failure): Failure {
  if (failure.errors?.some(({ pointer }) => pointer === '/bookmark') !== true) return failure;
  const detail = `Cannot use ${BOOKMARK_HEADER}: send that of an earlier answer, or "nearest"`;
  return { code: failure.code, detail };
}
