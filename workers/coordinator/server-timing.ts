/** Collects how long the stages of one request took, for the `server-timing` header. */
export class ServerTiming {
  readonly #stages = new Map<string, number>();
  // Workers hold the clock while they compute; it moves on with every call to a binding.
  #last = performance.now();

  /** Ends a stage; its time runs from the end of the stage before it. One that comes again adds up. */
  mark(stage: string): void {
    const now = performance.now();
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + now - this.#last);
    this.#last = now;
  }

  /** The header's value, one entry per stage; "" when no stage was marked. */
  header(): string {
    return [...this.#stages].map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`).join(', ');
  }
}
