import type { WindowRequest } from '../contracts/windows.ts';
import type { Failure } from '../errors.ts';
import { fieldFailure } from '../errors.ts';
import type { MemoryHit } from '../ports.ts';
import type { Result } from '../result.ts';
import { fail, ok } from '../result.ts';
import type { Candidate, Decision, Gathered } from '../stages.ts';
import type { Dialect, Json, JsonObject } from '../types.ts';
import { cleanObjects, filledBlocks } from './clean.ts';
import { gatherConversation } from './conversation.ts';
import { defaultTrust, pinnedByDefault } from './trust.ts';

/** What candidates are collected from. `nowMs` decides which chunks have expired. */
export interface GatherInput {
  readonly request: WindowRequest;
  readonly dialect: Dialect;
  readonly memories: readonly MemoryHit[];
  readonly nowMs: number;
}

/**
 * Collects every candidate of a window: the caller's chunks, its system prompt and conversation,
 * recalled memories and the task. Each gets a source, a trust class and a unique id. Lone surrogates
 * are repaired; nothing else changes. Expired chunks are decided here, so that stale text is never
 * ranked. Fails with a pointer to the field when ids repeat or there is no task.
 */
export function gather(input: GatherInput): Result<Gathered, Failure> {
  const { request, nowMs } = input;
  const ids = new IdSet();
  const chunks: Candidate[] = [];
  const decided: Decision[] = [];
  const expired: Candidate[] = [];
  for (const [index, chunk] of request.chunks.entries()) {
    const id = chunk.id?.toWellFormed() ?? ids.free(`chunk:${index + 1}`);
    if (!ids.add(id)) {
      return fail(
        fieldFailure(`/chunks/${index}/id`, `Repeated chunk id "${id}": give every chunk its own`),
      );
    }
    const candidate = fromChunk(chunk, id, chunks.length);
    if (chunk.expires_at !== undefined && Date.parse(chunk.expires_at) <= nowMs) {
      expired.push(candidate);
      decided.push({
        id,
        fate: 'dropped',
        by: 'gather',
        reason: `Expired at ${chunk.expires_at}`,
      });
    } else chunks.push(candidate);
  }
  for (const hit of input.memories) {
    // A memory that the caller already gave as a chunk is the same candidate, not a second one.
    if (ids.add(hit.id)) chunks.push(fromMemory(hit, chunks.length));
  }
  const tools = cleanObjects(request.tools, '/tools');
  if (!tools.ok) return tools;
  const blocks = cleanObjects(Array.isArray(request.system) ? request.system : [], '/system');
  if (!blocks.ok) return blocks;
  const conversation = gatherConversation(request, input.dialect, (id) => ids.take(id));
  if (!conversation.ok) return conversation;
  const { system, turns, task, repairs } = conversation.value;
  const tasks = [...chunks.filter((chunk) => chunk.kind === 'task'), ...task];
  const query = tasks.at(-1)?.text ?? '';
  if (tasks.length === 0) {
    return fail(
      fieldFailure('/task', 'Missing task: give "task" or end "messages" with a user message'),
    );
  }
  const rest = chunks.filter((chunk) => chunk.kind !== 'task');
  const candidates = [...system, ...rest, ...turns, ...tasks].map((candidate, position) => ({
    ...candidate,
    position,
  }));
  return ok({
    stage: 'gathered',
    candidates,
    expired,
    decided,
    query,
    tools: tools.value.objects,
    systemBlocks: Array.isArray(request.system) ? filledBlocks(blocks.value.objects) : null,
    repairs: [...tools.value.repairs, ...blocks.value.repairs, ...repairs],
  });
}

function fromChunk(
  chunk: WindowRequest['chunks'][number],
  id: string,
  position: number,
): Candidate {
  const time = (value: string | undefined) => (value === undefined ? null : Date.parse(value));
  return {
    id,
    kind: chunk.kind,
    source: chunk.source.toWellFormed(),
    trust: chunk.trust ?? defaultTrust(chunk.kind),
    pinned: chunk.kind === 'task' || (chunk.pinned ?? pinnedByDefault(chunk.kind)),
    text: chunk.text.toWellFormed(),
    title: titleOf(chunk.metadata),
    entity: chunk.entity?.toWellFormed() ?? null,
    createdAtMs: time(chunk.created_at),
    supersededAtMs: time(chunk.superseded_at),
    group: null,
    isTask: false,
    position,
  };
}

function titleOf(metadata: JsonObject | { readonly [key: string]: Json } | undefined): string {
  const title = metadata?.title;
  return typeof title === 'string' ? title.toWellFormed() : '';
}

function fromMemory(hit: MemoryHit, position: number): Candidate {
  return {
    id: hit.id,
    kind: 'memory',
    source: hit.source,
    trust: hit.trust,
    pinned: false,
    text: hit.text.toWellFormed(),
    title: '',
    entity: hit.entity,
    createdAtMs: hit.createdAtMs,
    supersededAtMs: hit.supersededAtMs,
    group: null,
    isTask: false,
    position,
  };
}

/** Ids in use; makes names that do not clash with the caller's. */
class IdSet {
  readonly #used = new Set<string>();

  add(id: string): boolean {
    if (this.#used.has(id)) return false;
    this.#used.add(id);
    return true;
  }

  free(wanted: string): string {
    let id = wanted;
    for (let n = 2; this.#used.has(id); n += 1) id = `${wanted}.${n}`;
    return id;
  }

  take(wanted: string): string {
    const id = this.free(wanted);
    this.#used.add(id);
    return id;
  }
}
