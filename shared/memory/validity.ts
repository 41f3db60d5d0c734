/** When a memory holds, in epoch milliseconds; null: without bound. */
export interface ValidTimes {
  readonly validFromMs: number | null;
  readonly validToMs: number | null;
  readonly supersededAtMs: number | null;
}

/** Validity signal: 1 when a memory holds at `atMs`, 0 before it does and once it ended or was superseded. */
export function validity(times: ValidTimes, atMs: number): number {
  const { validFromMs, validToMs, supersededAtMs } = times;
  const begun = validFromMs === null || validFromMs <= atMs;
  const ended = [validToMs, supersededAtMs].some((end) => end !== null && end <= atMs);
  return begun && !ended ? 1 : 0;
}
