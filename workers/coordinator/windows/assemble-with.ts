import { type Assembled, assemble } from '../../../shared/assemble.ts';
import type { WindowRequest } from '../../../shared/contracts/windows.ts';
import type { Failure } from '../../../shared/errors.ts';
import { detectDialect } from '../../../shared/messages/detect.ts';
import type {
  BlobStore,
  EntailmentJudge,
  MemoryHit,
  PrefixRecord,
  Ranker,
} from '../../../shared/ports.ts';
import type { Result } from '../../../shared/result.ts';
import type { SessionOutcome } from '../../../shared/session/rot.ts';
import { loadCounter } from '../../../shared/tokens/counter.ts';
import type { Degradation } from '../../../shared/types.ts';
import type { ServerTiming } from '../server-timing.ts';

/** Everything that a window depends on; the same inputs give the same window. */
export interface WindowInputs {
  readonly request: WindowRequest;
  readonly windowId: string;
  readonly nowMs: number;
  readonly lastPrefix: PrefixRecord | null;
  /** Null without a session. */
  readonly outcomes: readonly SessionOutcome[] | null;
  readonly memories: readonly MemoryHit[];
  readonly degraded: readonly Degradation[];
}

/** Assembles a window in the dialect that the request asks for or is written in. */
export async function assembleWith(
  inputs: WindowInputs,
  parts: {
    readonly ranker: Ranker;
    readonly store: BlobStore;
    readonly judge: EntailmentJudge;
    readonly timing: ServerTiming;
  },
): Promise<Result<Assembled, Failure>> {
  const { request } = inputs;
  const { ranker, store, judge, timing } = parts;
  const counter = await loadCounter(request.encoding);
  timing.mark('counter');
  const onStage = (stage: string) => timing.mark(stage);
  const { format, messages, tools, system } = request;
  const dialect = detectDialect(messages, { format, tools, system });
  return assemble({ ...inputs, dialect }, { counter, ranker, store, judge, onStage });
}
