import { z } from 'zod';
import { DEFAULT_BUDGET_TOKENS } from '../policy.ts';
import {
  ACTIONS,
  DIALECTS,
  ENCODINGS,
  FATES,
  FORMATS,
  type JsonObject,
  KINDS,
  LAYERS,
  ORDERS,
  SECTIONS,
  TRUSTS,
} from '../types.ts';

/** Longest id, source or entity, in characters; they are shown in the window and must stay short. */
const MAX_NAME_CHARS = 512;
/** Most candidates in one request; more is a search problem, not a window. */
export const MAX_CHUNKS = 10_000;
/** Largest budget, in tokens: above every model's window, so that a typing error is caught. */
const MAX_BUDGET_TOKENS = 10_000_000;

/** Not blank, and no control characters: names are shown in the window and bound into queries. */
const PLAIN = /^(?=.*\S)\P{Cc}*$/u;

const name = z
  .string()
  .max(MAX_NAME_CHARS)
  .regex(PLAIN, 'give at least one visible character and no control characters');
/** The caller's own name of a conversation. */
export const sessionIdSchema = name;
/** An RFC 3339 time with an offset; a time without one is refused instead of guessed. */
const time = z.iso.datetime({ offset: true });
const share = z.number().min(0).max(1);
// The body was parsed from JSON, so every value is JSON; walking it again would only cost time.
const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;

/** A candidate of a window. */
export const chunkSchema = z
  .strictObject({
    id: name.optional(),
    kind: z.enum(KINDS),
    text: z.string(),
    source: name,
    trust: z.enum(TRUSTS).optional(),
    pinned: z.boolean().optional(),
    entity: name.optional(),
    created_at: time.optional(),
    superseded_at: time.optional(),
    expires_at: time.optional(),
    metadata: jsonObject.optional(),
  })
  .meta({ id: 'Chunk' });

/** Overrides of the named defaults in `shared/policy.ts`. */
export const policySchema = z
  .strictObject({
    near_overlap: share,
    near_similarity: share,
    near_similarity_overlap: share,
    retrieve_top_k: z.int().min(0).max(MAX_CHUNKS),
    offload_min_share: share,
    allow_offload: z.boolean(),
    reduce_keep: share,
    rerank_shortlist: z.int().min(0).max(100),
    distraction_min_similarity: share,
    confusion_near_copies: share,
    confusion_max_tools: z.int().min(0),
    confusion_tool_share: share,
    rot_drop: share,
  })
  .partial()
  .meta({ id: 'Policy' });

const recallSchema = z.union([
  z.literal(false),
  z.strictObject({
    user_id: name.optional(),
    agent_id: name.optional(),
    run_id: name.optional(),
    top_k: z.int().min(1).max(100).optional(),
    mode: z.enum(['weighted', 'park']).optional(),
  }),
]);

/** What the API reference offers to try; one made up from the types would not be accepted. */
const WINDOW_EXAMPLE = {
  task: 'How long do I have to return my order?',
  budget_tokens: 1000,
  chunks: [
    { kind: 'policy', source: 'handbook', text: 'Answer in one sentence.' },
    { kind: 'passage', source: 'help-centre', text: 'Orders may be returned within 30 days.' },
  ],
};

/** `POST /v1/windows`. */
export const windowRequestSchema = z
  .strictObject({
    task: z.string().optional(),
    budget_tokens: z.int().min(1).max(MAX_BUDGET_TOKENS).default(DEFAULT_BUDGET_TOKENS),
    chunks: z.array(chunkSchema).max(MAX_CHUNKS).default([]),
    messages: z.array(jsonObject).max(MAX_CHUNKS).default([]),
    system: z.union([z.string(), z.array(jsonObject)]).optional(),
    tools: z.array(jsonObject).max(1000).default([]),
    session_id: name.optional(),
    recall: recallSchema.optional(),
    kinds: z.array(z.enum(KINDS)).optional(),
    format: z.enum(FORMATS).optional(),
    order: z.enum(ORDERS).default('standard'),
    policy: policySchema.optional(),
    encoding: z.enum(ENCODINGS).default('o200k_base'),
  })
  .meta({ id: 'WindowRequest', example: WINDOW_EXAMPLE });
export type WindowRequest = z.output<typeof windowRequestSchema>;

/** `POST /v1/windows/{id}/replay`. */
export const replayRequestSchema = z
  .strictObject({
    budget_tokens: z.int().min(1).max(MAX_BUDGET_TOKENS).optional(),
    policy: policySchema.optional(),
  })
  .meta({ id: 'ReplayRequest' });

/** `POST /v1/count`. */
export const countRequestSchema = z
  .strictObject({
    text: z.string().optional(),
    messages: z.array(jsonObject).optional(),
    system: z.union([z.string(), z.array(jsonObject)]).optional(),
    tools: z.array(jsonObject).optional(),
    format: z.enum(DIALECTS).optional(),
    encoding: z.enum(ENCODINGS).default('o200k_base'),
  })
  .refine((value) => (value.text === undefined) !== (value.messages === undefined), {
    path: ['text'],
    message: 'give either text or messages',
  })
  .meta({ id: 'CountRequest' });

/** `POST /v1/validate` and `POST /v1/repair`. */
export const validateRequestSchema = z
  .strictObject({
    messages: z.array(jsonObject),
    system: z.union([z.string(), z.array(jsonObject)]).optional(),
    tools: z.array(jsonObject).optional(),
    format: z.enum(DIALECTS).optional(),
  })
  .meta({ id: 'ValidateRequest' });

/** A dependency that did not do its part, and what the answer lacks for it. */
export const degradationSchema = z.strictObject({ dependency: z.string(), effect: z.string() });

const evidenceSchema = z.strictObject({
  chunk_id: z.string(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
});

const findingSchema = z
  .strictObject({
    detector: z.string(),
    severity: share,
    chunk_ids: z.array(z.string()),
    evidence: z.array(evidenceSchema),
    action: z.enum(ACTIONS),
    layer: z.enum(LAYERS),
    reason: z.string(),
  })
  .meta({ id: 'Finding' });

/** What one of the five layers of the check did. */
const layerReportSchema = z
  .strictObject({
    layer: z.enum(LAYERS),
    checked: z.int(),
    findings: z.int(),
    detail: z.string(),
  })
  .meta({ id: 'LayerReport' });

const chunkFateSchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(KINDS),
    source: z.string(),
    trust: z.enum(TRUSTS),
    fate: z.enum(FATES),
    by: z.string(),
    reason: z.string(),
    score: z.number(),
    score_parts: z.record(z.string(), z.number().nullable()),
    tokens_in: z.int(),
    tokens_out: z.int(),
    handle: z.string().optional(),
    merged_into: z.string().optional(),
    kept_at_budget: z.int().optional(),
  })
  .meta({ id: 'ChunkFate' });
export type ChunkFate = z.output<typeof chunkFateSchema>;

/** Tokens of each section of a window. */
export const sectionTokensSchema = z
  .strictObject(
    Object.fromEntries(SECTIONS.map((section) => [section, z.int()])) as Record<
      (typeof SECTIONS)[number],
      z.ZodInt
    >,
  )
  .meta({ id: 'SectionTokens' });

/** What `POST /v1/windows` answers. */
export const windowAnswerSchema = z
  .strictObject({
    window_id: z.string(),
    card: z.string(),
    messages: z.array(jsonObject),
    system: z.union([z.string(), z.array(jsonObject)]).optional(),
    tools: z.array(jsonObject),
    tokens: z.strictObject({
      total: z.int(),
      budget: z.int(),
      encoding: z.enum(ENCODINGS),
      estimated: z.boolean(),
      by_section: sectionTokensSchema,
    }),
    prefix: z.strictObject({
      signature: z.string(),
      tokens: z.int(),
      hit: z.boolean(),
      reusable_tokens: z.int(),
      first_difference: z.string().nullable(),
    }),
    health: z.strictObject({
      status: z.enum(['healthy', 'mitigated', 'flagged']),
      findings: z.array(findingSchema),
      layers: z.array(layerReportSchema),
    }),
    chunks: z.array(chunkFateSchema),
    handles: z.array(
      z.strictObject({
        handle: z.string(),
        ref: z.string(),
        chunk_id: z.string(),
        tokens: z.int(),
        bytes: z.int(),
        media_type: z.string(),
        summary: z.string(),
      }),
    ),
    repairs: z.array(z.strictObject({ code: z.string(), pointer: z.string(), detail: z.string() })),
    degraded: z.array(degradationSchema),
  })
  .meta({ id: 'Window' });
export type WindowAnswer = z.output<typeof windowAnswerSchema>;
