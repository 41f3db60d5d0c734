import { type Copy, findCopies } from '../../compare/copies.ts';
import { DEFAULT_POLICY } from '../../policy.ts';

/** What merging looks at. Times in epoch milliseconds; ranks as stored, 0 the highest. */
export interface Mergeable {
  readonly id: string;
  readonly text: string;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly runId: string | null;
  readonly categoryRank: number;
  readonly authorityRank: number;
  readonly entity: string | null;
  readonly key: string | null;
  /** A JSON scalar. */
  readonly value: string | null;
  /** A JSON object. */
  readonly metadata: string;
  readonly occurredAtMs: number | null;
  /** A JSON array of dates with `from` and `to`. */
  readonly dates: string;
  readonly createdAtMs: number;
  readonly validFromMs: number | null;
  readonly validToMs: number | null;
  readonly expiresAtMs: number | null;
  readonly holdsFromMs: number;
  readonly series: string | null;
  readonly seriesValue: string | null;
  /** A JSON array of times. */
  readonly restatedAtMs: string;
  readonly conflictsWith: string | null;
  readonly speaker: string | null;
  readonly session: string | null;
  readonly usefulCount: number;
  readonly lastUsefulAtMs: number | null;
  readonly lastRecalledAtMs: number | null;
}

/**
 * Memories that say what another one says: of exactly the same scope, category, thing, value, dates,
 * speaker, validity and retention, and near-copies behind the merge guard, by the thresholds of the
 * default policy. The more trusted survives, then the one about the later event. Turns of a
 * conversation are left alone: their place is information. `similarity` is the calibrated
 * cosine of two texts, 0 when it is not known. `[]` for no memories.
 */
export async function copiesAmong(
  memories: readonly Mergeable[],
  similarity: (a: Mergeable, b: Mergeable) => number,
): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  const alone = memories.filter(({ session }) => session === null);
  for (const group of Map.groupBy(alone, placeOf).values()) {
    if (group.length < 2) continue;
    const byId = new Map(group.map((memory) => [memory.id, memory]));
    const byText = new Map(group.map((memory) => [memory.text, memory]));
    const found = await findCopies(
      group.map(({ id, text }) => ({ id, text, fixed: false })),
      {
        nearOverlap: DEFAULT_POLICY.near_overlap,
        nearSimilarity: DEFAULT_POLICY.near_similarity,
        nearSimilarityOverlap: DEFAULT_POLICY.near_similarity_overlap,
        prefer: (a, b) => preference(byId.get(a), byId.get(b)),
        similarity: async (pairs) =>
          pairs.map(({ a, b }) => {
            const [one, other] = [byText.get(a), byText.get(b)];
            return one === undefined || other === undefined ? 0 : similarity(one, other);
          }),
      },
    );
    copies.push(...found);
  }
  return copies;
}

/** What must be equal in two memories for their texts to be compared at all. */
function placeOf(memory: Mergeable): string {
  const dates: readonly { readonly from: string; readonly to: string }[] = JSON.parse(memory.dates);
  return JSON.stringify([
    memory.userId,
    memory.agentId,
    memory.runId,
    memory.categoryRank,
    memory.entity,
    memory.key,
    memory.value,
    memory.series,
    memory.seriesValue,
    memory.conflictsWith,
    memory.validFromMs,
    memory.validToMs,
    memory.expiresAtMs,
    memory.speaker,
    dates.map(({ from, to }) => [from, to]),
  ]);
}

/** The more trusted first, then the later event, then the later id. */
function preference(a: Mergeable | undefined, b: Mergeable | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const byTime = (b.occurredAtMs ?? b.createdAtMs) - (a.occurredAtMs ?? a.createdAtMs);
  return a.authorityRank - b.authorityRank || byTime || (a.id < b.id ? 1 : -1);
}
