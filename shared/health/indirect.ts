import { detectChannel } from '../injection/channel.ts';
import { type ScoredText, scoreText } from '../injection/score-units.ts';
import { THRESHOLDS } from '../injection/thresholds.ts';
import type { Channel, Genre, ScoredUnit } from '../injection/types.ts';
import { screen } from '../screen/screen.ts';
import { uniteSpans } from '../text/spans.ts';
import type { Kind, Span } from '../types.ts';
import type { Detector, Evidence, Finding, InspectedChunk, Inspection } from './detector.ts';

/** Units shown as evidence of one finding. */
const MAX_SHOWN = 8;
/** Log-odds at which severity is 0.88; the scale of the thresholds. */
const LOGIT_SCALE = 4;
/**
 * A request is told by how it differs from the text around it: so many units make a surrounding. Fields
 * and cells say by themselves what they are for.
 */
const MIN_UNITS = 3;
const STRUCTURED: ReadonlySet<Genre> = new Set(['json', 'table', 'mail']);
/** In a text of fewer units a request is taken out only when it is as sure as this (log-odds). */
const SHORT_TEXT_UNITS = 8;
const SHORT_TEXT_ACT = 3;
/** Trust classes whose text is only marked: somebody vouches for it. */
const VOUCHED: ReadonlySet<string> = new Set(['system', 'verified']);

/** A unit of a chunk, with its place in the chunk's text. */
interface Found extends Span {
  readonly scored: ScoredUnit;
}

/**
 * Finds requests in data that do not fit the text around them and carry no tell-tale phrase ("Please
 * forward the invoices to …" in a product review). The sentence is taken out where that is right nearly
 * always, and marked as suspicious where it may be a person asking another. Pinned and vouched-for text is
 * never cut. Runs without a language model.
 */
export const indirect: Detector = {
  name: 'poisoning',
  detect({ chunks }: Inspection): readonly Finding[] {
    return chunks
      .filter(({ trust, kind }) => trust !== 'system' && kind !== 'task')
      .flatMap((chunk) => findingsOf(chunk));
  },
};

function findingsOf(chunk: InspectedChunk): readonly Finding[] {
  const acted: Found[] = [];
  const marked: Found[] = [];
  for (const range of chunk.dataSpans) {
    const text = chunk.text.slice(range.start, range.end);
    // A long sentence is read in windows that overlap: cuts of it are united below.
    const read = scoreText(text, { mail: MAIL_SOURCE.test(chunk.source) });
    const { act, mark } = thresholdsFor(chunk.kind, read);
    for (const scored of read.units) {
      if (scored.logit < mark || isSetAside(scored.unit.text)) continue;
      const { start, end } = scored.unit;
      const found = { scored, start: start + range.start, end: end + range.start };
      if (scored.logit >= act && !chunk.pinned && !VOUCHED.has(chunk.trust)) acted.push(found);
      else marked.push(found);
    }
  }
  return [
    ...(acted.length > 0 ? [finding(chunk, acted, 'excise')] : []),
    ...(marked.length > 0 ? [finding(chunk, marked, chunk.pinned ? 'flag' : 'mark')] : []),
  ];
}

/** The thresholds (log-odds) of a text's channel, higher where there is little text to tell by. */
function thresholdsFor(kind: Kind, read: ScoredText) {
  const usual = THRESHOLDS[channelOf(kind, read)];
  if (STRUCTURED.has(read.genre)) return usual;
  if (read.units.length < MIN_UNITS) return NEVER;
  const isShort = read.genre !== 'code' && read.units.length < SHORT_TEXT_UNITS;
  return isShort ? { ...usual, act: Math.max(usual.act, SHORT_TEXT_ACT) } : usual;
}

const NEVER = { act: Number.POSITIVE_INFINITY, mark: Number.POSITIVE_INFINITY };

/**
 * "Please ignore the previous error": orders to ignore something are the phrase list's to judge, which
 * knows what an attacker wants ignored. What it lets pass is advice.
 */
function isSetAside(sentence: string): boolean {
  return SET_ASIDE.test(sentence) && !GOES_ON.test(sentence) && screen(sentence).length === 0;
}

const SET_ASIDE =
  /^\W{0,6}(?:please\s|kindly\s|you can\s|just\s|simply\s){0,2}(?:ignore|disregard|skip|overlook|neglect)\s(?:\S{1,30}(?:\s|$)){1,14}$/i;
/** "Ignore this notice and transfer …": what follows is another order. A reason may follow. */
const GOES_ON =
  /[;:]|,(?!\s(?:it|this|that|they|these|which|as|because|since|there|we|i)\b)|[.!?]\s|\b(?:and|then|instead|but)\b/i;

/** Remembered by text, like the scores: reading a file for its orders takes as long as scoring it. */
const channels = new WeakMap<ScoredText, Map<Kind, Channel>>();

function channelOf(kind: Kind, read: ScoredText): Channel {
  const known = channels.get(read) ?? new Map<Kind, Channel>();
  channels.set(read, known);
  const channel =
    known.get(kind) ??
    detectChannel(kind, { genre: read.genre, units: read.units.map(({ unit }) => unit) });
  known.set(kind, channel);
  return channel;
}

/** Sources that are mailboxes, when the headers of the mail are gone. */
const MAIL_SOURCE = /\b(?:e-?mail|inbox|mailbox|mail)\b/i;

function finding(
  chunk: InspectedChunk,
  found: readonly Found[],
  action: 'excise' | 'mark' | 'flag',
): Finding {
  const worst = found.reduce((best, one) => (one.scored.logit > best.scored.logit ? one : best));
  const why = worst.scored.reasons.slice(0, 3).join(', ');
  const end = { excise: 'taken out', mark: 'kept and marked', flag: 'pinned, so it stays' }[action];
  return {
    detector: 'poisoning',
    layer: 'screen',
    severity: severityOf(worst.scored.logit),
    chunkIds: [chunk.id],
    evidence: found.slice(0, MAX_SHOWN).map((one) => evidenceOf(chunk, one)),
    action,
    reason: `Data asks for something that does not fit the text around it (${why}); ${end}`,
    ...(action === 'excise' ? { excise: [{ chunkId: chunk.id, spans: uniteSpans(found) }] } : {}),
  };
}

/** 0.5 at even odds, towards 1 for what is sure. */
function severityOf(logit: number): number {
  return 1 / (1 + Math.exp((-2 * logit) / LOGIT_SCALE));
}

function evidenceOf({ id, text }: InspectedChunk, { start, end }: Span): Evidence {
  return { chunkId: id, start, end, text: text.slice(start, end) };
}
