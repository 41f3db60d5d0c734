/**
 * Model inputs are limited in tokens, which cannot be counted here cheaply. A WordPiece token covers at
 * least one code point and each is at most 4 UTF-8 bytes, but English averages more than 4 characters
 * a token. The estimate counts what each kind of character can cost at worst in ordinary text.
 */
const WORD_TOKEN_CHARS = 4;
const ASCII_WORD = /[A-Za-z]/;

/**
 * The longest beginning of `text` that stays within `maxTokens` by a cautious estimate: a run of
 * letters costs one token per four (rounded up), any other visible character one each. Never cuts a
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
