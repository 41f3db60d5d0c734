import { fingerprint, overlap } from '../compare/fingerprint.ts';
import { CandidatePairs } from '../compare/pairs.ts';
import type { Finding, InspectedChunk, Inspection } from './detector.ts';
import { isSuperseded } from './precedence.ts';

/**
 * Word overlap (Jaccard, 0–1) from which an older text is a version of a newer one. Two yearly fee
 * schedules overlap by about 0.7; other documents of one collection stay below 0.4.
 */
const VERSION_OVERLAP = 0.6;
/** Longest evidence, in characters: the texts say nearly the same from end to end. */
const MAX_EVIDENCE_CHARS = 200;
/** Severity (0–1): the caller said that it no longer holds. */
const SEVERITY = 0.9;

/**
 * Finds texts that were superseded while the window also holds their current version, and drops them:
 * near-identical text with other numbers is how a model mixes two years up. Pinned text stays and is
 * flagged. A superseded text without a current version stays; its wrapper says so.
 */
export function staleCopies({ chunks, nowMs }: Inspection): readonly Finding[] {
  const knowledge = chunks.filter(({ kind }) => kind !== 'history' && kind !== 'task');
  const stale = knowledge.filter((chunk) => isSuperseded(chunk, nowMs));
  if (stale.length === 0) return [];
  const current = knowledge.filter((chunk) => !isSuperseded(chunk, nowMs));
  const pairs = new CandidatePairs();
  for (const { text } of current) pairs.add(fingerprint(text).signature);
  return stale.flatMap((chunk) => {
    const print = fingerprint(chunk.text);
    const version = pairs
      .candidates(print.signature)
      .flatMap((index) => current[index] ?? [])
      .find(
        (other) =>
          isSameEntity(chunk, other) && overlap(print, fingerprint(other.text)) >= VERSION_OVERLAP,
      );
    return version === undefined ? [] : [finding(chunk, version)];
  });
}

/** Texts that the caller says are about different things are no versions of each other. */
function isSameEntity(a: InspectedChunk, b: InspectedChunk): boolean {
  return a.entity === null || b.entity === null || a.entity === b.entity;
}

function finding(stale: InspectedChunk, current: InspectedChunk): Finding {
  const ended = new Date(stale.supersededAtMs ?? 0).toISOString().slice(0, 10);
  return {
    detector: 'clash',
    layer: 'decide',
    severity: SEVERITY,
    chunkIds: [stale.id, current.id],
    targets: [stale.id],
    evidence: [stale, current].map(({ id, text }) => {
      const shown = text.slice(0, MAX_EVIDENCE_CHARS).toWellFormed();
      return { chunkId: id, start: 0, end: shown.length, text: shown };
    }),
    action: stale.pinned ? 'flag' : 'drop',
    reason: `"${stale.source}" was superseded on ${ended} and "${current.source}" is its current version`,
  };
}
