import { isInvisible } from '../../screen/characters.ts';
import { entityCharacter } from '../../text/entities.ts';
import { type Reading, Rewriter, replaceIn } from './reading.ts';

/** Tags of pages and mails. */
const PAGE_TAG = /<\/?(?:html|body|div|table|td)\b/i;
const ANY_TAG =
  /<(?:html|body|table|div|p|br|a|font|td|span|title|head|b|i|li|ul|ol|h[1-6]|img|center|strong|em)\b[^<>]{0,400}>/i;
/** XML: it starts with a tag, and tags are closed. */
const XML_START = /^\s*(?:<\?xml|<!DOCTYPE|<!--|<[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,400})?>)/;
const XML_CLOSE = /<\/[A-Za-z][\w:.-]{0,60}>/g;
const MIN_XML_CLOSES = 2;

/** Tags that end a line of text. */
const BREAKING =
  /^(?:br|p|div|tr|td|th|table|li|ul|ol|h[1-6]|title|section|article|header|footer|nav|aside|main|pre|blockquote|hr|option|button|label|dt|dd|dl|script|style|head|body|html|form|caption|figure|figcaption|summary|details|noscript|template|iframe|svg|img|input|textarea|meta)$/;
/** Attributes that hold text for readers, or may hide it. */
const TEXT_ATTRIBUTE =
  /\b(?:alt|title|aria-label|aria-description|content|placeholder|value|label|summary|data-[\w-]{1,40}|description|name|text|message|note|comment)\s{0,4}=\s{0,4}(?:"([^"]*)"|'([^']*)')/gi;
/** Fewer words in an attribute are a name. */
const MIN_ATTRIBUTE_BLANKS = 2;
/** What comes next is not read together with what was before. */
const PARAGRAPH = '\n\n';
/** A tag that is longer was never closed. */
const MAX_TAG_CHARS = 8000;

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;

/** True when a text is a page (a few tags suffice when `loose`) or XML: its tags are not to be read. */
export function looksLikeMarkup(text: string, loose = false): boolean {
  if (!text.includes('<')) return false;
  if (loose ? ANY_TAG.test(text) : PAGE_TAG.test(text)) return true;
  if (!XML_START.test(text)) return false;
  let closes = 0;
  for (const _ of text.matchAll(XML_CLOSE)) {
    closes += 1;
    if (closes >= MIN_XML_CLOSES) return true;
  }
  return false;
}

/**
 * A page or XML without its tags: text, comments, CDATA and attributes that hold words each on lines of
 * their own, entities decoded. "a < b" is no tag. Linear time.
 */
export function withoutMarkup(reading: Reading): Reading {
  const text = reading.text;
  const writer = new Rewriter(reading);
  let last = 0;
  let close = -1;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (close < at) close = text.indexOf('>', at);
    if (close < 0) break;
    if (!/[A-Za-z/!?]/.test(text.charAt(at + 1))) {
      at += 1;
      continue;
    }
    const end = tagEnd(text, at, close);
    if (end < 0) {
      at += 1;
      continue;
    }
    writer.keep(last, at);
    writeTag(writer, text, at, end);
    last = end;
    at = end;
  }
  writer.keep(last, text.length);
  return replaceIn(decodeEntities(writer.build()), /-->|\]\]>/g, () => PARAGRAPH);
}

/** Splits a text around its HTML comments, whose content is read as lines of its own. */
export function openComments(reading: Reading): Reading {
  return reading.text.includes('<!--') || reading.text.includes('-->')
    ? replaceIn(reading, /<!--|-->/g, () => PARAGRAPH)
    : reading;
}

/** Where the tag at `at` ends; comments, CDATA and their like end where their opening does. −1: no tag. */
function tagEnd(text: string, at: number, close: number): number {
  if (text.startsWith('<!--', at)) return at + '<!--'.length;
  if (text.startsWith('<![CDATA[', at)) return at + '<![CDATA['.length;
  if (close - at > MAX_TAG_CHARS) return -1;
  QUOTED_TAG.lastIndex = at;
  const whole = QUOTED_TAG.exec(text);
  return whole === null ? close + 1 : at + whole[0].length;
}

/** A tag whose attribute values may hold ">". */
const QUOTED_TAG =
  /<[A-Za-z/!?][^<>"']{0,400}(?:(?:"[^"<]{0,4000}"|'[^'<]{0,4000}')[^<>"']{0,400}){0,40}>/y;

function writeTag(writer: Rewriter, text: string, at: number, end: number): void {
  const tag = text.slice(at, end);
  const name = /^<\/?([A-Za-z][\w:-]*)/.exec(tag)?.[1]?.toLowerCase() ?? '';
  const isBreaking = name === '' || name.includes(':') || BREAKING.test(name);
  writer.put(name === 'br' ? '\n' : isBreaking ? PARAGRAPH : ' ', at, end);
  for (const match of tag.matchAll(TEXT_ATTRIBUTE)) {
    const value = match[1] ?? match[2] ?? '';
    if (value.split(' ').length <= MIN_ATTRIBUTE_BLANKS) continue;
    const from = at + match.index + match[0].length - 1 - value.length;
    writer.put(PARAGRAPH, from, from);
    writer.keep(from, from + value.length);
    writer.put(PARAGRAPH, from + value.length, from + value.length);
  }
}

/** Decodes HTML entities; unknown names stay, named marks that show nothing are dropped. */
function decodeEntities(reading: Reading): Reading {
  if (!reading.text.includes('&')) return reading;
  return replaceIn(reading, ENTITY, (match) => {
    const [whole, decimal, hex, name] = match;
    const character = entityCharacter({ decimal, hex, name });
    if (character === '') return whole;
    return name !== undefined && isInvisible(character.codePointAt(0) ?? 0) ? '' : character;
  });
}
