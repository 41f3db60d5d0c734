import type { WindowRequest } from '../contracts/windows.ts';
import type { Failure } from '../errors.ts';
import { answerPending } from '../messages/group.ts';
import { groupText } from '../messages/group-text.ts';
import { parseConversation } from '../messages/parse.ts';
import type { Group, Repair } from '../messages/types.ts';
import type { Result } from '../result.ts';
import { ok } from '../result.ts';
import type { Candidate } from '../stages.ts';
import type { Dialect, JsonObject, Trust } from '../types.ts';

/** Candidates from a request's system prompt, conversation and task; all but `task` may be empty. */
export interface GatheredConversation {
  readonly system: readonly Candidate[];
  readonly turns: readonly Candidate[];
  readonly task: readonly Candidate[];
  readonly repairs: readonly Repair[];
}

/**
 * Candidates of a request's `system`, `messages` and `task`. The conversation is split into atomic
 * groups. The last user message is the task when no task is given, or when it says the same.
 */
export function gatherConversation(
  request: WindowRequest,
  dialect: Dialect,
  takeId: (wanted: string) => string,
): Result<GatheredConversation, Failure> {
  const parsed = parseConversation({ messages: request.messages, dialect });
  if (!parsed.ok) return parsed;
  const { system: leading } = parsed.value;
  // The task stands behind the conversation, so that every call in it must have its result.
  const { groups, repairs: stubs } = answerPending(parsed.value.groups, dialect);
  const repairs = [...parsed.value.repairs, ...stubs];
  // Providers refuse blank instructions, and they say nothing.
  const system = [...systemTexts(request.system), ...leading]
    .filter((text) => text.trim() !== '')
    .map((text) => ({
      ...base(takeId('system'), 'system', 'system'),
      kind: 'system' as const,
      text: text.toWellFormed(),
      pinned: true,
    }));
  // A blank task asks nothing: the conversation's last user message may still be one.
  const task = request.task?.trim() === '' ? undefined : request.task?.toWellFormed();
  const last = groups.at(-1);
  const lastIsTask =
    last?.role === 'user' && (task === undefined || plainText(last) === task) ? last : null;
  const turns = groups
    .filter((group) => group !== lastIsTask)
    .map((group) => fromGroup(group, takeId(group.id)));
  const tasks: Candidate[] = [];
  if (lastIsTask !== null) {
    tasks.push({
      ...fromGroup(lastIsTask, takeId('task')),
      kind: 'task',
      text: plainText(lastIsTask),
      pinned: true,
      isTask: true,
    });
  } else if (task !== undefined) {
    tasks.push({
      ...base(takeId('task'), 'task', 'user'),
      kind: 'task',
      text: task,
      pinned: true,
      isTask: true,
    });
  }
  return ok({ system, turns, task: tasks, repairs });
}

function fromGroup(group: Group, id: string): Candidate {
  const trust: Trust = group.role === 'assistant' ? 'model' : group.role;
  return {
    ...base(id, 'conversation', trust),
    kind: 'history',
    text: groupText(group).text,
    pinned: group.role === 'system',
    group,
  };
}

function base(id: string, source: string, trust: Trust): Omit<Candidate, 'kind' | 'text'> {
  return {
    id,
    source,
    trust,
    pinned: false,
    title: '',
    entity: null,
    createdAtMs: null,
    supersededAtMs: null,
    group: null,
    isTask: false,
    position: 0,
  };
}

/** The user's words of a group, without labels; blocks that are not text are left out. */
function plainText(group: Group): string {
  return group.turns
    .flatMap((turn) => turn.parts)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

function systemTexts(system: string | readonly JsonObject[] | undefined): readonly string[] {
  if (system === undefined) return [];
  if (typeof system === 'string') return [system];
  return system.map((block) => (typeof block.text === 'string' ? block.text : ''));
}
