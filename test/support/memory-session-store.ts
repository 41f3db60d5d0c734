import type {
  PrefixRecord,
  SessionState,
  SessionStore,
  WindowOutcome,
} from '../../shared/ports.ts';
import { BASELINE_OUTCOMES, CURRENT_OUTCOMES } from '../../shared/session/rot.ts';

/** A `SessionStore` in memory for one tenant. */
export class MemorySessionStore implements SessionStore {
  readonly #prefixes = new Map<string, string>();
  readonly #outcomes = new Map<string, WindowOutcome>();

  async recall(sessionId: string): Promise<SessionState> {
    const stored = this.#prefixes.get(sessionId);
    const all = [...this.#outcomes.values()]
      .filter((outcome) => outcome.sessionId === sessionId)
      .sort((a, b) => (a.windowId < b.windowId ? -1 : 1))
      .map(({ windowId, tokens, quality }) => ({ windowId, tokens, quality }));
    const end = Math.max(BASELINE_OUTCOMES, all.length - CURRENT_OUTCOMES);
    return {
      lastPrefix: stored === undefined ? null : (JSON.parse(stored) as PrefixRecord),
      outcomes: [...all.slice(0, BASELINE_OUTCOMES), ...all.slice(end)],
    };
  }

  async remember(sessionId: string, { prefix }: { readonly prefix: PrefixRecord }): Promise<void> {
    this.#prefixes.set(sessionId, JSON.stringify(prefix));
  }

  async report(outcome: WindowOutcome): Promise<void> {
    this.#outcomes.set(outcome.windowId, outcome);
  }
}
