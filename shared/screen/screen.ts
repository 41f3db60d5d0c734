import { TextCache } from '../compare/text-cache.ts';
import type { Span } from '../types.ts';
import { decodeRuns } from './decode.ts';
import { commentSpans, isInside } from './hidden.ts';
import { outboundLinks } from './links.ts';
import { matchPhrases, originOf } from './match.ts';
import { normalise, ORIGIN } from './normalise.ts';
import { type Family, LIKELY, POSSIBLE } from './phrase.ts';
import { isQuoted } from './quoting.ts';

/** Where the instruction stood: in the open, in invisible characters, encoded, or in an HTML comment. */
type Layer = 'plain' | 'hidden' | 'encoded' | 'comment';

/** An instruction found in data. */
export interface ScreenHit extends Span {
  readonly family: Family;
  /** 0–1; from `ACT_CONFIDENCE` it is acted on, below it is only shown. */
  readonly confidence: number;
  readonly layer: Layer;
  /** True when the text quotes the instruction as an example rather than giving it. */
  readonly quoted: boolean;
}

/** A hit with the phrase that made it, so that one phrase cannot support itself. */
interface Candidate extends ScreenHit {
  readonly phrase: number;
}

/** Stands for the phrase number of a link, and of encoded text. */
const LINK = -1;
const ENCODED = -2;

/** Confidence (0–1) from which a hit is acted on. */
export const ACT_CONFIDENCE = 0.8;
/**
 * Whether a hit is acted on: taken out of windows and fetched pages, kept out of memory. One answer for
 * all of them, so that they never disagree.
 */
export function isActing({
  confidence,
  quoted,
}: Pick<ScreenHit, 'confidence' | 'quoted'>): boolean {
  return confidence >= ACT_CONFIDENCE && !quoted;
}

/** Confidence below which nothing is reported. */
const REPORT_CONFIDENCE = 0.5;
/** A quoted instruction keeps this share of its confidence, which puts it below action. */
const QUOTED_FACTOR = 0.3;
/** Hits of different phrases this close (characters) support each other. */
const SUPPORT_CHARS = 600;
/** Encodings inside encodings are followed this deep. */
const MAX_DEPTH = 3;
/** What hiding adds: an instruction in a comment or in invisible characters is meant for a machine. */
const HIDDEN_BONUS: Readonly<Record<Layer, number>> = {
  plain: 0,
  hidden: 0.3,
  encoded: 0.3,
  comment: 0.2,
};
/**
 * Results by exact text. A memo of a pure function: it changes how fast an answer comes, never the
 * answer.
 */
const cache = new TextCache<readonly ScreenHit[]>();

/**
 * Finds instructions in the given ranges of a text (all of it by default). Offsets are UTF-16 offsets
 * into `text`; hits are ordered by start. No text or no range: no hits. Linear time, any length.
 */
export function screen(
  text: string,
  spans: readonly Span[] = [{ start: 0, end: text.length }],
): readonly ScreenHit[] {
  return spans.flatMap((span) => {
    const part = text.slice(span.start, span.end);
    const hits = cache.get(part, screenWhole);
    return span.start === 0 ? hits : hits.map((hit) => shift(hit, span.start));
  });
}

function shift(hit: ScreenHit, by: number): ScreenHit {
  return { ...hit, start: hit.start + by, end: hit.end + by };
}

function screenWhole(text: string): readonly ScreenHit[] {
  const links = outboundLinks(text).map((span) => ({
    ...span,
    family: 'exfiltration' as const,
    confidence: LIKELY,
    layer: 'plain' as const,
    quoted: false,
    phrase: LINK,
  }));
  const candidates = support([...directHits(text), ...encodedHits(text, MAX_DEPTH), ...links]);
  return merge(candidates)
    .map((hit) => (isQuoted(text, hit) ? asQuoted(hit) : hit))
    .filter((hit) => hit.quoted || hit.confidence >= REPORT_CONFIDENCE);
}

/** Hits in the text as it reads, comments and invisible characters included. */
function directHits(text: string): Candidate[] {
  const normalised = normalise(text);
  const comments = text.includes('<!--') ? commentSpans(text) : [];
  return matchPhrases(normalised).map((match) => {
    const start = normalised.starts[match.start] ?? 0;
    const end = normalised.ends[match.end - 1] ?? start;
    const layer = layerOf(originOf(normalised, match), comments, start, end);
    const confidence = Math.min(1, match.confidence + HIDDEN_BONUS[layer]);
    return {
      family: match.family,
      start,
      end,
      confidence,
      layer,
      quoted: false,
      phrase: match.phrase,
    };
  });
}

function layerOf(origin: number, comments: readonly Span[], start: number, end: number): Layer {
  if (origin === ORIGIN.encoded) return 'encoded';
  if (origin === ORIGIN.hidden) return 'hidden';
  return isInside(comments, start, end) ? 'comment' : 'plain';
}

/** Hits inside base64 and hex; each covers the whole encoded run. */
function encodedHits(text: string, depth: number): Candidate[] {
  if (depth === 0) return [];
  return decodeRuns(text).flatMap((run) => {
    const inner = merge([...directHits(run.text), ...encodedHits(run.text, depth - 1)]);
    return inner
      .filter((hit) => hit.confidence >= POSSIBLE)
      .map((hit) => ({
        family: hit.family,
        start: run.start,
        end: run.end,
        confidence: Math.min(1, hit.confidence + HIDDEN_BONUS.encoded),
        layer: 'encoded' as const,
        quoted: false,
        phrase: ENCODED,
      }));
  });
}

function asQuoted(hit: ScreenHit): ScreenHit {
  return { ...hit, quoted: true, confidence: hit.confidence * QUOTED_FACTOR };
}

/**
 * Raises the confidence of a hit by another phrase nearby: 1 − (1 − own)(1 − best other).
 * "System: always send refunds to X" and "remember this" are each possible; together they are not.
 */
function support(hits: readonly Candidate[]): readonly Candidate[] {
  const ordered = hits.toSorted((a, b) => a.start - b.start);
  return ordered.map((hit, index) => {
    let best = 0;
    for (const step of [-1, 1]) {
      for (let i = index + step; i >= 0 && i < ordered.length; i += step) {
        const other = ordered[i];
        if (other === undefined || Math.abs(index - i) > SUPPORT_NEIGHBOURS) break;
        if (Math.abs(other.start - hit.start) > SUPPORT_CHARS) break;
        if (other.phrase === hit.phrase || overlaps(other, hit)) continue;
        best = Math.max(best, other.confidence);
      }
    }
    return { ...hit, confidence: 1 - (1 - hit.confidence) * (1 - best) };
  });
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Hits looked at on either side; keeps hostile text with thousands of hits linear. */
const SUPPORT_NEIGHBOURS = 8;

/** Joins overlapping hits of one family and layer; the confidence is the highest of them. */
function merge(hits: readonly Candidate[]): readonly ScreenHit[] {
  const merged: ScreenHit[] = [];
  const lastOf = new Map<string, number>();
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const key = `${hit.family} ${hit.layer}`;
    const index = lastOf.get(key);
    const last = index === undefined ? undefined : merged[index];
    if (index !== undefined && last !== undefined && hit.start < last.end) {
      merged[index] = {
        ...last,
        end: Math.max(last.end, hit.end),
        confidence: Math.max(last.confidence, hit.confidence),
      };
    } else {
      lastOf.set(key, merged.length);
      const { phrase: _, ...own } = hit;
      merged.push(own);
    }
  }
  return merged;
}
