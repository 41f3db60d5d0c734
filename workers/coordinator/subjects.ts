import type { AppContext } from './endpoint.ts';

/**
 * Notes whom the answer to a request is about, so that it goes with them where it is kept for a repeat.
 * Ids that are not there count for nothing.
 */
export function concerns(c: AppContext, userIds: readonly (string | null | undefined)[]): void {
  const known = c.get('subjects');
  for (const userId of userIds) if (typeof userId === 'string') known.add(userId);
}
