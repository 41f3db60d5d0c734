/** Characters of text that one cache remembers what was read from. */
const MAX_CHARS = 4_000_000;

/**
 * Remembers what was read from texts, so that a warm window does not read them again. Keyed by the
 * text itself: equal texts share, and no hash collision can mix two up. Forgets everything when full;
 * a text longer than the cache is not kept.
 */
export class TextCache<T> {
  readonly #known = new Map<string, T>();
  #chars = 0;

  /** What `read` made of `text`, from memory when it was read before. */
  get(text: string, read: (text: string) => T): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = read(text);
    if (text.length > MAX_CHARS) return made;
    if (this.#chars + text.length > MAX_CHARS) {
      this.#known.clear();
      this.#chars = 0;
    }
    this.#known.set(text, made);
    this.#chars += text.length;
    return made;
  }
}
