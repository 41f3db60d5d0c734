import type { Marked } from '../../../shared/contracts/memory-rpc.ts';
import type { Imported } from '../../../shared/contracts/memory-upkeep.ts';
import type { Failure } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { parseText } from '../read-body.ts';
import { readLines } from './read-lines.ts';

/** Lines that are stored at once; the memory Worker takes no more. */
const BATCH_LINES = 100;
/** Bytes of lines that are stored at once; RPC carries 32 MiB, and a wide text has two bytes for one. */
const BATCH_BYTES = 4_000_000;
/**
 * Longest line, in bytes: a memory of 50,000 characters that are all escaped as \uXXXX has 300,000, its
 * metadata and names fit beside it.
 */
export const MAX_LINE_BYTES = 500_000;
/** Failed lines that are told one by one. */
const MAX_FAILED = 100;

/** Stores lines: `MemoryRpc.importLines` of one tenant. */
type Store = (lines: readonly unknown[]) => Promise<Result<Marked<Imported>, Failure>>;

const NOTHING: Imported = {
  lines: 0,
  added: 0,
  duplicate: 0,
  superseded: 0,
  quarantined: 0,
  failed: [],
  failed_count: 0,
  degraded: [],
};

/**
 * Stores the lines of a body in batches, as they arrive; the next one is read once a batch is stored.
 * Counts and line numbers are those of the whole body; blank lines count for nothing but the numbers.
 * When a line is too long or a batch fails, `extra.imported` says what was stored before; sending the
 * same body again is harmless, since what is stored already counts as a duplicate.
 */
export async function importLines(
  body: AsyncIterable<Uint8Array>,
  store: Store,
): Promise<Result<Marked<Imported>, Failure>> {
  let imported = NOTHING;
  let bookmark: string | null = null;
  let batch = new Batch();
  const flush = async (): Promise<Failure | null> => {
    const stored = batch.isEmpty ? ok({ ...NOTHING, bookmark }) : await store(batch.values);
    if (!stored.ok) return { ...stored.error, extra: { ...stored.error.extra, imported } };
    bookmark = stored.value.bookmark;
    imported = sum(imported, batch.numbered(stored.value));
    batch = new Batch();
    return null;
  };
  for await (const line of readLines(body, MAX_LINE_BYTES)) {
    if (!line.ok) return fail((await flush()) ?? tooLong(line.error.line, imported));
    const parsed = parseText(line.value.bytes);
    if (!parsed.ok && isBlank(line.value.bytes)) continue;
    if (line.value.number === 1 && parsed.ok && isAddMemories(parsed.value)) return fail(NOT_LINES);
    batch.add(line.value.number, line.value.bytes.length, parsed);
    const failure = batch.isFull ? await flush() : null;
    if (failure !== null) return fail(failure);
  }
  const failure = await flush();
  return failure === null ? ok({ ...imported, bookmark }) : fail(failure);
}

/** Lines that are stored at once, with those that could not be parsed. */
class Batch {
  readonly values: unknown[] = [];
  readonly #numbers: number[] = [];
  readonly #broken: Imported['failed'] = [];
  #bytes = 0;

  add(number: number, bytes: number, parsed: Result<unknown, string>): void {
    this.#bytes += bytes;
    if (parsed.ok) {
      this.values.push(parsed.value);
      this.#numbers.push(number);
    } else {
      const detail = `Cannot read line: ${parsed.error}; give one JSON object per line`;
      this.#broken.push({ line: number, pointer: '', detail });
    }
  }

  get isEmpty(): boolean {
    return this.values.length === 0;
  }

  get isFull(): boolean {
    return (
      this.values.length >= BATCH_LINES ||
      this.#broken.length >= BATCH_LINES ||
      this.#bytes >= BATCH_BYTES
    );
  }

  /** What storing the batch came to, with line numbers of the body instead of the batch. */
  numbered(stored: Imported): Imported {
    const refused = stored.failed.map((failed) => ({
      ...failed,
      line: this.#numbers[failed.line - 1] ?? failed.line,
    }));
    return {
      ...stored,
      lines: this.values.length + this.#broken.length,
      failed: [...refused, ...this.#broken].sort((a, b) => a.line - b.line),
      failed_count: stored.failed_count + this.#broken.length,
    };
  }
}

function sum(a: Imported, b: Imported): Imported {
  const said = new Set(a.degraded.map(({ effect }) => effect));
  return {
    lines: a.lines + b.lines,
    added: a.added + b.added,
    duplicate: a.duplicate + b.duplicate,
    superseded: a.superseded + b.superseded,
    quarantined: a.quarantined + b.quarantined,
    failed: [...a.failed, ...b.failed].slice(0, MAX_FAILED),
    failed_count: a.failed_count + b.failed_count,
    degraded: [...a.degraded, ...b.degraded.filter(({ effect }) => !said.has(effect))],
  };
}

const NOT_LINES: Failure = {
  code: 'invalid_request',
  detail:
    'Cannot import {"memories": […]}: send one memory per line, or this body to POST /v1/memories',
};

function tooLong(line: number, imported: Imported): Failure {
  const detail = `Cannot import line ${line}: it is longer than ${MAX_LINE_BYTES} bytes; shorten it and send the whole again`;
  return { code: 'too_large', detail, extra: { line, limit_bytes: MAX_LINE_BYTES, imported } };
}

function isAddMemories(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'memories' in value && !('text' in value);
}

function isBlank(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes).trim() === '';
}
