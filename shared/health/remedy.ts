import { EXCISED, exciseText } from '../messages/edit.ts';
import { groupText, locateInResults } from '../messages/group-text.ts';
import type { Group } from '../messages/types.ts';
import type { Decision, ScoredCandidate } from '../stages.ts';
import type { Span } from '../types.ts';
import type { Finding } from './detector.ts';

/** A candidate's text without what the health check took out of it. */
export interface Override {
  readonly text: string;
  readonly group: Group | null;
  readonly by: string;
  readonly reason: string;
}

/** What the health check did to candidates so far. */
export interface Remedies {
  readonly dropped: ReadonlyMap<string, Decision>;
  readonly overrides: ReadonlyMap<string, Override>;
}

/** Before the first round: nothing was dropped and nothing taken out. */
export const NO_REMEDIES: Remedies = { dropped: new Map(), overrides: new Map() };

/**
 * Applies what the findings ask for: drops texts, and cuts spans out of texts and tool results. A
 * conversation group is never dropped for its data: what was found is cut out of its results, so that
 * calls keep their results. Pinned candidates are left alone.
 *
 * @returns the remedies, the same object when nothing had to be done
 */
export function applyFindings(
  findings: readonly Finding[],
  candidates: ReadonlyMap<string, ScoredCandidate>,
  before: Remedies,
): Remedies {
  const dropped = new Map(before.dropped);
  const overrides = new Map(before.overrides);
  let changed = false;
  for (const finding of findings) {
    if (finding.action === 'flag') continue;
    for (const id of finding.chunkIds) {
      const candidate = candidates.get(id);
      if (candidate === undefined || candidate.pinned || dropped.has(id)) continue;
      const current = overrides.get(id) ?? candidate;
      const spans = spansOf(finding, id);
      const { detector: by, reason } = finding;
      const next =
        finding.action === 'drop' && candidate.group === null ? null : excise(current, spans);
      if (next === null) {
        dropped.set(id, { id, fate: 'dropped', by, reason });
        overrides.delete(id);
        changed = true;
      } else if (next.text !== current.text || next.group !== current.group) {
        overrides.set(id, { ...next, by, reason });
        changed = true;
      }
    }
  }
  return changed ? { dropped, overrides } : before;
}

function spansOf(finding: Finding, id: string): readonly Span[] {
  const asked = finding.excise?.filter((entry) => entry.chunkId === id) ?? [];
  if (asked.length > 0) return asked.flatMap((entry) => entry.spans);
  return finding.evidence.filter((entry) => entry.chunkId === id);
}

/** The text or group without the spans; null when nothing worth keeping is left. */
function excise(
  current: { readonly text: string; readonly group: Group | null },
  spans: readonly Span[],
): { readonly text: string; readonly group: Group | null } | null {
  if (current.group !== null) {
    const read = groupText(current.group);
    const byCall = new Map<string, Span[]>();
    for (const { callId, start, end } of spans.flatMap((span) => locateInResults(read, span))) {
      byCall.set(callId, [...(byCall.get(callId) ?? []), { start, end }]);
    }
    let { group } = current;
    for (const [callId, cuts] of byCall) group = exciseText(group, callId, cuts);
    return { text: groupText(group).text, group };
  }
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    kept.push(current.text.slice(from, Math.max(from, start)));
    from = end;
  }
  if (from === 0) return { text: current.text, group: null };
  kept.push(current.text.slice(from));
  return kept.join('').trim() === '' ? null : { text: kept.join(EXCISED), group: null };
}
