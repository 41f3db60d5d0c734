import type { clashReport } from './clash.ts';

type ClashReport = Awaited<ReturnType<typeof clashReport>>;

/**
 * The report on clashes as rows for people. `found`: pairs that were reported; `recall` and `precision`
 * are shares (0–1) of contradictions, `drop` those of what may be taken out.
 */
export function clashRows(report: ClashReport) {
  return [
    ...scoreRows('one entity stated', report.contradiction),
    ...scoreRows('nothing stated', report.contradiction_no_entity),
  ];
}

/** How often documents that answer one question, rephrasings and similar products were reported. */
export function pairRows({ ramdocs, duplicates, products }: ClashReport) {
  const named = [
    ...Object.entries(ramdocs).map(([kind, count]) => [`ramdocs ${kind}`, count] as const),
    ['duplicates', duplicates] as const,
    ['products', { ...products, pairs: products.candidates }] as const,
  ];
  return named.map(([source, { pairs, dropped, reported }]) => ({
    source,
    pairs,
    dropped,
    reported,
  }));
}

/** What each gate for near-copies lets through, and what the guard before it blocks. */
export function guardRows({ merge_guard }: ClashReport) {
  return Object.entries(merge_guard).map(([gate, counts]) => ({ gate, ...counts }));
}

function scoreRows(stated: string, { pooled, sources }: ClashReport['contradiction']) {
  return [['pooled', pooled] as const, ...Object.entries(sources)].map(
    ([source, { drop, high, flag }]) => ({
      stated,
      source,
      found: flag.found,
      drop_recall: drop.recall,
      drop_precision: drop.precision,
      high_recall: high.recall,
      high_precision: high.precision,
      recall: flag.recall,
      precision: flag.precision,
    }),
  );
}
