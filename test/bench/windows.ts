/**
 * `npm run bench`: assembles windows of 20, 200 and 1,000 candidates in workerd, over HTTP, cold (new
 * text) and warm (the same text again), and compares them in the same run with what cannot be avoided:
 * tokenising and embedding the same amount of new text once. JSON on stdout, progress on stderr.
 *
 * Read the ratios: milliseconds say as much about the machine as about Casement.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { JsonObject } from '../../shared/types.ts';
import { type LocalServer, startLocal } from '../../workers/local/start-local.ts';

/** Rounds by candidates; each has new text. Fewer for large windows, whose embedding takes seconds. */
const ROUNDS: ReadonlyMap<number, number> = new Map([
  [20, 7],
  [200, 5],
  [1000, 3],
]);
const MIN_ROUNDS = 3;
const WARM_REPEATS = 7;
const WORDS_PER_CHUNK = 75;
const BUDGET_TOKENS = 3000;
const TARGETS = { warm: 0.2, cold: 1.5, health: 0.3 } as const;

/** Different words in the texts; as many as a document collection of this size has. */
const VOCABULARY_WORDS = 6000;
const SYLLABLES =
  'ra lo min ter pos tan vel cor du bri sen gal ho per mit ast ion nel fa cre dis tri ver lam ok ust'.split(
    ' ',
  );
/** Stages that are the assembly itself: parsing, authentication and storing the trace are not. */
const ASSEMBLY_STAGES = ['gather', 'score', 'consolidate', 'fit', 'health', 'trace'];

interface Round {
  readonly tokeniseMs: number;
  readonly libraryMs: number;
  readonly embedMs: number;
  readonly coldMs: number;
  readonly warmMs: number;
  readonly warmHttpMs: number;
  /** Of all warm repeats together: the clock only counts whole milliseconds. */
  readonly warmTotalMs: number;
  readonly healthTotalMs: number;
  readonly stages: { readonly cold: string; readonly warm: string };
}

const { values: options } = parseArgs({ options: { sizes: { type: 'string' } } });
const sizesToRun = options.sizes?.split(',').map(Number) ?? [...ROUNDS.keys()];
let seed = 1;
progress('starting workerd');
const stateDir = join(import.meta.dirname, '../../.wrangler/bench');
// The texts are the same in every run: vectors that an earlier one left in the cache would make it warm.
rmSync(stateDir, { recursive: true, force: true });
const server = await startLocal({ stateDir, front: join(import.meta.dirname, 'wrangler.toml') });
try {
  await warmUp(server);
  const sizes = [];
  for (const size of sizesToRun) sizes.push(await measure(server, size));
  process.stdout.write(`${JSON.stringify({ targets: TARGETS, sizes }, null, 2)}\n`);
} finally {
  await server.stop();
}

/** Loads tables and models, so that no round pays for them. */
async function warmUp(local: LocalServer): Promise<void> {
  for (const path of [
    '/bench/tokenise',
    '/bench/tokenise-library',
    '/bench/embed',
    '/v1/windows',
  ]) {
    await timed(local, path, body(20));
  }
}

async function measure(local: LocalServer, size: number) {
  const rounds: Round[] = [];
  const wanted = ROUNDS.get(size) ?? MIN_ROUNDS;
  for (let round = 1; round <= wanted; round += 1) {
    progress(`${size} candidates, round ${round} of ${wanted}`);
    const tokenise = await timed(local, '/bench/tokenise', body(size));
    const library = await timed(local, '/bench/tokenise-library', body(size));
    const embed = await timed(local, '/bench/embed', body(size));
    const request = body(size);
    const cold = await timed(local, '/v1/windows', request);
    const warm = [];
    for (let repeat = 0; repeat < WARM_REPEATS; repeat += 1) {
      warm.push(await timed(local, '/v1/windows', request));
    }
    rounds.push({
      tokeniseMs: tokenise.ms,
      libraryMs: library.ms,
      embedMs: embed.ms,
      coldMs: cold.ms,
      warmMs: median(warm.map((run) => run.ms)),
      warmHttpMs: median(warm.map((run) => run.httpMs)),
      warmTotalMs: sum(warm.map((run) => run.ms)),
      healthTotalMs: sum(warm.map((run) => stageMs(run.timing, ['health']))),
      stages: { cold: cold.timing, warm: warm.at(-1)?.timing ?? '' },
    });
  }
  const tokenise = median(rounds.map((round) => round.tokeniseMs));
  const library = median(rounds.map((round) => round.libraryMs));
  const embed = median(rounds.map((round) => round.embedMs));
  const cold = median(rounds.map((round) => round.coldMs));
  const warm = median(rounds.map((round) => round.warmMs));
  const warmHttp = median(rounds.map((round) => round.warmHttpMs));
  const health = sum(rounds.map((round) => round.healthTotalMs));
  const withoutHealth = sum(rounds.map((round) => round.warmTotalMs)) - health;
  const result = {
    candidates: size,
    rounds: rounds.length,
    ratios: {
      warm_to_tokenise: ratio(warm, tokenise),
      warm_to_tokenise_with_gpt_tokenizer: ratio(warm, library),
      cold_to_tokenise_and_embed: ratio(cold, tokenise + embed),
      health_to_rest_of_warm: ratio(health, withoutHealth),
    },
    ms: {
      tokenise,
      tokenise_with_gpt_tokenizer: library,
      embed,
      cold,
      warm,
      warm_over_http: warmHttp,
    },
    stages: rounds.at(-1)?.stages,
  };
  progress(JSON.stringify(result.ratios));
  return result;
}

/** A window request with new text; the same number always gives a text of the same length. */
function body(size: number): JsonObject {
  const chunks = Array.from({ length: size }, (_, index) => ({
    id: `c${index}`,
    kind: 'passage',
    source: 'bench',
    text: sentence(WORDS_PER_CHUNK),
  }));
  return {
    task: 'Which refund does the customer get for the kettle, and by when?',
    budget_tokens: BUDGET_TOKENS,
    chunks,
  };
}

function sentence(words: number): string {
  const list = Array.from({ length: words }, () => word(next() % VOCABULARY_WORDS, next()));
  return `${list.join(' ')} ${next()}.`;
}

/** The nth word; low numbers are drawn more often, as in real text (Zipf). */
function word(n: number, draw: number): string {
  let rank = Math.floor(n / ((draw % 16) + 1)) + 1;
  const parts: string[] = [];
  while (rank > 0) {
    parts.push(SYLLABLES[rank % SYLLABLES.length] ?? '');
    rank = Math.floor(rank / SYLLABLES.length);
  }
  return parts.join('');
}

/** A linear congruential generator (Numerical Recipes): the same texts on every machine. */
function next(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed >>> 8;
}

async function timed(local: LocalServer, path: string, request: JsonObject) {
  const payload = JSON.stringify(request);
  const start = performance.now();
  const response = await fetch(`${local.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev', 'content-type': 'application/json' },
    body: payload,
  });
  const answer = await response.text();
  const httpMs = round(performance.now() - start);
  if (!response.ok) {
    throw new Error(`Cannot measure ${path}: ${response.status} ${answer.slice(0, 500)}`);
  }
  const timing = response.headers.get('server-timing') ?? '';
  const ms =
    timing === ''
      ? round((JSON.parse(answer) as { ms: number }).ms)
      : stageMs(timing, ASSEMBLY_STAGES);
  return { ms, httpMs, timing };
}

/** Milliseconds of some stages in a `server-timing` header. */
function stageMs(timing: string, stages: readonly string[]): number {
  const entries = [...timing.matchAll(/(\w+);dur=([\d.]+)/g)];
  return sum(entries.map(([, stage, ms]) => (stages.includes(stage ?? '') ? Number(ms) : 0)));
}

function sum(values: readonly number[]): number {
  return round(values.reduce((total, value) => total + value, 0));
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function ratio(a: number, b: number): number {
  return Math.round((a / b) * 1000) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function progress(what: string): void {
  process.stderr.write(`bench: ${what}\n`);
}
