import { isActing } from '../screen/screen.ts';
import { sentenceSpan } from '../screen/sentence.ts';
import { type SequenceHit, screenSequence } from '../screen/sequence.ts';
import { uniteSpans } from '../text/spans.ts';
import type { Span } from '../types.ts';
import type { Detector, Evidence, Finding, InspectedChunk, Inspection } from './detector.ts';

/** A chunk shorter than this (characters) is dropped rather than cut: what is left would say nothing. */
const SMALL_CHARS = 240;
/** Share of a chunk (0–1) from which an attack is the chunk: it is dropped whole. */
const MOSTLY_ATTACK = 0.5;
/** A quoted instruction is shown as a note; it was judged to be harmless. */
const NOTE_SEVERITY = 0.2;
/** Hits shown as evidence of one finding. */
const MAX_SHOWN_HITS = 20;

/** A range of data of one chunk, as one text of the sequence that is screened. */
interface DataRange {
  readonly chunk: InspectedChunk;
  readonly span: Span;
}

/**
 * Finds instructions in data by the phrase list: drops a chunk that is mostly an attack, takes the
 * sentences out of one that holds more, and flags what has an everyday reading or is quoted. Reads
 * only `dataSpans`, also across chunks that are neighbours in the window or came one after the other.
 * System chunks, the task and the user's own words are never read; pinned data is flagged only.
 */
export const poisoning: Detector = {
  name: 'poisoning',
  detect(inspection: Inspection): readonly Finding[] {
    const ranges = inspection.chunks
      .filter(isData)
      .flatMap((chunk) => chunk.dataSpans.map((span) => ({ chunk, span })));
    const single = new Map<InspectedChunk, SequenceHit[]>();
    const split: Finding[] = [];
    for (const hit of screenRanges(ranges)) {
      const owners = ownersOf(hit, ranges);
      const [owner] = owners;
      if (owners.size > 1) split.push(splitFinding(hit, ranges));
      else if (owner !== undefined) {
        const list = single.get(owner);
        if (list === undefined) single.set(owner, [hit]);
        else list.push(hit);
      }
    }
    return [...single]
      .flatMap(([chunk, own]) => chunkFindings(chunk, own, ranges))
      .concat(split, splitOnArrival(ranges, split))
      .map((finding) => (touchesPinned(finding, inspection) ? flagged(finding) : finding));
  },
};

function isData(chunk: InspectedChunk): boolean {
  return chunk.trust !== 'system' && chunk.kind !== 'task';
}

function screenRanges(ranges: readonly DataRange[]): readonly SequenceHit[] {
  return screenSequence(
    ranges.map(({ chunk, span }) => ({
      id: chunk.id,
      text: chunk.text.slice(span.start, span.end),
    })),
  );
}

function ownersOf(
  hit: SequenceHit,
  ranges: readonly DataRange[],
): ReadonlySet<InspectedChunk | undefined> {
  return new Set(hit.parts.map((part) => ranges[part.index]?.chunk));
}

/** Phrases split over texts that came one after the other and were ordered apart by their rank. */
function splitOnArrival(
  ranges: readonly DataRange[],
  known: readonly Finding[],
): readonly Finding[] {
  const arrived = [...ranges].sort((a, b) => a.chunk.position - b.chunk.position);
  if (arrived.every((range, index) => range === ranges[index])) return [];
  const seen = new Set(known.map((finding) => finding.chunkIds.toSorted().join('\n')));
  return screenRanges(arrived)
    .filter((hit) => ownersOf(hit, arrived).size > 1)
    .map((hit) => splitFinding(hit, arrived))
    .filter((finding) => !seen.has(finding.chunkIds.toSorted().join('\n')));
}

function touchesPinned(finding: Finding, inspection: Inspection): boolean {
  return inspection.chunks.some(({ id, pinned }) => pinned && finding.chunkIds.includes(id));
}

/** The finding without its action: the caller pinned the text, so it stays and is only shown. */
function flagged({ excise: _, ...finding }: Finding): Finding {
  if (finding.action === 'flag') return finding;
  const reason = finding.reason.replace(/;[^;]*$/, '; pinned, so it stays');
  return { ...finding, action: 'flag', reason };
}

/** At most one finding that acts and one that shows. */
function chunkFindings(
  chunk: InspectedChunk,
  hits: readonly SequenceHit[],
  ranges: readonly DataRange[],
): Finding[] {
  const acting = hits.filter(isActing);
  const shown = hits.filter((hit) => !isActing(hit));
  const findings: Finding[] = [];
  if (acting.length > 0) findings.push(actingFinding(chunk, acting, ranges));
  if (shown.length > 0) findings.push(shownFinding(shown, ranges));
  return findings;
}

function actingFinding(
  chunk: InspectedChunk,
  hits: readonly SequenceHit[],
  ranges: readonly DataRange[],
): Finding {
  const spans = uniteSpans(
    hits.flatMap((hit) =>
      hit.parts.flatMap((part) => {
        const range = ranges[part.index];
        if (range === undefined) return [];
        const at = { start: part.start + range.span.start, end: part.end + range.span.start };
        return [sentenceSpan(chunk.text, at, range.span)];
      }),
    ),
  );
  const attack = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const isDrop = chunk.text.length < SMALL_CHARS || attack >= chunk.text.length * MOSTLY_ATTACK;
  // A conversation group is kept or left out whole, and only its tool results are data.
  const isPartlyData = chunk.kind === 'history' || chunk.kind === 'notes';
  const base = {
    detector: 'poisoning' as const,
    layer: 'screen' as const,
    severity: highest(hits),
    chunkIds: [chunk.id],
    evidence: evidenceOfAll(hits, ranges),
  };
  const what = familiesOf(hits);
  if (isDrop && !isPartlyData) {
    return { ...base, action: 'drop', reason: `Data gives instructions (${what}); chunk dropped` };
  }
  return {
    ...base,
    action: 'excise',
    reason: `Data gives instructions (${what}); ${spans.length} ${spans.length === 1 ? 'passage' : 'passages'} taken out`,
    excise: [{ chunkId: chunk.id, spans }],
  };
}

function shownFinding(hits: readonly SequenceHit[], ranges: readonly DataRange[]): Finding {
  const isNote = hits.every((hit) => hit.quoted);
  return {
    detector: 'poisoning',
    layer: 'screen',
    severity: isNote ? NOTE_SEVERITY : highest(hits),
    chunkIds: [...new Set(hits.flatMap((hit) => hit.parts.map((part) => part.id)))],
    evidence: evidenceOfAll(hits, ranges),
    action: 'flag',
    reason: isNote
      ? `Text quotes instructions (${familiesOf(hits)}) as an example`
      : `Text may give instructions (${familiesOf(hits)})`,
  };
}

/** A phrase that was split over several chunks: its parts are taken out of each. */
function splitFinding(hit: SequenceHit, ranges: readonly DataRange[]): Finding {
  if (!isActing(hit)) return shownFinding([hit], ranges);
  const excise = hit.parts.flatMap((part) => {
    const range = ranges[part.index];
    if (range === undefined) return [];
    const at = { start: part.start + range.span.start, end: part.end + range.span.start };
    return [{ chunkId: part.id, spans: [sentenceSpan(range.chunk.text, at, range.span)] }];
  });
  return {
    detector: 'poisoning',
    layer: 'screen',
    severity: hit.confidence,
    chunkIds: [...new Set(hit.parts.map((part) => part.id))],
    evidence: evidenceOf(hit, ranges),
    action: 'excise',
    reason: `An instruction (${hit.family}) is split over neighbouring chunks; its parts were taken out`,
    excise,
  };
}

/** The first hits are shown; a text with thousands says no more than one with a few. */
function evidenceOfAll(hits: readonly SequenceHit[], ranges: readonly DataRange[]): Evidence[] {
  return hits.slice(0, MAX_SHOWN_HITS).flatMap((hit) => evidenceOf(hit, ranges));
}

function highest(hits: readonly SequenceHit[]): number {
  return hits.reduce((best, hit) => Math.max(best, hit.confidence), 0);
}

function evidenceOf(hit: SequenceHit, ranges: readonly DataRange[]): Evidence[] {
  return hit.parts.flatMap((part) => {
    const range = ranges[part.index];
    if (range === undefined) return [];
    const start = part.start + range.span.start;
    const end = part.end + range.span.start;
    return [{ chunkId: part.id, start, end, text: range.chunk.text.slice(start, end) }];
  });
}

function familiesOf(hits: readonly SequenceHit[]): string {
  return [...new Set(hits.map((hit) => hit.family))].join(', ');
}
