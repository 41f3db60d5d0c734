import type { PrefixRecord, SessionStore } from '../../shared/ports.ts';

/** A `SessionStore` in memory for one tenant. */
export class MemorySessionStore implements SessionStore {
  readonly #prefixes = new Map<string, string>();

  async lastPrefix(sessionId: string): Promise<PrefixRecord | null> {
    const stored = this.#prefixes.get(sessionId);
    return stored === undefined ? null : (JSON.parse(stored) as PrefixRecord);
  }

  async remember(sessionId: string, record: PrefixRecord): Promise<void> {
    this.#prefixes.set(sessionId, JSON.stringify(record));
  }
}
