/** Collects how long the stages of one request took, for the `server-timing` header. */
export class ServerTiming {
  readonly #entries: string[] = [];
  // Workers hold the clock while they compute; it moves on with every call to a binding.
  #last = performance.now();

  /** Ends a stage; its time runs from the end of the stage before it. */
  mark(stage: string): void {
    const now = performance.now();
    this.#entries.push(`${stage};dur=${(now - this.#last).toFixed(1)}`);
    this.#last = now;
  }

  /** The header's value; "" when no stage was marked. */
  header(): string {
    return this.#entries.join(', ');
  }
}
