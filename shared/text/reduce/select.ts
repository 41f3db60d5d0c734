import { type CountTokens, largestFitting } from '../fit-tokens.ts';

/** Only the first guess of the search; every answer is counted. */
const GUESS_CHARS_PER_TOKEN = 4;

/** A run of omitted units, [from, to). */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** True for the first gap of the text, which states the total. */
  readonly first: boolean;
}

interface Selection {
  /** The pieces of the text in their order, each with the white space that follows it. */
  readonly units: readonly string[];
  /** Indexes of the units worth keeping, best first. */
  readonly order: readonly number[];
  /** Units that are kept whatever the budget: a table's header. */
  readonly always: readonly number[];
  /** Units without which `index` must not stand: the fences of its block. */
  readonly requires: (index: number) => readonly number[];
  /** The marker for a gap, without white space around it. */
  readonly mark: (gap: Gap) => string;
}

interface Selected {
  readonly text: string;
  /** Indexes of the kept units, ascending. */
  readonly kept: readonly number[];
  /** True when nothing of `order` fitted. */
  readonly emptied: boolean;
}

/** What follows a marker: what followed the last unit that it stands for. */
function spaceAfter(unit: string): string {
  const space = unit.slice(unit.trimEnd().length);
  if (space === '') return '';
  const breaks = space.split('\n').length - 1;
  return breaks === 0 ? ' ' : '\n'.repeat(Math.min(breaks, 2));
}

function keptAt(selection: Selection, k: number): readonly number[] {
  const kept = new Set(selection.always);
  for (const index of selection.order.slice(0, k)) {
    kept.add(index);
    for (const needed of selection.requires(index)) kept.add(needed);
  }
  return [...kept].sort((a, b) => a - b);
}

function render({ units, mark }: Selection, kept: readonly number[]): string {
  const parts: string[] = [];
  let next = 0;
  let first = true;
  for (const index of [...kept, units.length]) {
    if (index > next) {
      parts.push(mark({ from: next, to: index, first }), spaceAfter(units[index - 1] ?? ''));
      first = false;
    }
    parts.push(units[index] ?? '');
    next = index + 1;
  }
  return parts.join('');
}

/**
 * Keeps as many units in order of worth as fit `maxTokens` with their markers, in the order of the text.
 * Null when not even the units that are always kept fit, or nothing at all would be kept.
 */
export function selectUnits(
  selection: Selection,
  maxTokens: number,
  count: CountTokens,
): Selected | null {
  const { units, order, always } = selection;
  const chars = order.reduce((sum, index) => sum + (units[index]?.length ?? 0), 0);
  const guess = (maxTokens * GUESS_CHARS_PER_TOKEN * order.length) / Math.max(1, chars);
  const measure = (k: number) => count(render(selection, keptAt(selection, k)));
  const k = largestFitting(order.length, maxTokens, measure, guess);
  const kept = keptAt(selection, k);
  if (kept.length === 0) return null;
  const text = render(selection, kept);
  if (k === 0 && (always.length === 0 || count(text) > maxTokens)) return null;
  return { text, kept, emptied: k === 0 };
}
