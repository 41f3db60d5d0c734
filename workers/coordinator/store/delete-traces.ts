import type { CoordinatorEnv } from '../env.ts';
import { must } from '../must.ts';
import { STORE_TIMEOUT_MS } from '../services.ts';
import { objectKey } from './traces.ts';

/** What a window has in the database, its row last; `?2` are the ids as JSON. */
const DELETE = [
  'delete from coordinator_outcomes where tenant = ?1 and window_id in',
  'delete from coordinator_handle_refs where tenant = ?1 and ref in',
  "delete from coordinator_subjects where tenant = ?1 and kind = 'window' and ref in",
  'delete from coordinator_windows where tenant = ?1 and window_id in',
].map((statement) => `${statement} (select value from json_each(?2))`);

/**
 * Deletes the traces of windows: objects first, so that none is left without a row to find it by, then
 * all rows in one transaction, with the statements of \`also\` at its end. Repeating it is harmless.
 * @returns how many windows there were, and how many rows each statement of `also` changed
 * @throws Error when the objects cannot be deleted; the rows stay then
 */
export async function deleteTraces(
  env: CoordinatorEnv,
  tenant: string,
  windowIds: readonly string[],
  also: readonly D1PreparedStatement[] = [],
): Promise<{ readonly windows: number; readonly also: readonly number[] }> {
  await must(STORE_TIMEOUT_MS, 'delete traces', () =>
    env.OFFLOAD.deleteObject(
      tenant,
      windowIds.map((windowId) => objectKey(windowId)),
    ),
  );
  const ids = JSON.stringify(windowIds);
  const statements = DELETE.map((statement) => env.DB.prepare(statement).bind(tenant, ids));
  const done = await env.DB.batch([...statements, ...also]);
  const changes = done.map(({ meta }) => meta.changes);
  return { windows: changes[DELETE.length - 1] ?? 0, also: changes.slice(DELETE.length) };
}
