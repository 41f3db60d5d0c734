import type { ScoringRpc } from '../../shared/contracts/scoring.ts';
import { loadCounter } from '../../shared/tokens/counter.ts';

interface Env {
  readonly COORDINATOR: { fetch(request: Request): Promise<Response> };
  readonly SCORING: ScoringRpc;
}

/** The shape of a window request, as far as the baselines read it. */
interface Body {
  readonly chunks: readonly { readonly text: string }[];
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case '/bench/tokenise': {
        const { chunks } = (await request.json()) as Body;
        const counter = await loadCounter('o200k_base');
        return timed(() => chunks.reduce((sum, { text }) => sum + counter.count(text), 0));
      }
      case '/bench/tokenise-library': {
        const { chunks } = (await request.json()) as Body;
        const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
        return timed(() => chunks.reduce((sum, { text }) => sum + countTokens(text), 0));
      }
      case '/bench/embed': {
        const { chunks } = (await request.json()) as Body;
        return timed(async () => {
          const result = await env.SCORING.embed({ texts: chunks.map(({ text }) => text) });
          if (!result.ok) throw new Error(result.error.detail);
          return chunks.length;
        });
      }
      default:
        return env.COORDINATOR.fetch(request);
    }
  },
};

/** Runs the work and says how long it took inside the runtime, in ms, HTTP and JSON aside. */
async function timed(work: () => number | Promise<number>): Promise<Response> {
  const start = performance.now();
  const result = await work();
  return Response.json({ result, ms: performance.now() - start });
}
