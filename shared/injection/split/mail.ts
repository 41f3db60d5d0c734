import { type BodyContext, type StringReaders, splitBody } from './body.ts';
import { isCodeLike } from './code-like.ts';
import { concatLines, linesOf, type Reading, replaceIn, sliceReading } from './reading.ts';
import type { UnitSink } from './sink.ts';
import { decodeBase64, decodeHeader, decodeQuotedPrintable } from './transfer.ts';
import { countWords } from './words.ts';

const HEADER = /^(?:From |[A-Z][A-Za-z-]{1,40}:)/;
const MAIL_HEADER = /^(?:received|message-id|return-path|subject|from):/im;
/** Lines at the start that are looked at, and how many must be headers. */
const START_LINES = 12;
const MIN_HEADERS = 4;
const START_CHARS = 6000;

/** Headers that are sentences; the others are addresses, dates and ids unless they are long. */
const TEXT_HEADER = /^(?:subject|comments|keywords|summary|content-description)$/i;
const TECHNICAL_HEADER =
  /^(?:received|return-path|delivered-to|message-id|date|from|to|cc|bcc|reply-to|sender|in-reply-to|references|mime-version|content-.*|dkim.*|arc-.*|authentication-results|list-.*|errors-to|user-agent|organization|x-mailer|x-mimeole|x-authentication-warning|x-spam.*|x-originating.*|x-.*(?:id|ip|version|status|level|score|time))$/i;
/** An unknown header of this many words may say something to its reader. */
const MIN_HEADER_WORDS = 5;

const NAME = /^([A-Za-z][\w-]{0,60}):[ \t]{0,80}/;
const CONTINUED = /^[ \t]+\S/;
const BOUNDARY = /^--[^\s-][^\n]{0,200}$/;
const PART_HEADER = /^Content-[\w-]{1,40}:/i;
/** Longest block of part headers. */
const MAX_PART_HEADERS = 30;

/** True when a text starts with the headers of a mail. */
export function looksLikeMail(text: string): boolean {
  const start = text.slice(0, START_CHARS);
  const lines = start.trimStart().split('\n', START_LINES);
  const headers = lines.filter((line) => HEADER.test(line)).length;
  return headers >= MIN_HEADERS && MAIL_HEADER.test(start);
}

/** How the body of a part is written down. */
interface Encoding {
  readonly transfer: string;
  readonly type: string;
}

const PLAIN: Encoding = { transfer: '', type: '' };

/**
 * Splits a mail: headers that are sentences (the subject above all), then every part of the body that
 * is text, decoded. Parts are told by their boundaries and their own headers, so that attachments and
 * mails that are cut off are read like the rest.
 */
export function splitMail(
  reading: Reading,
  sink: UnitSink,
  strings: StringReaders,
  depth: number,
): void {
  const context: BodyContext = { genre: 'mail', as: null, key: '', strings, depth };
  const lines = linesOf(reading);
  const first = lines.findIndex((line) => line.text.trim() !== '');
  const blank = lines.findIndex((line, index) => index > first && line.text.trim() === '');
  const bodyAt = blank < 0 ? lines.length : blank + 1;
  let encoding = readHeaders(lines.slice(0, bodyAt), sink);
  let part: Reading[] = [];
  const flush = () => {
    splitPart(part, encoding, context, sink);
    part = [];
  };
  for (let i = bodyAt; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) break;
    const isBoundary = BOUNDARY.test(line.text);
    const headersAt = isBoundary ? i + 1 : i;
    const end = isBoundary || PART_HEADER.test(line.text) ? headersEnd(lines, headersAt) : i;
    if (end > headersAt) {
      flush();
      encoding = readHeaders(lines.slice(headersAt, end), sink);
      i = end - 1;
    } else if (isBoundary && line.text.endsWith('--')) {
      flush();
      encoding = PLAIN;
    } else part.push(line);
  }
  flush();
}

/** Where the headers of a part end that may start at line `at`; `at` itself when there are none. */
function headersEnd(lines: readonly Reading[], at: number): number {
  if (!PART_HEADER.test(lines[at]?.text ?? '')) return at;
  let end = at;
  while (end < lines.length && end - at < MAX_PART_HEADERS) {
    const text = lines[end]?.text ?? '';
    if (!NAME.test(text) && !CONTINUED.test(text)) break;
    end += 1;
  }
  return end;
}

/** Adds the headers that are sentences, and tells how the body below them is encoded. */
function readHeaders(lines: readonly Reading[], sink: UnitSink): Encoding {
  let transfer = '';
  let type = '';
  for (let i = 0; i < lines.length; i++) {
    const name = NAME.exec(lines[i]?.text ?? '');
    if (name === null) continue;
    let end = i + 1;
    while (CONTINUED.test(lines[end]?.text ?? '')) end += 1;
    const whole = concatLines(lines.slice(i, end));
    const value = decodeHeader(unfolded(sliceReading(whole, name[0].length, whole.text.length)));
    const key = (name[1] ?? '').toLowerCase();
    if (key === 'content-transfer-encoding') transfer = value.text.trim().toLowerCase();
    if (key === 'content-type') type = value.text.trim().toLowerCase();
    if (TEXT_HEADER.test(key)) sink.add(value, 'heading', 'subject');
    else if (!TECHNICAL_HEADER.test(key) && isSentence(value.text)) sink.add(value, 'heading', key);
    i = end - 1;
  }
  return { transfer, type };
}

function isSentence(text: string): boolean {
  return countWords(text) >= MIN_HEADER_WORDS && !isCodeLike(text);
}

/** A header that goes on over several lines as one line. */
function unfolded(value: Reading): Reading {
  return replaceIn(value, /[ \t]*\n[ \t]*/g, () => ' ');
}

function splitPart(
  lines: readonly Reading[],
  encoding: Encoding,
  context: BodyContext,
  sink: UnitSink,
): void {
  if (lines.length === 0) return;
  const raw = concatLines(lines);
  if (encoding.transfer === 'base64') {
    // What is no text (an image, a document) has no sentences that a reader would see.
    const isText = encoding.type === '' || /^(?:text|message)\b/.test(encoding.type);
    if (isText) splitBody(decodeBase64(raw), context, sink);
  } else if (encoding.transfer === 'quoted-printable') {
    splitBody(decodeQuotedPrintable(raw), context, sink);
  } else splitBody(raw, context, sink);
}
