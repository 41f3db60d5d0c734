import { TextCache } from '../../compare/text-cache.ts';
import type { Span } from '../../types.ts';
import { valueTokens } from '../../values/tokens.ts';
import type { Value } from '../../values/types.ts';

/** A word or a whole value ("8 February 1900", "$5.2 million") of a text. */
export interface Word extends Span {
  /** Lower case; what two texts are aligned by. */
  readonly key: string;
  readonly text: string;
  /** Null for words. */
  readonly value: Value | null;
  /** An identifier, or written with a capital that is not owed to the start of a sentence. */
  readonly isName: boolean;
  /** Letters, then a number behind a hyphen: such a word names one thing only. */
  readonly isIdentifier: boolean;
  /** First word of a sentence. */
  readonly opens: boolean;
}

/**
 * An identifier ("db-2", "order_17") or a word. A possessive ending that stands by itself, as tokenised
 * text has it, is none.
 */
const WORD =
  /(?!(?<=\s['’]|['’]\s)s\b)(?:\p{L}{1,20}[-_]\d[\p{L}\d_-]{0,20}(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*)/gu;
const IDENTIFIER = /^\p{L}{1,20}[-_]\d/u;
const OPENS_AFTER = /(?:^|[.!?:;\n]["'”’)\]]?)\s*["'“‘([*#>-]*\s*$/u;
/** How far before a word the end of a sentence is looked for, in characters. */
const LOOK_BACK_CHARS = 8;

const cache = new TextCache<readonly Word[]>();

/** The words and values of a text in order. [] for "". Linear. */
export function textWords(text: string): readonly Word[] {
  return cache.get(text, read);
}

function read(text: string): readonly Word[] {
  const words: Word[] = [];
  let from = 0;
  for (const token of [
    ...valueTokens(text),
    { start: text.length, end: text.length, value: null },
  ]) {
    for (const match of text.slice(from, token.start).matchAll(WORD)) {
      const start = from + match.index;
      words.push(word(text, { start, end: start + match[0].length }, null));
    }
    if (token.value !== null) words.push(word(text, token, token.value));
    from = token.end;
  }
  return words;
}

function word(text: string, { start, end }: Span, value: Value | null): Word {
  const written = text.slice(start, end);
  const opens = OPENS_AFTER.test(text.slice(Math.max(0, start - LOOK_BACK_CHARS), start));
  const isIdentifier = value === null && IDENTIFIER.test(written);
  return {
    start,
    end,
    key: written
      .toLowerCase()
      .replace(/['’]s$/, '')
      .replace(/\s+/g, ' '),
    text: written,
    value,
    isName: value === null && (isIdentifier || (!opens && /^\p{Lu}/u.test(written))),
    isIdentifier,
    opens,
  };
}
