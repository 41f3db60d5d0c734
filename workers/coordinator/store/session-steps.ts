import { and, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { ReportedStep } from '../../../shared/session/report.ts';
import type { SessionOutcome } from '../../../shared/session/rot.ts';
import { outcomes, sessions, windows } from '../schema.ts';
import { inOrder, tellingOutcomes } from './sessions.ts';

/** Windows of a session that are shown, newest first; a page of a person, not an archive. */
export const MAX_STEPS = 500;

/** Sums over all windows of a session, and over what callers reported of them. */
export interface SessionTotals {
  readonly windows: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly prefixHits: number;
  readonly reusableTokens: number;
  readonly outcomes: number;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly outputTokens: number;
}

/** What is known of one session. */
export interface SessionDetail {
  readonly firstWindowId: string;
  readonly updatedAtMs: number;
  /** The newest `MAX_STEPS` windows, oldest first. */
  readonly steps: readonly ReportedStep[];
  readonly totals: SessionTotals;
  /** The first five and the last three outcomes. */
  readonly outcomes: readonly SessionOutcome[];
}

const step = {
  windowId: windows.windowId,
  createdAtMs: windows.createdAtMs,
  tokensBefore: windows.tokensBefore,
  tokensAfter: windows.totalTokens,
  sections: windows.sections,
  prefixHit: windows.prefixHit,
  reusableTokens: windows.reusableTokens,
  healthStatus: windows.healthStatus,
  kept: windows.kept,
  dropped: windows.dropped,
};

const outcome = {
  windowId: outcomes.windowId,
  quality: outcomes.quality,
  inputTokens: outcomes.inputTokens,
  cacheReadTokens: outcomes.cacheReadTokens,
  outputTokens: outcomes.outputTokens,
  note: outcomes.note,
  createdAtMs: outcomes.createdAtMs,
};

const sumOf = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)`;

const windowSums = {
  windows: sql<number>`count(*)`,
  tokensBefore: sumOf(windows.tokensBefore),
  tokensAfter: sumOf(windows.totalTokens),
  prefixHits: sumOf(windows.prefixHit),
  reusableTokens: sumOf(windows.reusableTokens),
};

const usageSums = {
  outcomes: sql<number>`count(*)`,
  inputTokens: sumOf(outcomes.inputTokens),
  cacheReadTokens: sumOf(outcomes.cacheReadTokens),
  outputTokens: sumOf(outcomes.outputTokens),
};

/** One session with its steps, its totals and its outcomes; null when the tenant has none of that id. */
export async function readSession(
  db: D1Database,
  tenant: string,
  sessionId: string,
): Promise<SessionDetail | null> {
  const orm = drizzle(db);
  const own = and(eq(windows.tenant, tenant), eq(windows.sessionId, sessionId));
  const judged = and(eq(outcomes.tenant, tenant), eq(outcomes.sessionId, sessionId));
  const [[row], newest, reports, [sums], [usage], first, latest] = await orm.batch([
    orm
      .select({ firstWindowId: sessions.firstWindowId, updatedAtMs: sessions.updatedAtMs })
      .from(sessions)
      .where(and(eq(sessions.tenant, tenant), eq(sessions.sessionId, sessionId)))
      .limit(1),
    orm.select(step).from(windows).where(own).orderBy(desc(windows.windowId)).limit(MAX_STEPS),
    orm
      .select(outcome)
      .from(outcomes)
      .where(judged)
      .orderBy(desc(outcomes.windowId))
      .limit(MAX_STEPS),
    orm.select(windowSums).from(windows).where(own),
    orm.select(usageSums).from(outcomes).where(judged),
    ...tellingOutcomes(db, tenant, sessionId),
  ]);
  if (row === undefined || sums === undefined || usage === undefined) return null;
  const byWindow = new Map(reports.map((report) => [report.windowId, report]));
  const steps = newest.map(({ sections, ...shown }, index): ReportedStep => {
    return {
      ...shown,
      step: sums.windows - index,
      sections: sections === null ? null : (JSON.parse(sections) as ReportedStep['sections']),
      outcome: byWindow.get(shown.windowId) ?? null,
    };
  });
  return {
    ...row,
    steps: steps.reverse(),
    totals: { ...sums, ...usage },
    outcomes: inOrder(first, latest),
  };
}
