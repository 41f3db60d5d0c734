const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const WORD = /\S+/g;
/** Characters to a word in scripts written without spaces; Chinese words average about 1.6. */
const CHARS_PER_WORD = 1.6;

/**
 * How long a text is, in words: runs without white space, where a script without spaces counts by its
 * characters. 0 for blank text. Linear time.
 */
export function lengthInWords(text: string): number {
  let unspaced = 0;
  const rest = text.replace(UNSPACED_RUN, (run) => {
    unspaced += run.length;
    return ' ';
  });
  return Math.round((rest.match(WORD)?.length ?? 0) + unspaced / CHARS_PER_WORD);
}
