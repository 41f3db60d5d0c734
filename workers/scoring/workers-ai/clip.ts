/**
 * Letters that one token covers at the least in ordinary text; English averages more than four. The
 * model's own tokens cannot be counted cheaply here, so the estimate errs on the side of cutting.
 */
const WORD_TOKEN_CHARS = 3;
const ASCII_WORD = /[A-Za-z]/;

/**
 * The longest beginning of `text` that stays within `maxTokens` by a cautious estimate: a run of
 * letters costs one token per three (rounded up), any other visible character one each. Never cuts a
 * code point. Linear time; "" stays "".
 */
export function clipTokens(text: string, maxTokens: number): string {
  let tokens = 0;
  let run = 0;
  let at = 0;
  for (const character of text) {
    if (ASCII_WORD.test(character)) {
      if (run % WORD_TOKEN_CHARS === 0) tokens++;
      run++;
    } else {
      run = 0;
      if (character.trim() !== '') tokens++;
    }
    if (tokens > maxTokens) return text.slice(0, at);
    at += character.length;
  }
  return text;
}
