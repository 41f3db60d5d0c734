import type { Embedder } from '../../shared/ports.ts';
import { ok } from '../../shared/result.ts';
import type { VectorStore } from './vector-store.ts';

/** Vectors kept in the isolate: about 3 KB each with their text, 12 MB of its 128 MB. */
const MAX_REMEMBERED_VECTORS = 4_096;
/** Texts longer than this are looked up by their hash only, so that keys stay small. */
const MAX_KEY_CHARS = 1_000;
/**
 * Reads, and writes, of the colo cache per call. Each counts as a subrequest, of which the free plan
 * allows 50 per request; the model calls need some too.
 */
const MAX_COLO_OPERATIONS = 20;

/** Recently used vectors of one model, bounded; the longest unused is forgotten first. */
export class VectorMemory {
  readonly #vectors = new Map<string, Float32Array>();

  get(key: string): Float32Array | undefined {
    const found = this.#vectors.get(key);
    if (found !== undefined) {
      this.#vectors.delete(key);
      this.#vectors.set(key, found);
    }
    return found;
  }

  set(key: string, vector: Float32Array): void {
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    if (this.#vectors.size <= MAX_REMEMBERED_VECTORS) return;
    const [oldest] = this.#vectors.keys();
    if (oldest !== undefined) this.#vectors.delete(oldest);
  }
}

/** Where vectors are kept. `colo` is null where there is no such cache; `waitUntil` keeps writes alive. */
export interface EmbedCaches {
  readonly memory: VectorMemory;
  readonly colo: VectorStore | null;
  readonly waitUntil: (task: Promise<unknown>) => void;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key of a text in memory: the text itself when short, which costs no hashing. */
async function memoryKey(text: string): Promise<string> {
  return text.length <= MAX_KEY_CHARS ? `t:${text}` : `h:${await sha256(text)}`;
}

/**
 * An embedder that asks `embedder` only for texts it has not seen: first the isolate's memory, then the
 * colo cache (by model and SHA-256 of the text). Equal texts of one call are embedded once. A vector of
 * another size than the model's is not taken from a cache.
 */
export function cachedEmbedder(embedder: Embedder, caches: EmbedCaches): Embedder {
  const { memory, colo } = caches;
  const coloKey = async (text: string): Promise<string> =>
    `${encodeURIComponent(embedder.model)}/${await sha256(text)}`;
  const fromColo = async (text: string): Promise<Float32Array | null> => {
    const vector = colo === null ? null : await colo.get(await coloKey(text));
    return vector?.length === embedder.dimensions ? vector : null;
  };
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    async embed(texts) {
      const known = new Map<string, Float32Array>();
      const unknown: string[] = [];
      for (const text of new Set(texts)) {
        const found = memory.get(await memoryKey(text));
        if (found === undefined) unknown.push(text);
        else known.set(text, found);
      }
      const asked = unknown.slice(0, MAX_COLO_OPERATIONS);
      const answers = await Promise.all(asked.map(fromColo));
      const missing: string[] = unknown.slice(MAX_COLO_OPERATIONS);
      for (const [i, text] of asked.entries()) {
        const vector = answers[i] ?? null;
        if (vector === null) missing.push(text);
        else {
          known.set(text, vector);
          memory.set(await memoryKey(text), vector);
        }
      }
      if (missing.length > 0) {
        const fresh = await embedder.embed(missing);
        if (!fresh.ok) return fresh;
        for (const [i, text] of missing.entries()) {
          const vector = fresh.value[i];
          if (vector === undefined) continue;
          known.set(text, vector);
          memory.set(await memoryKey(text), vector);
          if (colo !== null && i < MAX_COLO_OPERATIONS) {
            caches.waitUntil(coloKey(text).then((key) => colo.put(key, vector)));
          }
        }
      }
      return ok(texts.map((text) => known.get(text) ?? new Float32Array(embedder.dimensions)));
    },
  };
}
