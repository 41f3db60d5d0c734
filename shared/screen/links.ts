import type { Span } from '../types.ts';

/** One unit of an address; a slot may hold spaces. Every part is bounded, so that it ends soon. */
const UNIT =
  '(?:[^\\s()<>{}\\[\\]"]|\\{{1,2}[^{}\\n]{0,60}\\}{1,2}|\\[[^\\[\\]\\n]{1,60}\\]|<[^<>\\n]{1,60}>)';
const ADDRESS = `(?:https?:)?//${UNIT}{4,2000}`;
/** The end of a Markdown image or link, with a title or without. */
const INLINE = new RegExp(`\\]\\(<?(${ADDRESS})>?(?:\\s{1,3}"[^"\\n]{0,300}")?\\)`, 'giu');
/** A Markdown reference: "[1]: https://…". */
const REFERENCE = new RegExp(`^ {0,3}\\[[^\\]\\n]{1,100}\\]:[ \\t]{1,4}<?(${ADDRESS})`, 'gimu');
/** An HTML image, which is fetched without a click. */
const IMAGE = new RegExp(
  `<(?:img|iframe|source|video|audio|embed)\\b[^<>"']{0,300}(?:(?:"[^"]{0,300}"|'[^']{0,300}')[^<>"']{0,100}){0,4}\\b(?:src|srcset|poster)\\s{0,2}=\\s{0,2}["']?(${ADDRESS})`,
  'giu',
);
/** A query value that is a template for content: {history}, {{data}}, ${secret}, [CONVERSATION], <data>. */
const PLACEHOLDER =
  /[?&/=](?:[\w.-]{1,60}=)?(?:\$?\{{1,2}\s{0,2}[\w .-]{1,60}\}{1,2}|%7b[\w%.-]{1,60}%7d|\[(?:[\w-]{3,60})\]|<[\w -]{3,60}>)/iu;
/** What only an attack puts into the address of a picture or a reference; pages fill in other things. */
const PRIVATE =
  /[{[<]\s{0,2}[\w .-]{0,40}(?:history|conversation|chat|context|messages?|prompt|secrets?|credentials?|api[ _-]?keys?|passwords?|memory|memories|summary)[\w .-]{0,40}[}\]>]/iu;
/** A slot written as a name in capitals; in an image only, since guides link to "?key=YOUR_API_KEY". */
const NAMED_SLOT =
  /=(?=[A-Z0-9_]{0,60}(?:HISTORY|CONVERSATION|CHAT|CONTEXT|MESSAGE|PROMPT|SECRET|CREDENTIAL|PASSWORD|MEMORY|SUMMARY|TOKEN|KEY))[A-Z][A-Z0-9_]{3,60}(?=$|[&#"])/u;
/** A link's text is looked for this far (characters) before its address. */
const MAX_LINK_TEXT_CHARS = 200;

/**
 * Markdown images and links whose address has a slot for content ("?q={history}"), and HTML images and
 * Markdown references whose slot is for what a conversation holds: whoever follows it sends that content
 * away. Ordinary pictures and links are not. In order of start; linear time.
 */
export function outboundLinks(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(INLINE)) {
    const address = match[1] ?? '';
    const bracket = text.lastIndexOf('[', match.index);
    const isImage = text.charAt(bracket - 1) === '!';
    if (!PLACEHOLDER.test(address) && !(isImage && NAMED_SLOT.test(address))) continue;
    const start =
      bracket < 0 || match.index - bracket > MAX_LINK_TEXT_CHARS
        ? match.index
        : bracket - Number(isImage);
    spans.push({ start, end: match.index + match[0].length });
  }
  for (const pattern of [REFERENCE, IMAGE]) {
    for (const match of text.matchAll(pattern)) {
      const address = match[1] ?? '';
      if (!PLACEHOLDER.test(address) || !PRIVATE.test(address)) continue;
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}
