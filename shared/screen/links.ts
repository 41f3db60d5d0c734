import type { Span } from '../types.ts';

/** A Markdown image or link; its URL is bounded so that an unclosed one costs little. */
const MARKDOWN_URL = /\]\((https?:\/\/[^\s()<>]{4,2000})\)/gi;
/** A query value that is a template for content: {history}, {{data}}, ${secret}, [CONVERSATION], <data>. */
const PLACEHOLDER =
  /[?&/=](?:[\w.-]{1,60}=)?(?:\$?\{{1,2}\s{0,2}[\w .-]{1,60}\}{1,2}|%7b[\w%.-]{1,60}%7d|\[(?:[\w-]{3,60})\]|<[\w-]{3,60}>)/i;

/**
 * Markdown images and links whose URL has a slot for content ("?q={history}"): whoever follows it
 * sends that content away. Ordinary pictures and links are not. Linear time.
 */
export function outboundLinks(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(MARKDOWN_URL)) {
    if (!PLACEHOLDER.test(match[1] ?? '')) continue;
    const bracket = text.lastIndexOf('[', match.index);
    const isImage = text.charAt(bracket - 1) === '!';
    const start =
      bracket < 0 || match.index - bracket > 200 ? match.index : bracket - Number(isImage);
    spans.push({ start, end: match.index + match[0].length });
  }
  return spans;
}
