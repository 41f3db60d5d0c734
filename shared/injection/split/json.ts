import { MAX_DEPTH, type StringReaders, splitBody } from './body.ts';
import { isCodeLike } from './code-like.ts';
import { isEscaped, unescapeOnce } from './escapes.ts';
import { literalsOf } from './literals.ts';
import { looksLikeMail, splitMail } from './mail.ts';
import { linesOf, type Reading, sliceReading, trimReading } from './reading.ts';
import type { UnitSink } from './sink.ts';
import { countWords, isPhrase } from './words.ts';

/** A longer name says something itself. */
const MIN_KEY_WORDS = 4;
const MIN_OUTSIDE_WORDS = 3;
const OUTSIDE_MARKS = /^[\s"',:{}[\]()]+|[\s"',:{}[\]()]+$/g;

const START_CHARS = 400;
const NAMED_VALUE = /["']\s{0,8}:\s*/;
const NAMES = /["'][\w .-]{1,40}["']\s{0,8}:/g;
/** Characters of text per name below which a text is taken for JSON with something around it. */
const CHARS_PER_NAME = 25;
const NAMED_SHARE = 0.12;
const MIN_NAMES = 4;
/** `[TextContent(type='text', text='…')]`: the repr of an object. */
const REPR = /^[[(]{0,2}[A-Z]\w{1,40}\(\s{0,8}\w{1,40}\s?=\s?[\w["'({]/;
const KEYWORD_NAME = /([A-Za-z_][\w.-]{0,40})\s{0,4}[=:]\s{0,4}[bfru]?$/;
const NAME_CHARS = 56;

/** True when a text is JSON, JSON as a string, a Python repr, or mostly made of named values. */
export function looksLikeJson(text: string): boolean {
  let start = text.slice(0, START_CHARS).trimStart();
  if (/^["'][{[]/.test(start)) start = start.slice(1).trimStart();
  if (/^[{[]/.test(start) && NAMED_VALUE.test(start)) return true;
  if (/^\[[\s[{\d.,-]{0,40}["']/.test(start)) return true;
  if (REPR.test(start) && /[)\]]\s*$/.test(text.slice(-START_CHARS))) return true;
  let names = 0;
  for (const _ of text.matchAll(NAMES)) names += 1;
  return names >= MIN_NAMES && names * CHARS_PER_NAME > text.length * NAMED_SHARE;
}

/**
 * Splits JSON, a repr, or text with named values: the sentences of every string value under the name
 * that it has, however deep strings stand inside strings, and what stands outside of strings.
 */
export function splitJson(reading: Reading, sink: UnitSink, depth = 0): void {
  const whole = withoutOuterQuotes(reading);
  const text = whole.text;
  let key = '';
  let last = 0;
  for (const literal of literalsOf(text)) {
    splitOutside(sliceReading(whole, last, literal.start), sink);
    const before = text.slice(Math.max(last, literal.start - NAME_CHARS), literal.start);
    last = literal.end;
    const value = sliceReading(whole, literal.from, literal.to);
    if (literal.isKey) {
      key = value.text;
      if (key.split(' ').length >= MIN_KEY_WORDS) sink.add(unescapeOnce(value), 'json', '');
    } else {
      splitValue(value, KEYWORD_NAME.exec(before)?.[1] ?? key, sink, depth + 1);
    }
  }
  splitOutside(sliceReading(whole, last, text.length), sink);
}

/** Splits one string value: what it holds may be JSON, a mail, a page or plain sentences. */
function splitValue(value: Reading, key: string, sink: UnitSink, depth: number): void {
  if (!isPhrase(value.text)) return;
  let inner = unescapeOnce(value);
  if (depth < MAX_DEPTH && looksLikeJson(inner.text)) {
    splitJson(inner, sink, depth);
    return;
  }
  for (let level = depth; level < MAX_DEPTH && isEscaped(inner.text); level++) {
    inner = unescapeOnce(inner);
  }
  if (looksLikeMail(inner.text)) splitMail(inner, sink, STRINGS, depth);
  else splitBody(inner, { as: 'json', key, strings: STRINGS, depth }, sink);
}

/** How bodies of lines read the strings in them. */
export const STRINGS: StringReaders = { json: splitJson, value: splitValue };

/** JSON as a string: `"{…}"`. Quotes inside it may not have been escaped, so the outer ones decide. */
function withoutOuterQuotes(reading: Reading): Reading {
  const trimmed = trimReading(reading);
  const quote = trimmed.text.charAt(0);
  if ((quote !== '"' && quote !== "'") || !/^[{[]/.test(trimmed.text.slice(1, 2))) return reading;
  const end = trimmed.text.endsWith(quote) ? trimmed.text.length - 1 : trimmed.text.length;
  return unescapeOnce(sliceReading(trimmed, 1, Math.max(1, end)));
}

/** What stands outside of any string should be marks and numbers; sentences there are telling. */
function splitOutside(outside: Reading, sink: UnitSink): void {
  if (countWords(outside.text) < MIN_OUTSIDE_WORDS) return;
  for (const line of linesOf(outside)) {
    const kept = line.text.replace(OUTSIDE_MARKS, '');
    if (countWords(kept) < MIN_OUTSIDE_WORDS || isCodeLike(kept)) continue;
    const from = line.text.indexOf(kept);
    sink.add(sliceReading(line, from, from + kept.length), 'json_out', '');
  }
}
