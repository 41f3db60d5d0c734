/** Wire schemas of memories. The RPC methods that take and give them: `memory-rpc.ts`. */
import { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { Degradation, JsonObject } from '../types.ts';
import { filterSchema } from './memory-filter.ts';

/** What a memory is about, most important first. Stored as rank: append only. */
export const CATEGORIES = ['policy_limit', 'how_to', 'preference', 'general'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Who vouches for a memory, most trusted first. Stored as rank: append only. */
export const AUTHORITIES = ['record', 'agent', 'user'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** `weighted`: the six signals of this store. `park`: recency, importance and relevance alike. */
export const RECALL_MODES = ['weighted', 'park'] as const;
export type RecallMode = (typeof RECALL_MODES)[number];

/** `mem_` and a ULID. */
export const MEMORY_ID_PATTERN = /^mem_[0-9A-HJKMNP-TV-Z]{26}$/;
/** The one failure for every id that the tenant does not have; it never repeats the id. */
export const UNKNOWN_MEMORY: Failure = {
  code: 'not_found',
  detail: 'Cannot find memory: no such id',
};
/** Memories of one request. */
export const MAX_MEMORIES = 100;
/** Results of one search. */
export const MAX_RESULTS = 100;
export const DEFAULT_RESULTS = 10;
/** Longest memory, in characters: about 20 pages. Longer texts are documents, and go to the offload store. */
export const MAX_MEMORY_CHARS = 50_000;
/** Longest query, in characters. A longer task is searched by its beginning. */
export const MAX_QUERY_CHARS = 20_000;
/** Largest metadata of one memory, in characters of JSON. */
const MAX_METADATA_CHARS = 10_000;
/** Longest reason of a strike, in characters. */
const MAX_REASON_CHARS = 1_000;
/** Longest id, entity or key, in characters. */
const MAX_NAME_CHARS = 512;
const MAX_VALUE_CHARS = 2_000;

const NO_SCOPE = 'Missing scope: give at least one of user_id, agent_id and run_id';
const BLANK = 'Blank: give at least one character that is not a space, or leave the field out';

const notBlank = (text: string) => text.trim() !== '';
const name = z.string().max(MAX_NAME_CHARS).refine(notBlank, BLANK);
/** An RFC 3339 time with an offset; a time without one is refused instead of guessed. */
const time = z.iso.datetime({ offset: true });
// The body was parsed from JSON, so every value is JSON.
const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;
const scalar = z.union([z.string().max(MAX_VALUE_CHARS), z.number(), z.boolean()]);

const memoryId = z.string().regex(MEMORY_ID_PATTERN, 'Unknown id: give one as "mem_…"');

/** Fields that name a scope. */
export const scopeFields = {
  user_id: name.optional(),
  agent_id: name.optional(),
  run_id: name.optional(),
};

/** Ids that say whose memories are meant. With several, a memory must match all of them. */
export interface Scope {
  readonly user_id?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly run_id?: string | undefined;
}

const hasScope = (scope: Scope) => (scope.user_id ?? scope.agent_id ?? scope.run_id) !== undefined;
const scoped = { error: NO_SCOPE, path: ['user_id'] };

const memoryFields = {
  text: z.string().refine(notBlank, BLANK),
  category: z.enum(CATEGORIES).optional(),
  authority: z.enum(AUTHORITIES).optional(),
  ...scopeFields,
  entity: name.optional(),
  key: name.optional(),
  value: scalar.optional(),
  occurred_at: time.optional(),
  valid_from: time.optional(),
  valid_to: time.optional(),
  /** End of retention: from then on it is shown to nobody, and deleted. */
  expires_at: time.optional(),
  /** Id of the memory that this one takes the place of, where entity and key do not say so. */
  supersedes: memoryId.optional(),
  metadata: jsonObject
    .refine(
      (metadata) => JSON.stringify(metadata).length <= MAX_METADATA_CHARS,
      `Too large: give at most ${MAX_METADATA_CHARS} characters of JSON`,
    )
    .optional(),
};

/** One memory to be added. Defaults: category `general`, authority `user`. */
export const newMemorySchema = z.strictObject(memoryFields).refine(hasScope, scoped);
export type NewMemory = z.output<typeof newMemorySchema>;

/** Body of `POST /v1/memories`: one memory, or `memories` and nothing else. */
export const addMemoriesSchema = z
  .strictObject({
    ...memoryFields,
    text: memoryFields.text.optional(),
    memories: z.array(newMemorySchema).min(1).max(MAX_MEMORIES).optional(),
  })
  .superRefine((body, context) => {
    const problem = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (body.memories === undefined) {
      if (body.text === undefined) problem('text', 'Missing text: give "text" or "memories"');
      if (!hasScope(body)) problem('user_id', NO_SCOPE);
      return;
    }
    for (const [field, value] of Object.entries(body)) {
      if (field !== 'memories' && value !== undefined) {
        problem(field, 'Not allowed beside "memories": move it into each of them');
      }
    }
  })
  .meta({ id: 'AddMemories' });

/** Body of `PATCH /v1/memories/{id}`: fields that are not given stay; null takes one off. */
export const memoryPatchSchema = z
  .strictObject({
    text: memoryFields.text.optional(),
    category: memoryFields.category,
    authority: memoryFields.authority,
    entity: name.nullable().optional(),
    key: name.nullable().optional(),
    value: scalar.nullable().optional(),
    occurred_at: time.nullable().optional(),
    valid_from: time.nullable().optional(),
    valid_to: time.nullable().optional(),
    expires_at: time.nullable().optional(),
    /** Merged into what is there (RFC 7396): a member that is null is taken off. */
    metadata: memoryFields.metadata,
  })
  .refine((patch) => Object.keys(patch).length > 0, {
    error: 'Nothing to change: give at least one field',
  })
  .meta({ id: 'MemoryPatch' });
export type MemoryPatch = z.output<typeof memoryPatchSchema>;

/** Body of `POST /v1/memories/search`. */
export const recallRequestSchema = z
  .strictObject({
    query: z.string().refine(notBlank, BLANK),
    ...scopeFields,
    top_k: z.int().min(1).max(MAX_RESULTS).default(DEFAULT_RESULTS),
    mode: z.enum(RECALL_MODES).default('weighted'),
    /** Least `absolute_relevance` of a result, 0–1. */
    threshold: z.number().min(0).max(1).optional(),
    /** Answers from what was true then. */
    as_of: time.optional(),
    /** Conditions that every result meets. */
    filters: filterSchema.optional(),
    /** True: superseded memories and those past `valid_to` as well, with validity 0. */
    include_superseded: z.boolean().default(false),
    /** Whether results count as retrieved now; only mode `park` ranks by that. */
    touch: z.boolean().default(true),
  })
  .refine(hasScope, scoped)
  .meta({ id: 'MemorySearch' });
export type RecallRequest = z.output<typeof recallRequestSchema>;

const unit = z.number().min(0).max(1);
const degradedSchema = z.array(z.object({ dependency: z.string(), effect: z.string() }));
const timeOrNull = z.iso.datetime().nullable();

/** A stored memory as callers see it. */
export const memorySchema = z
  .object({
    id: z.string(),
    text: z.string(),
    category: z.enum(CATEGORIES),
    authority: z.enum(AUTHORITIES),
    user_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    run_id: z.string().nullable(),
    entity: z.string().nullable(),
    key: z.string().nullable(),
    value: scalar.nullable(),
    metadata: jsonObject,
    occurred_at: timeOrNull,
    valid_from: timeOrNull,
    valid_to: timeOrNull,
    superseded_at: timeOrNull,
    superseded_by: z.string().nullable(),
    /** A more trusted memory that says otherwise for the same time. */
    conflicts_with: z.string().nullable(),
    expires_at: timeOrNull,
    /** Dates that the text speaks of, days inclusive; "yesterday" is the day before `occurred_at`. */
    dates: z.array(
      z.object({ text: z.string(), from: z.iso.date(), to: z.iso.date(), relative: z.boolean() }),
    ),
    useful_count: z.int(),
    last_useful_at: timeOrNull,
    last_recalled_at: timeOrNull,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Memory' });
export type Memory = z.output<typeof memorySchema>;

/** Answer of `POST /v1/memories`, in the order of the request. */
export const addedSchema = z.object({
  memories: z.array(
    z.object({
      id: z.string(),
      /** `duplicate`: the same text was in this scope already, and counts as useful once more. */
      event: z.enum(['added', 'duplicate', 'superseded', 'quarantined']),
      supersedes: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
  degraded: degradedSchema,
});
export type Added = z.output<typeof addedSchema>;

/** Answer of `POST /v1/memories/search`, best first. */
export const recalledSchema = z.object({
  results: z.array(
    z.object({
      memory: memorySchema,
      /** Weighted sum of the signals in force, 0–1. Comparable within one answer only. */
      score: unit,
      /** How much of the question it covers, in words or meaning, 0–1. Comparable across questions. */
      absolute_relevance: unit,
      signals: z.object({
        relevance: unit,
        recency: unit,
        importance: unit,
        authority: unit,
        validity: unit,
        frequency: unit,
      }),
    }),
  ),
  degraded: degradedSchema,
});
export type Recalled = z.output<typeof recalledSchema>;

/** Answer of `DELETE /v1/memories/{id}`. */
export const removedSchema = z.object({
  id: z.string(),
  deleted: z.literal(true),
  degraded: degradedSchema,
});

/** Body of `POST /v1/memories/{id}/strike`. */
export const strikeBodySchema = z
  .strictObject({ reason: z.string().max(MAX_REASON_CHARS).refine(notBlank, BLANK) })
  .meta({ id: 'StrikeMemory' });

/** Answer of `POST /v1/memories/{id}/strike`. */
export const struckSchema = z.object({
  id: z.string(),
  struck: z.literal(true),
  /** Every memory that went: this one, and others of the scope with the same text. */
  ids: z.array(z.string()),
  degraded: degradedSchema,
});

/** The health check as whoever strikes: what it finds to be an attack is kept out of every scope. */
export const STRUCK_BY_HEALTH = 'health:poisoning';

/** Which memories are struck, why, and by whom. */
export interface StrikeRequest {
  readonly ids: readonly string[];
  readonly reason: string;
  /** `STRUCK_BY_HEALTH`, or the name of the caller's key. */
  readonly by: string;
  /** The window whose check found it. */
  readonly window_id?: string | undefined;
}

/** What a strike did. */
export interface Struck {
  /** Ids that are struck now, those that were before and others with the same text included. */
  readonly ids: readonly string[];
  readonly degraded: readonly Degradation[];
}
