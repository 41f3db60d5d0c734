import { z } from 'zod';
import {
  type replayRequestSchema,
  type WindowAnswer,
  windowAnswerSchema,
} from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { FATES } from '../../../shared/types.ts';
import type { AppContext } from '../endpoint.ts';
import { judgeOf, namingOnly, rankerOf, storeOf } from '../services.ts';
import type { Trace } from '../store/traces.ts';
import { assembleWith } from './assemble-with.ts';

const fate = z.enum(FATES).nullable();

/** The window under the other policy, and which candidates fare differently; null: not a candidate. */
export const replayAnswerSchema = windowAnswerSchema
  .extend({ diff: z.array(z.strictObject({ id: z.string(), before: fate, after: fate })) })
  .meta({ id: 'Replay' });
type ReplayAnswer = z.output<typeof replayAnswerSchema>;

/**
 * Assembles a stored window again under other settings. Nothing is stored, offloads are only named,
 * and time, memories, the session's prefix and its outcomes are those of the first time: what
 * differs, differs because of the settings (or because a model that ranks was down at one of the two
 * times, see `degraded`).
 */
export async function replayWindow(
  c: AppContext,
  trace: Trace,
  overrides: z.output<typeof replayRequestSchema>,
): Promise<Result<ReplayAnswer, Failure>> {
  const { request, answer: before } = trace;
  const assembled = await assembleWith(
    {
      request: {
        ...request,
        budget_tokens: overrides.budget_tokens ?? request.budget_tokens,
        policy: { ...request.policy, ...overrides.policy },
      },
      windowId: before.window_id,
      nowMs: trace.created_at_ms,
      lastPrefix: trace.last_prefix,
      outcomes: trace.outcomes ?? null,
      memories: trace.memories,
      degraded: [],
    },
    {
      ranker: rankerOf(c.env),
      judge: judgeOf(c.env),
      store: namingOnly(storeOf(c.env, c.get('tenant'))),
      timing: c.get('timing'),
    },
  );
  if (!assembled.ok) return assembled;
  const { answer } = assembled.value;
  return ok({ ...answer, diff: diffOf(before, answer) });
}

function diffOf(before: WindowAnswer, after: WindowAnswer): ReplayAnswer['diff'] {
  const earlier = new Map(before.chunks.map(({ id, fate }) => [id, fate]));
  const later = new Map(after.chunks.map(({ id, fate }) => [id, fate]));
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((id) => ({ id, before: earlier.get(id) ?? null, after: later.get(id) ?? null }))
    .filter((entry) => entry.before !== entry.after);
}
