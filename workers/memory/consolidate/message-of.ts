/**
 * What went wrong, for a report or a log. The query builder's own message repeats the query with its
 * values, which are memories; what is under it is told instead.
 */
export function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
