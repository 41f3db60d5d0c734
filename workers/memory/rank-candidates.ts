/** Ranks the candidates of a recall. */
import type { QueryReading } from '../../shared/contracts/scoring.ts';
import { unpackVector } from '../../shared/memory/pack-vector.ts';
import { partsOf } from '../../shared/memory/parts.ts';
import { rankMemories } from '../../shared/memory/rank/rank.ts';
import type { MemoryRelevance } from '../../shared/memory/rank/types.ts';
import { DEFAULT_RANK_WEIGHTS } from '../../shared/memory/rank/weights.ts';
import { spokenText } from '../../shared/memory/speaker.ts';
import { dateWords, type WrittenDate } from '../../shared/memory/written-dates.ts';
import { createAnalyzer } from '../../shared/score/analysis.ts';
import type { Degradation } from '../../shared/types.ts';
import { within } from '../../shared/within.ts';
import type { Candidate } from './candidates.ts';
import type { Env } from './env.ts';
import type { Found } from './find.ts';
import type { ShownRow } from './to-memory.ts';

/** Text whose analysis an isolate remembers: about a megabyte of memories, 10 MB. */
const ANALYZED_CHARS = 1_000_000;
/** Parts that are embedded while somebody waits, of memories that were written a moment ago. */
const MAX_NEW_PARTS = 64;
const EMBED_TIMEOUT_MS = 5_000;

// Per isolate: the next question of a user finds most of her memories analysed.
const analyzer = createAnalyzer(ANALYZED_CHARS);

/** Relevance of the candidates, in their order. Those too new to have vectors get them here. */
export async function rankCandidates(
  env: Env,
  query: string,
  { candidates, statistics }: Pick<Found, 'candidates' | 'statistics'>,
  { model, vector, related }: QueryReading,
): Promise<{
  readonly relevance: readonly MemoryRelevance[];
  readonly degraded: readonly Degradation[];
}> {
  const fresh =
    model === null || vector === null
      ? { vectors: new Map<number, readonly Float32Array[]>(), degraded: [] }
      : await embedNew(env, candidates, model);
  const relevance = rankMemories(
    {
      text: query,
      vector,
      model,
      related: { of: (stem) => related[stem] ?? [] },
      size: statistics.size,
      frequency: statistics.frequency,
    },
    candidates.map(({ row, vectors }) => ({
      id: row.id,
      text: row.text,
      title: titleOf(row),
      speaker: row.speaker,
      session: row.session,
      position: row.position,
      atMs: row.occurredAtMs,
      days: JSON.parse(row.dates) as readonly WrittenDate[],
      vectors: fresh.vectors.get(row.seq) ?? vectors.map(unpackVector),
    })),
    DEFAULT_RANK_WEIGHTS,
    analyzer,
  );
  return { relevance, degraded: fresh.degraded };
}

/** What a memory is about besides its text, the dates in figures included. */
function titleOf({ entity, key, dates }: ShownRow): string {
  const days = dateWords(JSON.parse(dates) as readonly WrittenDate[]);
  return [entity, key, days].filter((part) => part !== null && part !== '').join(' ');
}

/** Vectors of candidates that have none yet, by their row; the newest first, as far as there is time. */
async function embedNew(
  env: Env,
  candidates: readonly Candidate[],
  model: string,
): Promise<{
  readonly vectors: ReadonlyMap<number, readonly Float32Array[]>;
  readonly degraded: readonly Degradation[];
}> {
  const places = new Map(
    candidates.map(({ row }) => [`${row.session}\n${row.position}`, row] as const),
  );
  const wanted: { readonly seq: number; readonly texts: readonly string[] }[] = [];
  let room = MAX_NEW_PARTS;
  const withoutVectors = candidates.filter(
    ({ row, vectors }) => vectors.length === 0 && row.indexedAtMs === null,
  );
  for (const { row } of withoutVectors.toSorted((a, b) => b.row.seq - a.row.seq)) {
    const previous = places.get(`${row.session}\n${(row.position ?? 0) - 1}`);
    const isTurn = row.session !== null && previous !== undefined;
    const before = isTurn ? spokenText(previous.text, previous.speaker) : null;
    const texts = partsOf(row.text, before, row.speaker).map(({ text }) => text);
    if (texts.length > room) continue;
    room -= texts.length;
    wanted.push({ seq: row.seq, texts });
  }
  if (wanted.length === 0) return { vectors: new Map(), degraded: [] };
  const answer = await within(EMBED_TIMEOUT_MS, 'embed new memories', () =>
    env.SCORING.embed({ texts: wanted.flatMap(({ texts }) => texts), model }),
  );
  if (!answer.ok) {
    const effect = `Memories that were just written are found by their words only (${answer.error.detail})`;
    return { vectors: new Map(), degraded: [{ dependency: 'scoring', effect }] };
  }
  const vectors = new Map<number, readonly Float32Array[]>();
  let at = 0;
  for (const { seq, texts } of wanted) {
    vectors.set(seq, answer.value.vectors.slice(at, at + texts.length));
    at += texts.length;
  }
  return { vectors, degraded: [] };
}
