/**
 * Wire schemas of the offload store and the typed interface of its RPC methods. What a route or the
 * fetch tool sends and receives is decided here once; `FetchPage` is what the model reads.
 */
import { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { Result } from '../result.ts';
import { FAMILIES, TRUSTS } from '../types.ts';

/** `off_` and 32 characters of lowercase base32 (160 bits). */
export const HANDLE_PATTERN = /^off_[a-z2-7]{32}$/;

/** Page size when the caller names none, in tokens. */
export const DEFAULT_PAGE_TOKENS = 1000;
/** Largest page in tokens; about the window of a large model, and far below the RPC limit of 32 MiB. */
export const MAX_PAGE_TOKENS = 200_000;
/** Longest grep pattern in UTF-16 units; longer ones are data, not a search. */
export const MAX_PATTERN_CHARS = 1000;
/** Matches per grep page. */
export const DEFAULT_GREP_MATCHES = 20;
/** Most matches per grep page. */
export const MAX_GREP_MATCHES = 100;
/** Lines of context on each side of a grep match. */
export const MAX_GREP_CONTEXT_LINES = 20;
/** Longest life of an offload: one year. */
export const MAX_TTL_SECONDS = 31_536_000;
/** Handles or objects that are removed in one call; R2 deletes as many at once. */
export const MAX_REMOVED = 1000;
/** Longest label of a source, media type or session id, in UTF-16 units. */
const MAX_LABEL_CHARS = 500;

const label = z.string().min(1).max(MAX_LABEL_CHARS);

/** What is known about a body besides its bytes. */
export const offloadMetaSchema = z.strictObject({
  /** Media type, with or without charset. Default: `text/plain; charset=utf-8`. */
  media_type: label.optional(),
  /** Where the text came from; shown in the provenance of every page. */
  source: label.default('upload'),
  trust: z.enum(TRUSTS).default('user'),
  session_id: label.optional(),
  ttl_seconds: z.int().min(1).max(MAX_TTL_SECONDS).optional(),
});
export type OffloadMeta = z.infer<typeof offloadMetaSchema>;

/** JSON body of `POST /v1/offload`. */
export const offloadRequestSchema = offloadMetaSchema.extend({ text: z.string() });
export type OffloadRequest = z.infer<typeof offloadRequestSchema>;

/** Answer of `POST /v1/offload`. */
export const offloadAnswerSchema = z.object({
  handle: z.string(),
  bytes: z.int(),
  /** Tokens in o200k_base; null for content that is not text. */
  tokens: z.int().nullable(),
  /** True when the content is too large to count and `tokens` is extrapolated from its start. */
  tokens_estimated: z.boolean(),
  /** Lines, the last one with or without a line feed; null for content that is not text. */
  lines: z.int().nullable(),
  sha256: z.string(),
  media_type: z.string(),
  expires_at: z.iso.datetime(),
});
export type OffloadAnswer = z.infer<typeof offloadAnswerSchema>;

/** All that is known about a stored offload. */
export const offloadInfoSchema = offloadAnswerSchema.extend({
  source: z.string(),
  trust: z.enum(TRUSTS),
  created_at: z.iso.datetime(),
});
export type OffloadInfo = z.infer<typeof offloadInfoSchema>;

/** The ways to read a stored text. */
export const FETCH_MODES = ['head', 'tail', 'lines', 'bytes', 'grep', 'next'] as const;

const pageSize = { max_tokens: z.int().min(1).max(MAX_PAGE_TOKENS).optional() };
const lineNumber = z.int().min(1);
const byteOffset = z.int().min(0);

/**
 * One operation of the fetch tool. `head`, `tail` and `lines` read lines (1-based, inclusive);
 * `bytes` reads the half-open UTF-8 range [from, to); `next` goes on from an earlier page.
 */
export const fetchRequestSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('head'), lines: lineNumber.optional(), ...pageSize }),
  z.strictObject({ mode: z.literal('tail'), lines: lineNumber.optional(), ...pageSize }),
  z.strictObject({ mode: z.literal('lines'), from: lineNumber, to: lineNumber, ...pageSize }),
  z.strictObject({ mode: z.literal('bytes'), from: byteOffset, to: byteOffset, ...pageSize }),
  z.strictObject({
    mode: z.literal('grep'),
    pattern: z.string().min(1).max(MAX_PATTERN_CHARS),
    ignore_case: z.boolean().default(false),
    context: z.int().min(0).max(MAX_GREP_CONTEXT_LINES).default(0),
    max_matches: z.int().min(1).max(MAX_GREP_MATCHES).default(DEFAULT_GREP_MATCHES),
    ...pageSize,
  }),
  z.strictObject({ mode: z.literal('next'), next: z.string().min(1), ...pageSize }),
]);
export type FetchRequest = z.infer<typeof fetchRequestSchema>;

/** Where the text of a page comes from. */
export const provenanceSchema = z.object({
  source: z.string(),
  trust: z.enum(TRUSTS),
  handle: z.string(),
  media_type: z.string(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** What an instruction in the content led to: it was taken out of the page, or it is only shown. */
export const FETCH_ACTIONS = ['excise', 'flag'] as const;

/** An instruction in the content that a page touches. */
export const fetchFindingSchema = z.object({
  family: z.enum(FAMILIES),
  /** 0–1; an example that the text quotes is below what is acted on. */
  confidence: z.number().min(0).max(1),
  /** Half-open UTF-8 range of the content: what was taken out, or what is flagged. */
  start: z.int(),
  end: z.int(),
  action: z.enum(FETCH_ACTIONS),
});
export type FetchFinding = z.infer<typeof fetchFindingSchema>;

/** One page of a stored text. `text` never has more than the asked `max_tokens`. */
export const fetchPageSchema = z.object({
  text: z.string(),
  /** What `from` and `to` count: lines (1-based, inclusive) or bytes (0-based, half-open). */
  unit: z.enum(['lines', 'bytes']),
  /** First line or byte of the page; 0 to 0 lines when there is nothing to show. */
  from: z.int(),
  to: z.int(),
  /** The exact UTF-8 range the page covers, half-open, whatever the unit. */
  bytes: z.object({ from: z.int(), to: z.int() }),
  /** Tokens of `text` in o200k_base. */
  tokens: z.int(),
  total_lines: z.int(),
  total_bytes: z.int(),
  total_tokens: z.int(),
  /** True when `total_tokens` is extrapolated because the content is too large to count. */
  total_tokens_estimated: z.boolean(),
  /** grep: lines that match in the whole content. */
  matching_lines: z.int().optional(),
  /** Send `{mode: "next", next}` for the following page; null at the end of the content or matches. */
  next: z.string().nullable(),
  /** True when part of what was asked did not fit on this page. */
  truncated: z.boolean(),
  provenance: provenanceSchema,
  /**
   * Instructions in the part of the content that the page covers. For `excise`, `[removed]` stands for
   * it in `text` where it fits; the bytes themselves are at `GET /v1/offload/{handle}`.
   */
  findings: z.array(fetchFindingSchema),
});
export type FetchPage = z.infer<typeof fetchPageSchema>;

/** One range of an HTTP `Range` header: from a byte on, or the last bytes. */
export type ByteRange =
  | { readonly first: number; readonly last: number | null }
  | { readonly suffix: number };

/** A body for reading, and the half-open part of the object that it carries. */
export interface OffloadBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly info: OffloadInfo;
  readonly start: number;
  readonly end: number;
  /** True when a range was asked, so that HTTP answers 206. */
  readonly partial: boolean;
}

/** State of one binding, for `/health`. */
export interface BindingHealth {
  readonly binding: string;
  readonly ok: boolean;
  readonly detail: string | null;
}

/**
 * RPC methods of the offload Worker (class `Offload`). Expected failures are values: unknown and
 * foreign handles `not_found`, expired ones `gone`, a store that is down `dependency_unavailable`,
 * a blank tenant `unauthorized`. The page method is not called `fetch`: a service binding answers
 * `fetch` as an HTTP request.
 */
export interface OffloadRpc {
  /** The handle that storing this would give. Stores nothing. */
  handleFor(tenant: string, input: OffloadRequest): Promise<Result<string, Failure>>;
  /** Stores a text of at most 12 MB (UTF-8); use `putStream` for more. */
  putText(tenant: string, input: OffloadRequest): Promise<Result<OffloadAnswer, Failure>>;
  /** Stores raw bytes. `bytes` is the content length; null: unknown, which limits the body to 4 MB. */
  putStream(
    tenant: string,
    body: ReadableStream<Uint8Array>,
    meta: OffloadMeta,
    bytes: number | null,
  ): Promise<Result<OffloadAnswer, Failure>>;
  info(tenant: string, handle: string): Promise<Result<OffloadInfo, Failure>>;
  /** The whole text; `unsupported_media_type` when it is not UTF-8, `too_large` above 12 MB. */
  getText(
    tenant: string,
    handle: string,
  ): Promise<Result<{ readonly text: string; readonly media_type: string }, Failure>>;
  /** The raw bytes or a range of them; `range_not_satisfiable` when the range starts after the end. */
  read(
    tenant: string,
    handle: string,
    range?: ByteRange | null,
  ): Promise<Result<OffloadBody, Failure>>;
  /** The fetch tool. `operation` is validated here: pass a request body or tool arguments as they came. */
  fetchPage(
    tenant: string,
    handle: string,
    operation: unknown,
  ): Promise<Result<FetchPage, Failure>>;
  /** Internal objects (stored traces), apart from offloads; a stream needs its length in `bytes`. */
  putObject(
    tenant: string,
    key: string,
    body: string | Uint8Array | ReadableStream<Uint8Array>,
    bytes?: number,
  ): Promise<Result<null, Failure>>;
  getObject(
    tenant: string,
    key: string,
  ): Promise<
    Result<{ readonly body: ReadableStream<Uint8Array>; readonly bytes: number }, Failure>
  >;
  /** Deletes one object or up to `MAX_REMOVED` of them. Deleting what does not exist succeeds. */
  deleteObject(tenant: string, key: string | readonly string[]): Promise<Result<null, Failure>>;
  /**
   * Removes up to `MAX_REMOVED` handles for good: they are `not_found` from then on, and bytes that no
   * other handle leads to are deleted. Unknown handles count for nothing; repeating it is harmless.
   */
  remove(
    tenant: string,
    handles: readonly string[],
  ): Promise<Result<{ readonly removed: number }, Failure>>;
  health(): Promise<Result<readonly BindingHealth[], Failure>>;
}
