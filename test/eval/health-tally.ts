import type { Outcome } from './health-window.ts';

/** What was found in the texts of one source and channel. */
export interface Tally {
  readonly source: string;
  readonly channel: string;
  readonly kind: string;
  readonly isAttack: boolean;
  readonly texts: number;
  /** Share (0–100) of texts that were dropped or cut. */
  readonly acted: number;
  /** Share (0–100) of texts that stay and are shown as suspicious. */
  readonly marked: number;
}

/** What one text is counted under, and what became of it. */
export interface Measured extends Pick<Tally, 'source' | 'channel' | 'kind' | 'isAttack'> {
  readonly outcome: Outcome;
}

/** One row per source, channel and kind, sorted by channel and then attacks first. */
export function tally(measured: readonly Measured[]): readonly Tally[] {
  const groups = Map.groupBy(measured, ({ channel, source, kind, isAttack }) =>
    [channel, isAttack ? 0 : 1, source, kind].join('\n'),
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { source, channel, kind, isAttack } = first;
      const shares = { acted: percent(group, 'acted'), marked: percent(group, 'marked') };
      return [{ source, channel, kind, isAttack, texts: group.length, ...shares }];
    });
}

/**
 * Of the texts that were acted on, the share (0–100) that were attacks, per channel. It depends on how
 * many attacks the measured mix holds, so that is given too. Null where nothing was acted on.
 */
export function precisionByChannel(measured: readonly Measured[]) {
  return [...Map.groupBy(measured, ({ channel }) => channel)].map(([channel, group]) => {
    const acted = group.filter(({ outcome }) => outcome === 'acted');
    const right = acted.filter(({ isAttack }) => isAttack).length;
    return {
      channel,
      texts: group.length,
      attacks: group.filter(({ isAttack }) => isAttack).length,
      precision: acted.length === 0 ? null : rounded((100 * right) / acted.length),
    };
  });
}

/** Median and 95th percentile of times in ms, as whole µs. Zeros for no times. */
export function latency(timesMs: readonly number[]) {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(1000 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0));
  return { median_us: at(0.5), p95_us: at(0.95), max_us: at(1) };
}

/** Rows of named columns as aligned lines; the columns are those of the first row. "" for no rows. */
export function table<Row extends object>(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const lines = [
    names,
    ...rows.map((row) => {
      const cells = new Map<string, unknown>(Object.entries(row));
      return names.map((name) => String(cells.get(name) ?? '–'));
    }),
  ];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function percent(group: readonly Measured[], wanted: Outcome): number {
  return rounded((100 * group.filter(({ outcome }) => outcome === wanted).length) / group.length);
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
