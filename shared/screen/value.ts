import type { Span } from '../types.ts';

/** Ends of a value are looked for this far (characters) on either side. */
const MAX_VALUE_CHARS = 4000;
/** JSON inside strings of JSON is followed this deep. */
const MAX_DEPTH = 3;

/**
 * The inside of the quoted value of JSON (or of a printed Python object), or of the table cell, that a
 * span stands in; null when it stands in none. JSON inside strings counts: the innermost value is taken.
 */
export function valueAround(text: string, span: Span, bounds: Span): Span | null {
  const opening = text
    .slice(bounds.start, bounds.start + MAX_VALUE_CHARS)
    .trimStart()
    .charAt(0);
  if (opening !== '{' && opening !== '[') return cellAround(text, span, bounds);
  for (let depth = MAX_DEPTH; depth >= 0; depth -= 1) {
    const value = quotedAround(text, span, bounds, 2 ** depth - 1);
    if (value !== null) return value;
  }
  return null;
}

/** The string around a span whose quotes have exactly `slashes` backslashes before them. */
function quotedAround(text: string, span: Span, bounds: Span, slashes: number): Span | null {
  const first = Math.max(bounds.start, span.start - MAX_VALUE_CHARS);
  for (let at = span.start - 1; at >= first; at -= 1) {
    const quote = text.charAt(at);
    if (!isQuote(quote) || slashesBefore(text, at) !== slashes) continue;
    if (!/[:,[{(]\s*$/.test(text.slice(Math.max(first, at - slashes - 20), at - slashes))) {
      // An apostrophe inside a double-quoted string opens nothing.
      if (quote === "'") continue;
      return null;
    }
    const end = closing(text, span.end, bounds, { quote, slashes });
    return end === null ? null : { start: at + 1, end };
  }
  return null;
}

function closing(
  text: string,
  from: number,
  bounds: Span,
  { quote, slashes }: { readonly quote: string; readonly slashes: number },
): number | null {
  const last = Math.min(bounds.end, from + MAX_VALUE_CHARS);
  for (let at = text.indexOf(quote, from); at >= 0 && at < last; at = text.indexOf(quote, at + 1)) {
    if (slashesBefore(text, at) !== slashes) continue;
    if (quote === '"' || /^\s*[,:}\])]/.test(text.slice(at + 1, at + 20))) return at - slashes;
  }
  return null;
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

function slashesBefore(text: string, at: number): number {
  let count = 0;
  while (count < MAX_SLASHES && text.charAt(at - 1 - count) === '\\') count += 1;
  return count;
}

/** One more than the deepest level has. */
const MAX_SLASHES = 2 ** MAX_DEPTH;

/** The cell of a Markdown table: of a line that opens with a bar, what is between two bars. */
function cellAround(text: string, span: Span, bounds: Span): Span | null {
  const first = Math.max(bounds.start, span.start - MAX_VALUE_CHARS);
  const line = Math.max(first, text.lastIndexOf('\n', span.start - 1) + 1);
  if (!/^[ \t]*\|/.test(text.slice(line, line + 20)) || span.start === line) return null;
  const bar = text.lastIndexOf('|', span.start - 1);
  if (bar < line) return null;
  const last = Math.min(bounds.end, span.end + MAX_VALUE_CHARS);
  const rest = text.slice(span.end, last);
  const end = rest.search(/[|\n]/);
  const cell = rest.slice(0, end < 0 ? rest.length : end).trimEnd();
  return { start: bar + 1, end: span.end + cell.length };
}
