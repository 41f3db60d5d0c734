import type { RankItem } from '../ports.ts';
import type { Degradation } from '../types.ts';
import { choosePassages } from './choose-passages.ts';
import { type Calibrate, cosine, type EmbedTexts, TextList } from './embed-texts.ts';
import type { Candidate, LexicalScore } from './fields.ts';

/** Closeness in meaning of one item to the query, 0–1: its best passage or its title. */
export interface ItemSimilarity {
  readonly value: number;
  /** By passage; null where the passage was not compared. */
  readonly parts: readonly (number | null)[];
}

/** What the comparison needs: the embedder and the scale of its model. */
export interface SimilarityPorts {
  readonly embed: EmbedTexts;
  readonly calibrate: Calibrate;
}

/**
 * Compares the query with the chosen passages and the titles of their items, in one embedding call.
 * Items that were not compared have null. When embedding fails, all are null and the answer says so.
 */
export async function similarities(
  query: string,
  items: readonly RankItem[],
  candidates: readonly Candidate[],
  lexical: readonly LexicalScore[],
  eligible: readonly number[],
  ports: SimilarityPorts,
): Promise<{
  readonly values: readonly (ItemSimilarity | null)[];
  readonly degraded: readonly Degradation[];
}> {
  const nothing = items.map(() => null);
  const chosen = choosePassages(lexical, eligible);
  if (chosen.length === 0) return { values: nothing, degraded: [] };
  const list = new TextList();
  const queryAt = list.add(query);
  const places = new Map<number, { title: number | null; parts: Map<number, number> }>();
  for (const { item, part } of chosen) {
    const text = items[item]?.text ?? '';
    const title = items[item]?.title.trim() ?? '';
    const span = candidates[item]?.body.spans[part] ?? { start: 0, end: text.length };
    const entry = places.get(item) ?? {
      title: title === '' ? null : list.add(title),
      parts: new Map(),
    };
    const passage = text.slice(span.start, span.end).trim();
    if (passage !== '') entry.parts.set(part, list.add(passage));
    places.set(item, entry);
  }
  const embedded = await ports.embed(list.texts);
  if (!embedded.ok) {
    const effect = `Candidates are ranked by their words only (${embedded.error.detail})`;
    return { values: nothing, degraded: [{ dependency: 'embedder', effect }] };
  }
  const { model, vectors } = embedded.value;
  const queryVector = vectors[queryAt] ?? new Float32Array();
  const toQuery = (place: number): number => {
    const raw = cosine(queryVector, vectors[place] ?? new Float32Array());
    return Math.min(1, Math.max(0, ports.calibrate(model, raw)));
  };
  const values = items.map((_, item): ItemSimilarity | null => {
    const entry = places.get(item);
    if (entry === undefined) return null;
    const parts = (lexical[item]?.partStrengths ?? []).map((_, part) => {
      const place = entry.parts.get(part);
      return place === undefined ? null : toQuery(place);
    });
    const title = entry.title === null ? 0 : toQuery(entry.title);
    return { value: Math.max(title, ...parts.map((part) => part ?? 0)), parts };
  });
  // What the limit leaves out is said where it happens: the candidate's similarity is null.
  return { values, degraded: embedded.value.degraded };
}
