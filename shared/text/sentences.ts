import { splitLines } from './lines.ts';

/** A sentence's end: its mark, closing quotes, white space, and no small letter after it ("e.g. this"). */
const SENTENCE_END = /[.!?]["'”’)\]]{0,3}\s+(?=[^\p{Ll}\s])|[。！？]["”」』]{0,2}\s*/gu;
/** Lines that stand for themselves: headings, list items, quotes, rules. */
const OWN_LINE = /^\s{0,8}(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|>|\|)/;
/** The part of a line that tells whether it stands for itself. */
const OWN_LINE_CHARS = 40;
const HEADING = /^ {0,3}#{1,6}\s/;

/** Whether `line` is a Markdown heading. */
export function isHeading(line: string): boolean {
  return HEADING.test(line);
}

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of paragraph.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (end >= paragraph.length) break;
    sentences.push(paragraph.slice(from, end));
    from = end;
  }
  sentences.push(paragraph.slice(from));
  return sentences;
}

/**
 * The sentences of `text`, each with the white space after it: joined they are the text. A heading or a
 * list item is a sentence of its own; a hard-wrapped sentence stays whole. [] for "".
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let paragraph: string[] = [];
  let previous: 'text' | 'blank' | 'own' = 'text';
  const flush = (own: boolean) => {
    const joined = paragraph.join('');
    paragraph = [];
    if (own && joined !== '') sentences.push(joined);
    else if (joined !== '') for (const sentence of splitParagraph(joined)) sentences.push(sentence);
  };
  let own = false;
  for (const line of splitLines(text)) {
    const blank = line.trim() === '';
    const owned = !blank && OWN_LINE.test(line.slice(0, OWN_LINE_CHARS));
    // Blank lines belong to what stands before them, so only other lines can start a sentence.
    if (!blank && (previous !== 'text' || owned)) {
      flush(own);
      own = owned;
    }
    paragraph.push(line);
    previous = blank ? 'blank' : owned ? 'own' : 'text';
  }
  flush(own);
  return sentences;
}
