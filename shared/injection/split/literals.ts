/** A string literal in a text: JSON, a Python repr, or code. */
export interface Literal {
  /** With its quotes, [start, end). */
  readonly start: number;
  readonly end: number;
  /** Its content without quotes, [from, to). */
  readonly from: number;
  readonly to: number;
  /** True when a colon follows: it names a value. */
  readonly isKey: boolean;
}

const QUOTES = /["'\\\n]/g;
const ALPHANUMERIC = /[A-Za-z0-9]/;
/** Python marks strings with a letter: b'', f'', r'', u''. */
const PREFIX = /(?:^|[^A-Za-z0-9])[bfruBFRU]$/;
/** What follows the quote that ends a single-quoted string; inside, an apostrophe is one of many. */
const AFTER_SINGLE = /[ \t]{0,8}(?:[,:}\])\n;]|$)/y;
const COLON = /[ \t]{0,8}:/y;

/**
 * The string literals of a text, in order. Line breaks end a literal that was not closed; at the end of
 * the text an open one counts, since results are often cut off. Linear time.
 */
export function literalsOf(text: string): readonly Literal[] {
  const literals: Literal[] = [];
  let at = 0;
  // Once a quote finds no partner before a line break, none that opens later on the line will.
  const hopelessUntil = { '"': 0, "'": 0 };
  for (;;) {
    const open = nextOpening(text, at);
    if (open < 0) return literals;
    const quote = text.charAt(open) === '"' ? '"' : "'";
    if (open < hopelessUntil[quote]) {
      at = open + 1;
      continue;
    }
    const close = closingOf(text, open, quote);
    if (close.isClosed || (close.at === text.length && quote === '"')) {
      const end = close.isClosed ? close.at + 1 : close.at;
      COLON.lastIndex = end;
      literals.push({ start: open, end, from: open + 1, to: close.at, isKey: COLON.test(text) });
      at = end;
    } else {
      hopelessUntil[quote] = close.at;
      at = open + 1;
    }
  }
}

/** The next quote that can open a literal; −1 when there is none. An apostrophe inside a word cannot. */
function nextOpening(text: string, from: number): number {
  QUOTES.lastIndex = from;
  for (let match = QUOTES.exec(text); match !== null; match = QUOTES.exec(text)) {
    const at = match.index;
    if (match[0] === '"') return at;
    if (match[0] !== "'") continue;
    if (!ALPHANUMERIC.test(text.charAt(at - 1))) return at;
    if (PREFIX.test(text.slice(Math.max(0, at - 2), at))) return at;
  }
  return -1;
}

/** Where the literal that opens at `open` ends: its closing quote, or the line break or end before one. */
function closingOf(text: string, open: number, quote: string): { at: number; isClosed: boolean } {
  QUOTES.lastIndex = open + 1;
  for (let match = QUOTES.exec(text); match !== null; match = QUOTES.exec(text)) {
    const at = match.index;
    if (match[0] === '\n') return { at, isClosed: false };
    if (match[0] === '\\') {
      // What a backslash stands before is no end; a line break after it still is one.
      QUOTES.lastIndex = text.charAt(at + 1) === '\n' ? at + 1 : at + 2;
      continue;
    }
    if (match[0] !== quote) continue;
    if (quote === '"') return { at, isClosed: true };
    AFTER_SINGLE.lastIndex = at + 1;
    if (AFTER_SINGLE.test(text)) return { at, isClosed: true };
  }
  return { at: text.length, isClosed: false };
}
