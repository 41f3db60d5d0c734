import { splitLines } from './lines.ts';

/** A sentence's end: its mark, closing quotes, white space, and no small letter after it ("e.g. this"). */
const SENTENCE_END = /[.!?]["'”’)\]]{0,3}\s+(?=[^\p{Ll}\s])|[。！？]["”」』]{0,2}\s*/gu;
/** Lines that stand for themselves: headings, list items, quotes, rules. */
const OWN_LINE = /^\s{0,8}(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|>|\|)/;
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
  const flush = () => {
    if (paragraph.length > 0) sentences.push(...splitParagraph(paragraph.join('')));
    paragraph = [];
  };
  for (const line of splitLines(text)) {
    if (line.trim() === '') {
      // Blank lines belong to what stands before them.
      if (paragraph.length > 0) paragraph.push(line);
      else if (sentences.length > 0) sentences.push(`${sentences.pop() ?? ''}${line}`);
      else paragraph.push(line);
      if (paragraph.some((part) => part.trim() !== '')) flush();
    } else if (OWN_LINE.test(line)) {
      flush();
      sentences.push(line);
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return sentences;
}
