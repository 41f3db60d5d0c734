const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** Half-life of a memory's recency, in milliseconds: 14 days. */
export const RECENCY_HALF_LIFE_MS = 14 * MS_PER_DAY;
/** Decay per hour of Park et al., "Generative Agents" (2023). */
const PARK_DECAY_PER_HOUR = 0.995;

/**
 * 0.5^(age / half-life), in 0–1 and without steps: half an hour counts as half an hour. A time in the
 * future (a clock that differs) counts as now.
 */
export function recency(atMs: number, nowMs: number, halfLifeMs = RECENCY_HALF_LIFE_MS): number {
  return 0.5 ** (Math.max(0, nowMs - atMs) / halfLifeMs);
}

/** 0.995^hours since `atMs`, in 0–1; a time in the future counts as now. */
export function parkRecency(atMs: number, nowMs: number): number {
  return PARK_DECAY_PER_HOUR ** (Math.max(0, nowMs - atMs) / MS_PER_HOUR);
}
