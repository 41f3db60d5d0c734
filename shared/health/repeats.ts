import type { Span } from '../types.ts';
import type { Finding } from './detector.ts';

/**
 * The findings without those that say nothing new: one that only cuts or marks what another finding
 * takes out of the same text anyway. The order stays.
 */
export function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding, index) => {
    if (finding.action === 'drop' && isGone(finding, findings.slice(0, index))) return false;
    const [chunkId, ...others] = finding.chunkIds;
    if (chunkId === undefined || others.length > 0) return true;
    if (finding.action !== 'excise' && finding.action !== 'mark') return true;
    const taken = findings
      .slice(0, index)
      .filter(({ detector, layer }) => detector === finding.detector && layer === finding.layer)
      .flatMap((earlier) => takenOut(earlier, chunkId));
    return !finding.evidence.every((span) => taken.some((cut) => covers(cut, span)));
  });
}

/** Whether earlier findings drop all that this one would drop. */
function isGone(finding: Finding, earlier: readonly Finding[]): boolean {
  const gone = new Set(
    earlier.flatMap(({ action, targets, chunkIds }) =>
      action === 'drop' ? (targets ?? chunkIds) : [],
    ),
  );
  const asked = finding.targets ?? finding.chunkIds;
  return asked.length > 0 && asked.every((id) => gone.has(id));
}

/** What a finding takes out of one text; all of it for a drop. */
function takenOut(finding: Finding, chunkId: string): readonly Span[] {
  if (!(finding.targets ?? finding.chunkIds).includes(chunkId)) return [];
  if (finding.action === 'drop') return [{ start: 0, end: Number.POSITIVE_INFINITY }];
  if (finding.action !== 'excise') return [];
  const asked = finding.excise?.filter((entry) => entry.chunkId === chunkId) ?? [];
  return asked.length > 0 ? asked.flatMap(({ spans }) => spans) : finding.evidence;
}

/** Whether a cut takes a span but for what stands at its edges: two splitters differ in a mark. */
function covers(cut: Span, { start, end }: Span): boolean {
  return cut.start <= start + EDGE_CHARS && end - EDGE_CHARS <= cut.end;
}

const EDGE_CHARS = 3;
