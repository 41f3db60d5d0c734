import { terms } from '../../score/words.ts';
import { splitLines } from '../../text/lines.ts';
import { isHeading } from '../../text/sentences.ts';

/** Where the title of a text stands: among its first lines. */
const TITLE_LINES = 3;
const MAX_LINE_CHARS = 300;
/** Least share of the longer title's terms that sister titles have in common. */
const MIN_SHARED = 0.5;
/** Words by which two states of one document differ; numbers and months do as well. */
const STATE =
  /^(?:draft|old|new|copi|updat|revis|version|final|latest|current|previou|v?\d+|jan\w*|feb\w*|mar|march|april?|may|june?|juli?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)$/;

/**
 * Whether two texts bear titles of one pattern for different things: "Gold Account: fees" and "Gold Plus
 * Account: fees". What stands below such titles is said of the one and of the other. False when one has
 * no Markdown heading at its start.
 */
export function areSisters(a: string, b: string): boolean {
  const [left, right] = [titleTerms(a), titleTerms(b)];
  const shared = [...left].filter((term) => right.has(term)).length;
  if (shared < MIN_SHARED * Math.max(left.size, right.size) || shared === 0) return false;
  const others = [...left, ...right].filter((term) => !(left.has(term) && right.has(term)));
  return others.some((term) => !STATE.test(term));
}

function titleTerms(text: string): ReadonlySet<string> {
  const head = splitLines(text.slice(0, TITLE_LINES * MAX_LINE_CHARS)).filter(
    (line) => line.trim() !== '',
  );
  return new Set(terms(head.slice(0, TITLE_LINES).find(isHeading) ?? ''));
}
