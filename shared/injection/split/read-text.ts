import { BLACK_FLAG, isInvisible, isTag, TAG_OFFSET } from '../../screen/characters.ts';
import { plainReading, type Reading, Rewriter } from './reading.ts';

/** What needs a look: other line breaks, and characters outside ASCII with their marks. */
const UNUSUAL = /\r\n?|[^\0-\x7f]\p{M}*/gu;
const NEEDS_WORK = /\r|[^\0-\x7f]/;
const SINGLE_QUOTES = /[\u2018\u2019\u201b\u02bc]/g;
const LINE_BREAKS = /[\u0085\u2028\u2029]/g;

/**
 * Reads a text: NFKC, no invisible characters, one kind of line break and of apostrophe. Text in tag
 * characters, which nobody sees, is read on lines of its own; the flags that are spelt in them are not.
 * Letters keep their case and accents. Linear time; "" gives an empty reading.
 */
export function readText(text: string): Reading {
  const plain = plainReading(text);
  if (!NEEDS_WORK.test(text)) return plain;
  const writer = new Rewriter(plain);
  let last = 0;
  let tags: 'none' | 'flag' | 'text' = 'none';
  for (const match of text.matchAll(UNUSUAL)) {
    const end = match.index + match[0].length;
    const code = match[0].codePointAt(0) ?? 0;
    const isAdjacent = match.index === last;
    writer.keep(last, match.index);
    if (isTag(code)) {
      if (!isAdjacent && tags !== 'none') tags = 'none';
      if (tags === 'none') {
        tags = 'text';
        writer.put('\n', match.index, match.index);
      }
      if (tags === 'text') writer.put(String.fromCharCode(code - TAG_OFFSET), match.index, end);
    } else {
      if (tags === 'text') writer.put('\n', match.index, match.index);
      tags = code === BLACK_FLAG ? 'flag' : 'none';
      writer.put(readable(match[0]), match.index, end);
    }
    last = end;
  }
  writer.keep(last, text.length);
  return writer.build();
}

/** One character with its marks, or a line break, as a reader sees it; "" when nothing shows. */
export function readable(cluster: string): string {
  if (cluster.startsWith('\r')) return '\n';
  let kept = '';
  for (const character of cluster) {
    if (!isInvisible(character.codePointAt(0) ?? 0)) kept += character;
  }
  return kept.normalize('NFKC').replace(SINGLE_QUOTES, "'").replace(LINE_BREAKS, '\n');
}
