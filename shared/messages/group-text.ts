import type { Span } from '../types.ts';
import { callsOf } from './call-ids.ts';
import { blockType } from './guard.ts';
import { compactionText } from './media.ts';
import type { Group, Part } from './types.ts';

/** A range of a group's text that is a tool result, or a part of one. */
interface ResultSpan extends Span {
  readonly callId: string;
}

/** A group as people and detectors read it. */
interface GroupText {
  readonly text: string;
  /** The ranges of `text` that are the texts of tool results, in order. */
  readonly dataSpans: readonly ResultSpan[];
  /** The ranges of `text` that the assistant said, in order. */
  readonly modelSpans: readonly Span[];
}

/**
 * The readable text of a group, one labelled entry per part: "user: …", "assistant: …",
 * "call NAME: ARGUMENTS", "result of NAME: …". Thinking is left out; blocks that are not text are named
 * ("[image]").
 */
export function groupText(group: Group): GroupText {
  const names = new Map(callsOf(group).map((call) => [call.id, call.name]));
  const lines: string[] = [];
  const dataSpans: ResultSpan[] = [];
  const modelSpans: Span[] = [];
  let offset = 0;
  for (const turn of group.turns) {
    const speaker = turn.role === 'tool' ? 'user' : turn.role;
    for (const part of turn.parts) {
      const entry = describe(part, speaker, names);
      if (entry === null) continue;
      if (part.type === 'tool_result') {
        const start = offset + entry.label.length;
        dataSpans.push({ callId: part.callId, start, end: start + part.text.length });
      }
      if (part.type === 'text' && turn.role === 'assistant') {
        const start = offset + entry.label.length;
        modelSpans.push({ start, end: start + part.text.length });
      }
      const line = entry.label + entry.text;
      lines.push(line);
      offset += line.length + 1;
    }
  }
  return { text: lines.join('\n'), dataSpans, modelSpans };
}

/**
 * Maps a range of a group's text to the tool results that it touches, as offsets into the text of each
 * result. `[]` when it touches none.
 */
export function locateInResults(read: GroupText, span: Span): readonly ResultSpan[] {
  return read.dataSpans.flatMap(({ callId, start, end }) => {
    const from = Math.max(start, span.start);
    const to = Math.min(end, span.end);
    return from < to ? { callId, start: from - start, end: to - start } : [];
  });
}

function describe(
  part: Part,
  speaker: string,
  names: ReadonlyMap<string, string>,
): { readonly label: string; readonly text: string } | null {
  switch (part.type) {
    case 'text':
      return { label: `${speaker}: `, text: part.text };
    case 'tool_call':
      return { label: `call ${part.name}: `, text: part.arguments };
    case 'tool_result': {
      const attached = part.attachments.map((block) => ` [${blockType(block)}]`).join('');
      const label = `result of ${names.get(part.callId) ?? 'tool'}: `;
      return { label, text: part.text + attached };
    }
    case 'image':
      return { label: `${speaker}: `, text: '[image]' };
    case 'opaque':
      return {
        label: `${speaker}: `,
        text: compactionText(part.raw) ?? `[${blockType(part.raw)}]`,
      };
    case 'thinking':
      return null;
  }
}
