import { fenceBlocks } from '../lines.ts';
import { clipLine, lineLimit } from './clip.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { gapMarker } from './marker.ts';
import { type Gap, selectUnits } from './select.ts';

/** For each line inside a fenced block, the fence lines that must stand with it. */
function fenceNeeds(lines: readonly string[]): ReadonlyMap<number, readonly number[]> {
  const needs = new Map<number, readonly number[]>();
  for (const { open, close } of fenceBlocks(lines)) {
    const fences = close === null ? [open] : [open, close];
    for (let index = open; index <= (close ?? lines.length - 1); index += 1) {
      needs.set(index, fences);
    }
  }
  return needs;
}

/**
 * Keeps whole lines, best first by `order`, with a marker in every gap. Fences stay in pairs; `needs`
 * adds what else a line must not stand without (a table's header); such rows are never shortened. Other
 * lines far above their share of the budget are shortened in place. `note` says what a gap held; `comment` starts a marker line.
 */
export function selectLines(
  input: ReduceInput,
  plan: {
    readonly lines: readonly string[];
    readonly order: readonly number[];
    readonly needs?: ReadonlyMap<number, readonly number[]>;
    readonly note?: (gap: Gap) => string;
    readonly comment?: string;
    /** Share of the usual limit of one line, 0–1. */
    readonly lineShare?: number;
  },
): Draft | null {
  const { maxTokens, count, matcher, handle } = input;
  const { lines, order, needs, note, comment = '', lineShare = 1 } = plan;
  const of = lines.length;
  const limit = lineLimit(maxTokens * lineShare);
  const fences = fenceNeeds(lines);
  const selected = selectUnits(
    {
      units: lines.map((line, index) =>
        needs?.has(index) ? line : clipLine(line, limit, matcher),
      ),
      order,
      always: [],
      requires: (index) => [...(fences.get(index) ?? []), ...(needs?.get(index) ?? [])],
      mark: (gap) => {
        const { from, to, first } = gap;
        const words = note?.(gap) ?? '';
        return `${comment}${gapMarker({ count: to - from, of, unit: 'lines', first, handle, note: words })}`;
      },
    },
    maxTokens,
    count,
  );
  if (selected === null) return null;
  const omitted = { unit: 'lines', count: of - selected.kept.length, of } as const;
  return { text: selected.text, omitted, emptied: false };
}
