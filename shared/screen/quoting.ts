import type { Span } from '../types.ts';

/** Characters on either side of a hit that are searched for quotation marks. */
const QUOTE_REACH_CHARS = 240;
/** Characters before a quotation that are searched for words that introduce it. */
const INTRODUCTION_CHARS = 160;

const OPENERS = '"\'“„«‘‚「『`';
const CLOSERS = '"\'”“»’‘」』`';

/**
 * Words that introduce a quotation or say that attacks are the topic, in the languages of the phrase
 * list.
 */
const REPORTING =
  /\b(?:such as|e\.\s?g\.|for (?:example|instance)|(?:quot|cit|mention)(?:e?s|ed|ing) the (?:line|words|sentence|text)|attack(?:s|er|ers|ing)?|adversar\w{1,6}|phrases?|strings?|lines? (?:like|such)|(?:something|text|words|inputs?|prompts?|messages?|sentences?|payloads?|instructions?|comments?|commands?) (?:like|such|saying|that says?|containing|reading)|examples?|injections?|jailbreaks?|malicious|payloads?|hackers?|called|labelled|labeled|titled|beispiel\w{0,5}|z\.\s?b\.|angreifer\w{0,3}|angriff\w{0,3}|por ejemplo|ejemplos?|atacantes?|par exemple|exemples?|attaquants?|por exemplo|exemplos?)(?![\p{L}])|например|злоумышленник|атак|例如|比如|攻击|攻擊|例えば|攻撃|مثل|المهاجم/iu;

/** "… 'ignore all previous instructions' is a common attack". */
const COMMENTING =
  /^[^\p{L}\n]{0,4}(?:as|is|are|was|were)(?: \p{L}{1,12}){0,3} (?:examples?|attacks?|injections?|jailbreaks?|payloads?)\b/iu;
/** Characters after a quotation that are searched for words that explain it. */
const COMMENT_CHARS = 80;
/** The name of a site is no introduction ("docs.example.com"). */
const ADDRESS = /https?:\/\/[^\s"'<>]{1,300}/giu;
/** What stands before a JSON value: its key names a field and introduces nothing ("payload"). */
const JSON_KEY = /["']\s{0,4}:\s{0,4}\\{0,8}$/u;

/** A code fence opens with this. */
const FENCE = '```';

/**
 * True when the span stands in quotation marks, backticks or a code fence, and words before the
 * quotation say that it is an example or what attackers write. A quotation without such words is not
 * enough: an attack may quote itself. Looks at a bounded stretch of text.
 */
export function isQuoted(text: string, span: Span): boolean {
  const open = quotationStart(text, span);
  if (open < 0) return false;
  const after = text.slice(span.end, span.end + COMMENT_CHARS);
  return REPORTING.test(introduction(text, open)) || COMMENTING.test(after);
}

/** The words before the quotation, back to the start of the paragraph. */
function introduction(text: string, open: number): string {
  const before = text.slice(Math.max(0, open - INTRODUCTION_CHARS), open);
  // A list or fence is introduced by the paragraph above it, so one blank line may stand between.
  const paragraphs = before.trimEnd().split(/\n\s*\n/u);
  return (paragraphs.at(-1) ?? '').replaceAll(ADDRESS, ' ');
}

/** Offset of the mark that opens the quotation around the span, or −1. */
function quotationStart(text: string, span: Span): number {
  const from = Math.max(0, span.start - QUOTE_REACH_CHARS);
  const before = text.slice(from, span.start);
  const after = text.slice(span.end, span.end + QUOTE_REACH_CHARS);
  const fence = before.lastIndexOf(FENCE);
  if (fence >= 0 && after.includes(FENCE) && count(before, FENCE) % 2 === 1) return from + fence;
  for (let i = before.length - 1; i >= 0; i--) {
    const character = before.charAt(i);
    if (character === '\n' && before.charAt(i - 1) === '\n') return -1;
    const kind = OPENERS.indexOf(character);
    if (kind < 0 || isApostrophe(text, from + i)) continue;
    if (JSON_KEY.test(before.slice(0, i))) return -1;
    return closes(after, CLOSERS.charAt(kind), character) ? from + i : -1;
  }
  return -1;
}

/** True when a closing mark follows before the paragraph ends. */
function closes(after: string, closer: string, opener: string): boolean {
  for (let i = 0; i < after.length; i++) {
    const character = after.charAt(i);
    if (character === '\n' && after.charAt(i + 1) === '\n') return false;
    if ((character === closer || character === opener) && !isApostrophe(after, i)) return true;
  }
  return false;
}

/** True for a mark between two letters ("don't"), which quotes nothing. */
function isApostrophe(text: string, at: number): boolean {
  const isLetter = /\p{L}/u;
  return isLetter.test(text.charAt(at - 1)) && isLetter.test(text.charAt(at + 1));
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
