import type { DetailedCount } from './counter.ts';
import { ownCopy } from './own-copy.ts';

/** Characters of all remembered texts together; about 16 MB of heap when every text is two-byte. */
const MAX_CHARS = 8_000_000;
/** Longest text that is remembered: one text must not push out most of the others. */
const MAX_TEXT_CHARS = MAX_CHARS / 8;

/**
 * The counts of texts seen lately, least recently used first out. Keyed by the text itself, not by a
 * hash, so that nobody can plant a wrong count for another tenant's text.
 */
export class CountCache {
  #chars = 0;
  readonly #counts = new Map<string, DetailedCount>();

  /** The remembered count of `text`, or undefined. */
  get(text: string): DetailedCount | undefined {
    const known = this.#counts.get(text);
    if (known === undefined) return undefined;
    this.#counts.delete(text);
    this.#counts.set(text, known);
    return known;
  }

  /** Remembers the count of `text`; a text of more than `MAX_TEXT_CHARS` is not kept. */
  set(text: string, count: DetailedCount): void {
    if (text.length > MAX_TEXT_CHARS || this.#counts.has(text)) return;
    this.#counts.set(ownCopy(text), count);
    this.#chars += text.length;
    for (const oldest of this.#counts.keys()) {
      if (this.#chars <= MAX_CHARS) return;
      this.#counts.delete(oldest);
      this.#chars -= oldest.length;
    }
  }
}
