/**
 * Vectors kept for reuse outside the isolate. A hint: both sides may lose anything at any time and
 * never throw.
 */
export interface VectorStore {
  get(key: string): Promise<Float32Array | null>;
  put(key: string, vector: Float32Array): Promise<void>;
}

/** Cache entries are addressed by URL; nothing is ever fetched from this host (reserved name). */
const KEY_ORIGIN = 'https://embeddings.invalid/';
/** Vectors of one text and model never change; the cache evicts what is unused by itself. */
const KEEP_SECONDS = 604_800;

/**
 * The colo's cache as a vector store. A cache that fails is one that has nothing: the vector is
 * computed instead, which is all the caller needs to know.
 */
export function coloVectorStore(cache: Cache): VectorStore {
  return {
    async get(key) {
      try {
        const found = await cache.match(KEY_ORIGIN + key);
        return found === undefined ? null : new Float32Array(await found.arrayBuffer());
      } catch {
        return null;
      }
    },
    async put(key, vector) {
      const headers = {
        'content-type': 'application/octet-stream',
        'cache-control': `max-age=${KEEP_SECONDS}`,
      };
      try {
        await cache.put(KEY_ORIGIN + key, new Response(vector.slice().buffer, { headers }));
      } catch {
        // Not kept means computed again next time.
      }
    },
  };
}
