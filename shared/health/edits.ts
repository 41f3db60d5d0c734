import { EXCISED, exciseText } from '../messages/edit.ts';
import { groupText, locateInResults } from '../messages/group-text.ts';
import type { Group } from '../messages/types.ts';
import type { Span } from '../types.ts';

/** A change of a text: what stands in place of a span. A span without length is an insertion. */
export interface Edit extends Span {
  readonly marker: string;
}

/** What the health check reads and changes: a text, or the readable text of a conversation group. */
interface Editable {
  readonly text: string;
  readonly group: Group | null;
}

/** The text as the detectors read it: of a group, everything that it says. */
export function readableText(editable: Editable): string {
  return editable.group === null ? editable.text : groupText(editable.group).text;
}

/**
 * The edits with one more, in order and without overlaps: a span that touches one that is there already
 * joins it under the earlier marker. The same list when it adds nothing.
 */
export function withEdit(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  const isInsertion = edit.start === edit.end;
  const meets = (other: Edit) =>
    isInsertion || other.start === other.end
      ? isInsertion && other.start === edit.start && other.end === edit.end
      : edit.start <= other.end && other.start <= edit.end;
  const met = edits.filter(meets);
  const [first] = met;
  if (first === undefined) return inOrder([...edits, edit]);
  const start = Math.min(edit.start, ...met.map((other) => other.start));
  const end = Math.max(edit.end, ...met.map((other) => other.end));
  if (met.length === 1 && start === first.start && end === first.end) return edits;
  return inOrder([...edits.filter((other) => !meets(other)), { ...first, start, end }]);
}

/** By where they start; what is inserted stands before what is cut there. */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * Carries out edits, whose offsets are into `readableText` of the same input. In a group only tool
 * results change. Null when nothing but markers would be left of a text.
 */
export function applyEdits(editable: Editable, edits: readonly Edit[]): Editable | null {
  if (editable.group !== null) return editGroup(editable.group, edits);
  const pieces: string[] = [];
  const kept: string[] = [];
  let from = 0;
  for (const { start, end, marker } of edits) {
    kept.push(editable.text.slice(from, start));
    pieces.push(editable.text.slice(from, start), marker);
    from = end;
  }
  kept.push(editable.text.slice(from));
  pieces.push(editable.text.slice(from));
  const isGone = edits.length > 0 && kept.every((piece) => piece.trim() === '');
  return isGone ? null : { text: pieces.join(''), group: null };
}

function editGroup(group: Group, edits: readonly Edit[]): Editable {
  const read = groupText(group);
  const byCall = new Map<string, Edit[]>();
  for (const edit of edits) {
    const places =
      edit.start === edit.end
        ? read.dataSpans
            .filter(({ start }) => start === edit.start)
            .map(({ callId }) => ({ callId, start: 0, end: 0 }))
        : locateInResults(read, edit);
    for (const { callId, start, end } of places) {
      byCall.set(callId, [...(byCall.get(callId) ?? []), { start, end, marker: edit.marker }]);
    }
  }
  let edited = group;
  for (const [callId, cuts] of byCall) edited = exciseText(edited, callId, cuts);
  return { text: groupText(edited).text, group: edited };
}

/**
 * Maps a span of the edited text back to the text before the edits. An end inside a marker covers all
 * that the marker stands for.
 */
export function beforeEdits(edits: readonly Edit[], span: Span): Span {
  return {
    start: originalOffset(edits, span.start, 'start'),
    end: originalOffset(edits, span.end, 'end'),
  };
}

function originalOffset(edits: readonly Edit[], offset: number, side: 'start' | 'end'): number {
  let shift = 0;
  for (const edit of edits) {
    const at = edit.start + shift;
    const after = at + edit.marker.length;
    if (offset < at || (offset === at && side === 'end')) break;
    if (offset < after) return edit[side];
    shift += edit.marker.length - (edit.end - edit.start);
  }
  return offset - shift;
}

/** The usual marker of a cut, for people and models. */
export const CUT_MARKER = EXCISED;
