/**
 * A line whose first word makes it code. Words that start sentences too ("return", "export", "for") count
 * only with what follows them in code.
 */
const KEYWORD =
  /^\s*(?:import\s+[\w{*"'].{0,200}(?:;|from\b|["'])|import [\w.]+$|from [\w.]+ import\b|(?:async )?def \w|class \w+\s*[:({<]|class \w+ (?:extends|implements)\b|return(?:;|$|\s+[\w.]+\s*[([{;]|\s+[^\s\w])|(?:if|for|while|with|elif|except)\b.{0,200}:$|elif\b|else:|try:|except\b|(?:const|let|var) [\w{[$]+.{0,80}=|function\s*\*?\s*\w*\s*\(|export (?:default|const|let|var|function|class|type|interface|enum|async|abstract|\{|\*)|(?:public|private|protected|static) (?:\w+[\s<([]){1,4}|#include|#define|using \w[\w.:]*;|package [\w.]+;?$|func \w+\(|fn \w+|struct \w+|enum \w+\s*\{|interface \w+\s*\{|await \w|print\(|@\w+|\}|\{|\]|\[|<\/?[a-z])/;
const CALL = /\w\([^)]{0,200}\)|\w\.\w{1,80}\(|[=!<>]=|=>|->|::|\+=|&&|\|\|/;
const CODE_END = /(?:[;{}]|\);|\):|=>|,\\)$/;
const ADDRESS = /\bhttps?:\/\/[^\s"'<>)]+/g;
const LETTER = /^\p{L}$/u;
const SYMBOLS: ReadonlySet<string> = new Set('{}[]()<>=;:$#&|*\\/_^%@+~');

/** A line is told by its start; the rest of a long one adds cost and nothing else. */
const LOOKED_AT_CHARS = 1000;
/** Shares of symbols and letters (0–1) that code has and sentences do not. */
const CALL_SYMBOLS = 0.05;
const CODE_SYMBOLS = 0.16;
const PROSE_LETTERS = 0.45;

/** True when a line reads like source code or data rather than a sentence. False for a blank line. */
export function isCodeLike(line: string): boolean {
  const start = line.slice(0, LOOKED_AT_CHARS).trim();
  // The marks of an address say nothing about the sentence that it stands in.
  const text = start.includes('://') ? start.replace(ADDRESS, 'address') : start;
  if (text === '') return false;
  if (KEYWORD.test(text) || CODE_END.test(text)) return true;
  let symbols = 0;
  let letters = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const lower = code | 32;
    if (code >= 0x80) letters += LETTER.test(character) ? 1 : 0;
    else if (lower >= 97 && lower <= 122) letters += 1;
    else if (SYMBOLS.has(character)) symbols += 1;
  }
  const symbolShare = symbols / text.length;
  if (symbolShare > CALL_SYMBOLS && CALL.test(text)) return true;
  return symbolShare > CODE_SYMBOLS || letters / text.length < PROSE_LETTERS;
}
