import type { Finding } from './detector.ts';

/**
 * The findings without those that drop as off the task what another one needs: a record that denies what
 * the model said stays beside it, or the window would lose the flag together with the record. The order
 * stays.
 */
export function withoutNeeded(findings: readonly Finding[]): readonly Finding[] {
  const needed = new Set(
    findings
      .filter(({ layer, action }) => layer === 'verify' && action === 'flag')
      .flatMap(({ chunkIds }) => chunkIds),
  );
  return findings.filter(
    ({ detector, action, chunkIds: [id] }) =>
      detector !== 'distraction' || action !== 'drop' || id === undefined || !needed.has(id),
  );
}
