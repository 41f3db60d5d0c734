import type { Genre, UnitKind } from '../types.ts';
import { hasPipes, type Layout, layoutOf } from './body-genre.ts';
import { splitCells } from './cells.ts';
import { isCodeLike } from './code-like.ts';
import { commentOf, splitCodeLine } from './code-units.ts';
import { isEscaped, unescapeOnce } from './escapes.ts';
import { messageOf } from './log-line.ts';
import { looksLikeMarkup, openComments, withoutMarkup } from './markup.ts';
import { namedValue } from './named-line.ts';
import { Paragraph } from './paragraph.ts';
import { linesOf, type Reading, sliceReading, trimReading } from './reading.ts';
import type { UnitSink } from './sink.ts';
import { countWords } from './words.ts';

/** How the strings are read that lines may hold; they may hold bodies of lines again. */
export interface StringReaders {
  /** Reads a text of named values; `depth` counts strings inside strings. */
  readonly json: (reading: Reading, sink: UnitSink, depth: number) => void;
  /** Reads the value that stands under a name. */
  readonly value: (value: Reading, key: string, sink: UnitSink, depth: number) => void;
}

/** Where a body of lines stands. */
export interface BodyContext {
  readonly strings: StringReaders;
  /** How many strings the body stands in. */
  readonly depth: number;
  /** The genre where it is known; told from the lines otherwise. */
  readonly genre?: Genre;
  /** The kind that sentences have by where they stand (a JSON string); null where their lines tell. */
  readonly as: UnitKind | null;
  readonly key: string;
}

const FENCE = /^(?:```|~~~)/;
const HEADING = /^\s*#{1,6}\s+/;
const BULLET = /^\s*(?:[-*+•·–]|\d{1,3}[.)]|\(\w\)|[a-z][.)])\s+(?:\[[ xX]\]\s+)?|^\s*\[[ xX]\]\s+/;
const MAIL_QUOTE = /^[>|:]+\s*(?=\S)/;
const QUOTE = /^(?:>\s?)+(?=\S)/;
const DIFF_MARK = /^[+\- ](?![+-]{2} )/;
const NAMED_MEMBER = /["'][\w .-]{1,40}["']\s{0,4}:\s{0,4}(?:[[{]\s{0,4})?["']/;
/** A comment that Markdown hides: `[//]: # (text)`. */
const HIDDEN_DEFINITION = /^\[[^\]\n]{0,80}\]:\s*(?:#|<>|<#>)\s*[("'](?=\S)/;
/** Words behind code do not make a sentence of it. */
const TRAILING_COMMENT = /(?<=\S)\s+(?:#|\/\/|\/\*)\s/;
const LINE_COMMENT = /^\s*(?:\/\/|\/\*)/;
/** Strings and comments over several lines, by what opens and closes them. */
const BLOCK_OPEN = /^\s*(?:[\w.]{1,40}\s*=\s*)?[rbfuRBFU]{0,2}("""|''')|^\s*(\/\*)(?![^\n]*\*\/)/;

/** Strings inside strings are followed this deep; what is deeper is read as it stands. */
export const MAX_DEPTH = 6;
/** A line of symbols with this many words, ended like a sentence, is a sentence about code. */
const SENTENCE_WORDS = 9;
const LONG_SENTENCE_WORDS = 25;
const JSON_SENTENCE_WORDS = 12;

/** Splits a text of lines, which is neither JSON nor a mail with headers; tells what genre it is. */
export function splitBody(reading: Reading, context: BodyContext, sink: UnitSink): Genre {
  const isLoose = context.genre === 'mail' || context.as !== null;
  const body = looksLikeMarkup(reading.text, isLoose)
    ? withoutMarkup(reading)
    : openComments(reading);
  const layout = layoutOf(body.text);
  const genre = context.genre ?? layout.genre;
  const splitter = new LineSplitter({ ...layout, genre }, context, sink);
  for (const line of linesOf(body)) splitter.read(line);
  splitter.end();
  return genre;
}

/** Reads a body line by line. */
class LineSplitter {
  readonly #layout: Layout;
  readonly #context: BodyContext;
  readonly #sink: UnitSink;
  readonly #paragraph: Paragraph;
  #inFence = false;
  /** What closes the string or comment that the lines stand in; "" outside of one. */
  #blockEnd = '';
  #name: string;
  #lineNumber = 0;
  #inFrontMatter = false;

  constructor(layout: Layout, context: BodyContext, sink: UnitSink) {
    this.#layout = layout;
    this.#context = context;
    this.#sink = sink;
    this.#paragraph = new Paragraph(sink);
    this.#name = context.key;
  }

  end(): void {
    this.#paragraph.flush();
  }

  read(raw: Reading): void {
    const line = this.#layout.isDiff && DIFF_MARK.test(raw.text) ? withoutStart(raw, 1) : raw;
    const trimmed = trimReading(line);
    this.#lineNumber += 1;
    if (trimmed.text === '' || this.#isFence(trimmed.text)) this.#paragraph.flush();
    else if (!this.#readBlock(line) && !this.#readMarked(line, trimmed))
      this.#readText(line, trimmed);
  }

  /** Fences and the lines around front matter say nothing themselves. */
  #isFence(text: string): boolean {
    if (FENCE.test(text)) {
      this.#inFence = !this.#inFence;
      return true;
    }
    if (text !== '---') return false;
    this.#inFrontMatter = this.#lineNumber === 1;
    this.#name = this.#context.key;
    return true;
  }

  /** Docstrings and block comments: text in code, and prose by its words. */
  #readBlock(line: Reading): boolean {
    let from = 0;
    if (this.#blockEnd === '') {
      const open = BLOCK_OPEN.exec(line.text);
      if (open === null) return false;
      this.#blockEnd = open[1] ?? '*/';
      from = open[0].length;
    }
    const close = line.text.indexOf(this.#blockEnd, from);
    const text = trimReading(sliceReading(line, from, close < 0 ? line.text.length : close));
    const inner = this.#blockEnd === '*/' ? withoutStart(text, /^\*+\s*/) : text;
    if (inner.text !== '' && isCodeLike(inner.text)) this.#readCode(inner);
    else if (inner.text !== '') this.#paragraph.add(inner, this.#kind('comment'), this.#name);
    if (close < 0) return true;
    this.#blockEnd = '';
    this.#paragraph.flush();
    return true;
  }

  /** Lines whose marks tell what they are. True when the line was one. */
  #readMarked(line: Reading, trimmed: Reading): boolean {
    const { genre, delimiter } = this.#layout;
    const isCode = genre === 'code' || this.#inFence;
    const hidden = HIDDEN_DEFINITION.exec(trimmed.text);
    if (hidden !== null) {
      this.#paragraph.start(
        withoutEnd(withoutStart(trimmed, hidden[0].length)),
        this.#kind('comment'),
        this.#name,
      );
      this.#paragraph.flush();
      return true;
    }
    const comment = isCode || LINE_COMMENT.test(line.text) ? commentOf(line) : null;
    if (comment !== null) {
      this.#paragraph.add(comment, this.#kind('comment'), this.#name);
      return true;
    }
    if (delimiter !== null || (genre === 'table' && hasPipes(line.text)) || isRow(trimmed.text)) {
      this.#paragraph.flush();
      splitCells(line, delimiter ?? '|', this.#kind('cell'), this.#name, this.#sink);
      return true;
    }
    if (NAMED_MEMBER.test(line.text) && this.#context.depth < MAX_DEPTH) {
      this.#paragraph.flush();
      this.#context.strings.json(line, this.#sink, this.#context.depth + 1);
      return true;
    }
    return (this.#layout.isNamed || this.#inFrontMatter) && this.#readNamed(line);
  }

  /** `name: value`; what follows on further lines belongs to the name. */
  #readNamed(line: Reading): boolean {
    const named = namedValue(line);
    // What is not indented belongs to no name before it.
    if (named === null && !/^[\s-]/.test(line.text)) this.#name = this.#context.key;
    if (named === null) return false;
    this.#name = named.name;
    const value = trimReading(named.value);
    this.#paragraph.flush();
    const quote = /^["']/.exec(value.text)?.[0];
    if (quote !== undefined && value.text.endsWith(quote) && value.text.length > 1) {
      const inner = sliceReading(value, 1, value.text.length - 1);
      this.#context.strings.value(inner, named.name, this.#sink, this.#context.depth + 1);
    } else if (value.text !== '') this.#paragraph.start(value, 'json', named.name);
    return true;
  }

  /** Code, headings, bullets, quotes and running text. */
  #readText(line: Reading, trimmed: Reading): void {
    const { genre } = this.#layout;
    if (genre === 'log' && !this.#inFence) {
      this.#paragraph.flush();
      this.#sink.add(trimReading(unescaped(messageOf(trimmed))), this.#kind('logline'), this.#name);
      return;
    }
    if (this.#inFence || this.#isCode(trimmed.text)) {
      this.#readCode(trimmed);
      return;
    }
    const heading = HEADING.exec(line.text);
    const bullet = BULLET.exec(line.text);
    if (heading !== null) {
      this.#paragraph.start(
        withoutStart(line, heading[0].length),
        this.#kind('heading'),
        this.#name,
      );
      this.#paragraph.flush();
    } else if (bullet !== null) {
      const item = withoutStart(line, bullet[0].length);
      this.#paragraph.start(trimReading(unescaped(item)), this.#kind('list'), this.#name);
    } else {
      const quote = (genre === 'mail' ? MAIL_QUOTE : QUOTE).exec(trimmed.text);
      const text = quote === null ? trimmed : withoutStart(trimmed, quote[0].length);
      this.#paragraph.add(
        unescaped(text),
        this.#kind(quote === null ? 'prose' : 'quote'),
        this.#name,
      );
    }
  }

  #readCode(trimmed: Reading): void {
    this.#paragraph.flush();
    splitCodeLine(trimmed, this.#sink);
  }

  #isCode(text: string): boolean {
    const code = text.split(TRAILING_COMMENT, 1)[0] ?? text;
    if (code !== text && isCodeLike(code)) return true;
    if (!isCodeLike(text)) return false;
    const words = countWords(text);
    if (this.#context.as !== null) return words < JSON_SENTENCE_WORDS;
    return words < SENTENCE_WORDS || (words < LONG_SENTENCE_WORDS && !/[.!?]$/.test(text));
  }

  #kind(kind: UnitKind): UnitKind {
    if (this.#context.as !== null) return this.#context.as;
    return this.#layout.isNamed && kind !== 'comment' ? 'json' : kind;
  }
}

/** A row of a table inside other text. */
function isRow(text: string): boolean {
  return text.startsWith('|') && text.endsWith('|') && text.length > 2;
}

/** Text with escapes of line breaks that were never undone, as in a logged or pasted string. */
function unescaped(line: Reading): Reading {
  return isEscaped(line.text) ? unescapeOnce(line) : line;
}

function withoutStart(line: Reading, start: number | RegExp): Reading {
  const length = typeof start === 'number' ? start : (start.exec(line.text)?.[0].length ?? 0);
  return sliceReading(line, length, line.text.length);
}

/** Without the bracket or quote that closes a hidden definition. */
function withoutEnd(line: Reading): Reading {
  return sliceReading(line, 0, line.text.replace(/[)"']\s*$/, '').length);
}
