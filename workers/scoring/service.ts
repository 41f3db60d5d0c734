import {
  type EmbedAnswer,
  MAX_EMBED_TEXTS,
  MAX_ENTAIL_PAIRS,
  MAX_QUERY_STEMS,
  type QueryReading,
  type ScoringRpc,
} from '../../shared/contracts/scoring.ts';
import type { Failure } from '../../shared/errors.ts';
import type { Embedder, EntailmentJudge, Reranker, TextGenerator } from '../../shared/ports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Analyzer } from '../../shared/score/analysis.ts';
import { calibrate } from '../../shared/score/calibrate.ts';
import { pairSimilarity } from '../../shared/score/pair-similarity.ts';
import { rank } from '../../shared/score/rank.ts';
import { isReadableBy } from '../../shared/score/readable.ts';
import type { RelatedWords } from '../../shared/score/related.ts';

/** The models in force. Those of Workers AI are null where it is not configured. */
export interface ScoringModels {
  readonly primary: Embedder | null;
  /** The primary embedder without a cache, so that a health check asks the model itself. */
  readonly probe: Embedder | null;
  /** Made on first use: with Workers AI it may never be needed. */
  readonly embedded: () => Embedder;
  readonly relatedWords: () => RelatedWords;
  readonly reranker: Reranker | null;
  readonly judge: EntailmentJudge | null;
  readonly generator: TextGenerator | null;
  readonly analyzer: Analyzer;
}

const HEALTH_PROBE = 'health';

function notConfigured(what: string): Failure {
  return {
    code: 'dependency_unavailable',
    detail: `Cannot ${what}: there is no language model, MODELS is not "workers-ai"`,
  };
}

function tooLarge(what: string, count: number, max: number): Failure {
  return { code: 'too_large', detail: `Cannot ${what}: ${count} were given, the limit is ${max}` };
}

async function embedWith(
  embedder: Embedder,
  texts: readonly string[],
): Promise<Result<EmbedAnswer, Failure>> {
  const answer = await embedder.embed(texts);
  if (!answer.ok) return answer;
  const { model, dimensions } = embedder;
  return ok({ model, dimensions, vectors: answer.value, degraded: [] });
}

/** Embeds with Workers AI, else inside the isolate; every text again, since models never mix. */
async function embedWithFallback(
  models: ScoringModels,
  texts: readonly string[],
): Promise<Result<EmbedAnswer, Failure>> {
  if (models.primary === null) return embedWith(models.embedded(), texts);
  const first = await embedWith(models.primary, texts);
  if (first.ok) return first;
  const second = await embedWith(models.embedded(), texts);
  if (!second.ok) return second;
  const effect = `Embedded with ${second.value.model} instead (${first.error.detail})`;
  return ok({ ...second.value, degraded: [{ dependency: 'workers-ai', effect }] });
}

/** Embeds a query where a model can read it, and looks up the related words of its stems. */
async function readQuery(
  models: ScoringModels,
  { text, stems }: Parameters<ScoringRpc['readQuery']>[0],
): Promise<QueryReading> {
  const table = models.relatedWords();
  const related = Object.fromEntries(
    stems.map((stem) => [stem, table.of(stem)] as const).filter(([, words]) => words.length > 0),
  );
  const nothing = { model: null, dimensions: null, vector: null, related };
  if (text.trim() === '') return { ...nothing, degraded: [] };
  const embedded = await embedWithFallback(models, [text]);
  if (!embedded.ok) {
    const effect = `Memories are found and ranked by their words only (${embedded.error.detail})`;
    return { ...nothing, degraded: [{ dependency: 'embedder', effect }] };
  }
  const { model, dimensions, vectors, degraded } = embedded.value;
  if (!isReadableBy(model, text)) return { ...nothing, degraded: [] };
  return { model, dimensions, vector: vectors[0] ?? null, related, degraded };
}

/** The scoring Worker's methods over the given models. Holds no state of its own. */
export function createScoring(models: ScoringModels): ScoringRpc {
  const ports = () => ({
    embed: (texts: readonly string[]) => embedWithFallback(models, texts),
    calibrate,
    analyzer: models.analyzer,
    relatedWords: models.relatedWords(),
    reranker: models.reranker,
  });
  return {
    rank: async (request) => ok(await rank(request, ports())),
    similarity: async (pairs) => ok(await pairSimilarity(pairs, ports())),
    async embed({ texts, model }) {
      if (texts.length > MAX_EMBED_TEXTS) {
        return fail(tooLarge('embed texts', texts.length, MAX_EMBED_TEXTS));
      }
      if (model === undefined) return embedWithFallback(models, texts);
      if (models.primary?.model === model) return embedWith(models.primary, texts);
      const embedded = models.embedded();
      if (embedded.model === model) return embedWith(embedded, texts);
      return fail({
        code: 'dependency_unavailable',
        detail: `Cannot embed with ${model}: the models here are ${models.primary?.model ?? 'no Workers AI'} and ${embedded.model}`,
      });
    },
    async readQuery(request) {
      if (request.stems.length > MAX_QUERY_STEMS) {
        return fail(tooLarge('read the query', request.stems.length, MAX_QUERY_STEMS));
      }
      return ok(await readQuery(models, request));
    },
    async entail(pairs) {
      if (models.judge === null) return ok(null);
      if (pairs.length > MAX_ENTAIL_PAIRS) {
        return fail(tooLarge('judge pairs', pairs.length, MAX_ENTAIL_PAIRS));
      }
      const answer = await models.judge.judge(pairs);
      return answer.ok ? ok({ verdicts: answer.value }) : answer;
    },
    async generate(request) {
      if (models.generator === null) return fail(notConfigured('generate text'));
      const answer = await models.generator.generateJson(request);
      return answer.ok ? ok({ model: models.generator.model, value: answer.value }) : answer;
    },
    async health() {
      const probe = async (binding: string, embedder: Embedder) => {
        const answer = await embedder.embed([HEALTH_PROBE]);
        const detail = answer.ok ? embedder.model : answer.error.detail;
        return { binding, ok: answer.ok, detail };
      };
      const embedded = await probe('embedded', models.embedded());
      if (models.probe === null) return ok([embedded]);
      return ok([await probe('AI', models.probe), embedded]);
    },
  };
}
