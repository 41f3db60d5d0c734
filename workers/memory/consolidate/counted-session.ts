import type { Session } from '../session.ts';

/** A session that knows how many statements it was asked for. */
export interface CountedSession {
  readonly session: Session;
  readonly statements: () => number;
}

/** Counts the statements that are prepared: an invocation may run a thousand, in batches or not. */
export function countedSession(inner: Session): CountedSession {
  let statements = 0;
  const session = {
    prepare: (query: string) => {
      statements += 1;
      return inner.prepare(query);
    },
    batch: <T>(prepared: D1PreparedStatement[]) => inner.batch<T>(prepared),
    getBookmark: () => inner.getBookmark(),
  };
  return { session, statements: () => statements };
}
