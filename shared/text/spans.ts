import type { Span } from '../types.ts';

/** The spans in order and without overlaps; spans that overlap or touch are one. `[]` for none. */
export function uniteSpans(spans: readonly Span[]): readonly Span[] {
  const united: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1);
    if (last === undefined || start > last.end) united.push({ start, end });
    else united[united.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return united;
}

/**
 * Index of the first span that ends after `at`, of spans in order that do not overlap; their number when
 * none does. Logarithmic time.
 */
export function firstEndingAfter(spans: readonly Span[], at: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && span.end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
