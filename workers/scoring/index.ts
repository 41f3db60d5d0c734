import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ScoringRpc } from '../../shared/contracts/scoring.ts';
import { createAnalyzer } from '../../shared/score/analysis.ts';
import { cachedEmbedder, type EmbedCaches, VectorMemory } from './embed-cache.ts';
import { createEmbeddedEmbedder } from './embedded/embedder.ts';
import { bundledEncoder, bundledRelatedWords } from './embedded/modules.ts';
import { parseEnv, type ScoringEnv } from './env.ts';
import { createScoring } from './service.ts';
import { coloVectorStore } from './vector-store.ts';
import { workersAiEmbedder } from './workers-ai/embed.ts';
import { generatedJudge } from './workers-ai/entail.ts';
import { workersAiGenerator } from './workers-ai/generate.ts';
import { workersAiReranker } from './workers-ai/rerank.ts';

/** Text whose analysis an isolate remembers: about 1,000 candidates of 3,000 characters, 30 MB. */
const ANALYZED_CHARS = 3_000_000;

// Per isolate, not per request: a second window finds its texts analysed and embedded.
const analyzer = createAnalyzer(ANALYZED_CHARS);
const primaryMemory = new VectorMemory();
const embeddedMemory = new VectorMemory();

/** RPC entry of the scoring Worker: picks the models and answers as `ScoringRpc` says. */
export default class Scoring extends WorkerEntrypoint<ScoringEnv> implements ScoringRpc {
  #service(): ScoringRpc {
    const { ai } = parseEnv(this.env);
    const caching = (memory: VectorMemory): EmbedCaches => ({
      memory,
      // Absent outside workerd and in some previews.
      colo: typeof caches === 'undefined' ? null : coloVectorStore(caches.default),
      waitUntil: (task) => this.ctx.waitUntil(task),
    });
    const generator = ai === null ? null : workersAiGenerator(ai);
    const direct = ai === null ? null : workersAiEmbedder(ai);
    return createScoring({
      probe: direct,
      primary: direct === null ? null : cachedEmbedder(direct, caching(primaryMemory)),
      embedded: () =>
        cachedEmbedder(createEmbeddedEmbedder(bundledEncoder()), caching(embeddedMemory)),
      relatedWords: bundledRelatedWords,
      reranker: ai === null ? null : workersAiReranker(ai),
      judge: generator === null ? null : generatedJudge(generator),
      generator,
      analyzer,
    });
  }

  /** See `Ranker.rank`. */
  rank(request: Parameters<ScoringRpc['rank']>[0]): ReturnType<ScoringRpc['rank']> {
    return this.#service().rank(request);
  }

  /** See `Ranker.similarity`. */
  similarity(pairs: Parameters<ScoringRpc['similarity']>[0]): ReturnType<ScoringRpc['similarity']> {
    return this.#service().similarity(pairs);
  }

  /** See `ScoringRpc.embed`. */
  embed(request: Parameters<ScoringRpc['embed']>[0]): ReturnType<ScoringRpc['embed']> {
    return this.#service().embed(request);
  }

  /** See `ScoringRpc.readQuery`. */
  readQuery(request: Parameters<ScoringRpc['readQuery']>[0]): ReturnType<ScoringRpc['readQuery']> {
    return this.#service().readQuery(request);
  }

  /** See `ScoringRpc.entail`. */
  entail(pairs: Parameters<ScoringRpc['entail']>[0]): ReturnType<ScoringRpc['entail']> {
    return this.#service().entail(pairs);
  }

  /** See `ScoringRpc.generate`. */
  generate(request: Parameters<ScoringRpc['generate']>[0]): ReturnType<ScoringRpc['generate']> {
    return this.#service().generate(request);
  }

  /** See `ScoringRpc.health`. */
  health(): ReturnType<ScoringRpc['health']> {
    return this.#service().health();
  }
}
