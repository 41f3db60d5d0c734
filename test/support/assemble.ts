import { type Assembled, assemble } from '../../shared/assemble.ts';
import { type WindowAnswer, windowRequestSchema } from '../../shared/contracts/windows.ts';
import type { Failure } from '../../shared/errors.ts';
import { detectDialect } from '../../shared/messages/detect.ts';
import type { PrefixRecord } from '../../shared/ports.ts';
import type { Result } from '../../shared/result.ts';
import type { SessionOutcome } from '../../shared/session/rot.ts';
import { loadCounter } from '../../shared/tokens/counter.ts';
import { countRequest } from '../../shared/tokens/messages.ts';
import type { Dialect, JsonObject } from '../../shared/types.ts';
import { FakeRanker } from './fake-ranker.ts';
import { MemoryBlobStore } from './memory-blob-store.ts';

/** The time of every test window. */
export const NOW_MS = Date.UTC(2026, 10, 30);

export interface RunOptions {
  readonly store?: MemoryBlobStore;
  readonly ranker?: FakeRanker;
  readonly lastPrefix?: PrefixRecord | null;
  readonly outcomes?: readonly SessionOutcome[];
  readonly nowMs?: number;
}

/** Parses a request as the HTTP edge does and assembles it. Throws on a request that does not parse. */
export async function run(
  body: JsonObject,
  options: RunOptions = {},
): Promise<Result<Assembled, Failure>> {
  const request = windowRequestSchema.parse(body);
  const dialect = dialectOf(body);
  return assemble(
    {
      request,
      dialect,
      memories: [],
      degraded: [],
      lastPrefix: options.lastPrefix ?? null,
      outcomes: options.outcomes ?? null,
      windowId: 'win_test',
      nowMs: options.nowMs ?? NOW_MS,
    },
    {
      counter: await loadCounter(request.encoding),
      ranker: options.ranker ?? new FakeRanker(),
      store: options.store ?? new MemoryBlobStore(),
    },
  );
}

/** The answer of a request that must succeed. */
export async function windowOf(body: JsonObject, options: RunOptions = {}): Promise<WindowAnswer> {
  const result = await run(body, options);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value.answer;
}

/** The failure of a request that must fail. */
export async function failureOf(body: JsonObject, options: RunOptions = {}): Promise<Failure> {
  const result = await run(body, options);
  if (result.ok) throw new Error('Expected a failure, got a window');
  return result.error;
}

/** The dialect that the edge would choose. */
export function dialectOf(body: JsonObject): Dialect {
  if (body.format === 'openai' || body.format === 'anthropic') return body.format;
  const request = windowRequestSchema.parse(body);
  return detectDialect(request.messages);
}

/** Tokens of what an answer returns, counted from nothing but the answer. */
export async function recount(answer: WindowAnswer, dialect: Dialect): Promise<number> {
  const counter = await loadCounter(answer.tokens.encoding);
  return countRequest(
    {
      dialect,
      ...(answer.system === undefined ? {} : { system: answer.system }),
      messages: answer.messages,
      tools: answer.tools,
    },
    counter,
  ).total;
}

/** All text that the model would read. */
export function windowText(answer: WindowAnswer): string {
  return `${JSON.stringify(answer.system ?? '')}\n${JSON.stringify(answer.messages)}`;
}
