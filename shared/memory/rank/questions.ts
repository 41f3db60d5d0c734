/** What may follow a question mark at the end of a turn: quotes, emphasis, pictures, remarks in brackets. */
const TRAILING =
  /(?:[\s"'”’»*_~)\]]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u;
const TRAILING_REMARK = /\s*(?:\[[^\][]{0,400}\]|\([^)(]{0,400}\))\s*$/u;
const MARK_AT_END = /[?？؟՞፧\u037e⁇⁈⁉]$|\?!+$/u;
/** Greek writes its question mark like a semicolon. */
const GREEK_MARK = /\p{Script=Greek}\s?;$/u;
/** Chinese and Japanese particles that ask without a question mark. */
const PARTICLE = /(?:[吗嗎呢]|(?:です|ます|でした|ました|でしょう)か)[。.]?$/u;

/** Whether a turn ends by asking something, in any of the common scripts. False for blank text. */
export function isQuestion(text: string): boolean {
  const end = text.replace(TRAILING_REMARK, '').replace(TRAILING, '');
  return MARK_AT_END.test(end) || GREEK_MARK.test(end) || PARTICLE.test(end);
}
