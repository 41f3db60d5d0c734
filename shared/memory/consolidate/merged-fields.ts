import type { Mergeable } from './copies.ts';

/** Longest metadata of one memory, in characters of JSON. */
const MAX_METADATA_CHARS = 10_000;
/** Times of repeats that are kept of one memory; the first and the latest matter most. */
const MAX_RESTATED = 64;

/** What a memory takes over from its copies. */
export type MergedFields = Pick<
  Mergeable,
  | 'metadata'
  | 'holdsFromMs'
  | 'restatedAtMs'
  | 'usefulCount'
  | 'lastUsefulAtMs'
  | 'lastRecalledAtMs'
>;

/**
 * The fields of `kept` once `copies` have gone into it: counts added, the latest use, every time at
 * which it was said, and the metadata that only a copy has. Where both have a member, the kept one's
 * stays. For no copies, its own.
 */
export function mergedFields(kept: Mergeable, copies: readonly Mergeable[]): MergedFields {
  const all = [kept, ...copies];
  const times = all.flatMap((memory) => [
    memory.holdsFromMs,
    ...(JSON.parse(memory.restatedAtMs) as readonly number[]),
  ]);
  const [holdsFromMs = kept.holdsFromMs, ...later] = [...new Set(times)].sort((a, b) => a - b);
  const restated =
    later.length > MAX_RESTATED ? [...later.slice(0, MAX_RESTATED - 1), ...later.slice(-1)] : later;
  return {
    metadata: copies.reduce(
      (metadata, copy) => mergeMetadata(metadata, copy.metadata),
      kept.metadata,
    ),
    holdsFromMs,
    restatedAtMs: JSON.stringify(restated),
    usefulCount: all.reduce((sum, { usefulCount }) => sum + usefulCount, 0),
    lastUsefulAtMs: latest(all.map(({ lastUsefulAtMs }) => lastUsefulAtMs)),
    lastRecalledAtMs: latest(all.map(({ lastRecalledAtMs }) => lastRecalledAtMs)),
  };
}

function mergeMetadata(kept: string, copy: string): string {
  if (copy === '{}') return kept;
  const merged = JSON.stringify({ ...JSON.parse(copy), ...JSON.parse(kept) });
  return merged.length > MAX_METADATA_CHARS ? kept : merged;
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
