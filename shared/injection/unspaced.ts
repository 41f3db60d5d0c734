/** The letters of scripts that are written without blanks between words, as a class of an expression. */
export const UNSPACED_CLASS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]';
