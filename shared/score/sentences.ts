/** A query of more sentences is a long request: a case or a task rather than a question. */
export const MAX_QUESTION_SENTENCES = 3;
/** Neighbouring sentences of a very long request are joined, so that the cost stays bounded. */
const MAX_SENTENCES = 64;
/** A "sentence" without any letter or digit, such as a row of dashes, is none. */
const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * The sentences of a text in order, at most 64 (neighbours are joined beyond that). A line end ends a
 * sentence. `[]` for text without letters or digits. Linear time.
 */
export function sentences(text: string): readonly string[] {
  const found = text
    .split(/(?<=[.!?])\s|(?<=[。！？])|\n/u)
    .filter((sentence) => HAS_WORD.test(sentence));
  if (found.length <= MAX_SENTENCES) return found;
  const groups: string[] = [];
  for (let i = 0; i < MAX_SENTENCES; i++) {
    const from = Math.floor((i * found.length) / MAX_SENTENCES);
    const to = Math.floor(((i + 1) * found.length) / MAX_SENTENCES);
    groups.push(found.slice(from, to).join(' '));
  }
  return groups;
}
