/** The words of a text in small letters; in scripts without spaces, its pairs of characters. */
export function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
      ? Array.from({ length: Math.ceil(word.length / 2) }, (_, at) =>
          word.slice(at * 2, at * 2 + 2),
        )
      : [word],
  );
}

/** How many words a text has. */
export function countWords(text: string): number {
  return wordsOf(text).length;
}
