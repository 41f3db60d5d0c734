import type { Span } from '../types.ts';
import { callsOf } from './call-ids.ts';
import { isBlank } from './guard.ts';
import { EMPTY_RESULT } from './limits.ts';
import { shortenJson } from './shorten-json.ts';
import { editTurn } from './turn.ts';
import type { Group, Part } from './types.ts';

/** Where one tool result of a group is, and what it says. */
interface ToolResult {
  readonly callId: string;
  /** Name of the tool that was called. */
  readonly name: string;
  /** Indices into `group.turns` and that turn's `parts`. */
  readonly turn: number;
  readonly part: number;
  readonly text: string;
}

/** Stands where a span was cut out of a tool result, so that the cut is visible. */
export const EXCISED = '[removed]';

/** The tool results of a group, in call order. `[]` when it has none. */
export function toolResults(group: Group): readonly ToolResult[] {
  const names = new Map(callsOf(group).map((call) => [call.id, call.name]));
  return group.turns.flatMap((turn, turnIndex) =>
    turn.parts.flatMap((part, partIndex) =>
      part.type === 'tool_result'
        ? {
            callId: part.callId,
            name: names.get(part.callId) ?? '',
            turn: turnIndex,
            part: partIndex,
            text: part.text,
          }
        : [],
    ),
  );
}

/**
 * The group with another text for one tool result; blank text becomes "(empty)". Images of the result
 * stay unless `dropAttachments` is set. The same group when the id is not in it or nothing changes.
 */
export function replaceToolResult(
  group: Group,
  callId: string,
  text: string,
  options: { readonly dropAttachments?: boolean } = {},
): Group {
  const written = isBlank(text) ? EMPTY_RESULT : text;
  return mapParts(group, (part) => {
    if (part.type !== 'tool_result' || part.callId !== callId) return part;
    const attachments = options.dropAttachments === true ? [] : part.attachments;
    return written === part.text && attachments.length === part.attachments.length
      ? part
      : { ...part, text: written, attachments };
  });
}

/**
 * The group with the arguments of its calls shortened to at most `maxChars` characters of JSON text
 * each, where they are longer: same members in the same order, cut text ends in a visible marker. A
 * turn with thinking is left as it is, since its signature covers the turn that it stands in. The same
 * group when nothing is longer.
 */
export function shortenArguments(group: Group, maxChars: number): Group {
  if (group.turns[0]?.parts.some((part) => part.type === 'thinking') === true) return group;
  return mapParts(group, (part) =>
    part.type === 'tool_call' && part.arguments.length > maxChars
      ? { ...part, arguments: shortenJson(part.arguments, maxChars) }
      : part,
  );
}

/** A span of a tool result to take out, and what stands in its place. */
interface Cut extends Span {
  /** `EXCISED` when it is left out. */
  readonly marker?: string;
}

/**
 * The group with spans cut out of one tool result, each replaced by its marker; a span without length
 * inserts the marker that it gives. Spans are offsets into the text of the result; they may overlap and are clamped,
 * and never split a character. The same group when there is nothing to cut.
 */
export function exciseText(group: Group, callId: string, cuts: readonly Cut[]): Group {
  const result = toolResults(group).find((item) => item.callId === callId);
  if (result === undefined) return group;
  const { text } = result;
  const pieces: string[] = [];
  let from = 0;
  let isCut = false;
  for (const { marker, ...span } of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (span.end <= span.start && marker === undefined) continue;
    const start = Math.max(from, characterStart(text, span.start));
    const end = span.end > span.start ? characterEnd(text, span.end) : start;
    if (end < start || (end === start && span.end > span.start)) continue;
    // Spans that touch are one cut with one marker.
    if (start > from || !isCut) pieces.push(text.slice(from, start), marker ?? EXCISED);
    isCut = end > start;
    from = end;
  }
  if (pieces.length === 0) return group;
  return replaceToolResult(group, callId, pieces.join('') + text.slice(from));
}

function isInsidePair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

function characterStart(text: string, offset: number): number {
  const clamped = Math.min(Math.max(0, offset), text.length);
  return isInsidePair(text, clamped) ? clamped - 1 : clamped;
}

function characterEnd(text: string, offset: number): number {
  const clamped = Math.min(Math.max(0, offset), text.length);
  return isInsidePair(text, clamped) ? clamped + 1 : clamped;
}

/** Turns without a changed part stay the same objects, and so does a group without a changed turn. */
function mapParts(group: Group, change: (part: Part) => Part): Group {
  const turns = group.turns.map((turn) => {
    const parts = turn.parts.map(change);
    return parts.every((part, index) => part === turn.parts[index]) ? turn : editTurn(turn, parts);
  });
  return turns.every((turn, index) => turn === group.turns[index]) ? group : { ...group, turns };
}
