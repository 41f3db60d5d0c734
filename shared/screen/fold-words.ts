/** What `foldWords` reads and changes: the code units and their Latin look-alikes (0 for none). */
interface Letters {
  readonly codes: number[];
  readonly alternatives: readonly number[];
}

/** Digits that stand for letters in "1gn0re pr3vious". */
const LEET: ReadonlyMap<number, number> = new Map(
  [...'013457'].map((digit, index) => [digit.charCodeAt(0), 'oieast'.charCodeAt(index)] as const),
);

/** A word, and whether its letters can be Latin ones. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly latin: number;
  readonly alike: number;
  readonly digits: number;
  /** Letters of another script that look like no Latin letter. */
  readonly foreign: number;
  /** Offset of the last character that is not a digit. */
  readonly lastLetter: number;
}

/**
 * Folds look-alikes and digit letters word by word, in place. A word that mixes Latin with
 * look-alikes becomes Latin; a word made of look-alikes only becomes Latin where most of the text is
 * Latin and no word beside it is of the other script, so Russian and Greek stay as they are, also when
 * they are quoted in English. Digits fold only inside words, never at their end, so that "step1" and
 * "gpt4" stay. Linear time.
 */
export function foldWords(letters: Letters): void {
  const { codes, alternatives } = letters;
  let latin = 0;
  let other = 0;
  for (const code of codes) {
    if (isLatin(code)) latin++;
    else if (code >= 0x370 && code < 0x590) other++;
  }
  const hasAlike = alternatives.some((code) => code !== 0);
  if (!hasAlike && !codes.some((code) => LEET.has(code))) return;
  const words = wordsOf(letters);
  const beside = other === 0 ? [] : besideForeign(words);
  for (const [i, word] of words.entries()) {
    foldWord(letters, word, latin > other && beside[i] !== true);
  }
}

function wordsOf({ codes, alternatives }: Letters): readonly Word[] {
  const words: Word[] = [];
  for (let start = 0; start < codes.length; ) {
    let end = start;
    while (end < codes.length && isWordUnit(codes[end] ?? 0, alternatives[end] ?? 0)) end++;
    if (end > start) words.push(wordAt({ codes, alternatives }, start, end));
    start = Math.max(end, start + 1);
  }
  return words;
}

function wordAt({ codes, alternatives }: Letters, start: number, end: number): Word {
  let latin = 0;
  let alike = 0;
  let foreign = 0;
  let digits = 0;
  let lastLetter = start;
  for (let i = start; i < end; i++) {
    const code = codes[i] ?? 0;
    if ((alternatives[i] ?? 0) !== 0) alike++;
    else if (isLatin(code)) latin++;
    else if (isDigit(code)) digits++;
    else foreign++;
    if (!isDigit(code)) lastLetter = i;
  }
  return { start, end, latin, alike, digits, foreign, lastLetter };
}

/** For each word of look-alikes only: whether the nearest other word on either side is foreign. */
function besideForeign(words: readonly Word[]): readonly boolean[] {
  const beside = words.map(() => false);
  let nearest = false;
  const visit = (word: Word, i: number): void => {
    const isAmbiguous = word.latin === 0 && word.foreign === 0 && word.alike > 0;
    if (!isAmbiguous) nearest = word.foreign > 0;
    else if (nearest) beside[i] = true;
  };
  for (const [i, word] of words.entries()) visit(word, i);
  nearest = false;
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i];
    if (word !== undefined) visit(word, i);
  }
  return beside;
}

function foldWord({ codes, alternatives }: Letters, word: Word, isLatinAround: boolean): void {
  const { start, end, latin, alike, digits, foreign, lastLetter } = word;
  const foldAlike = alike > 0 && (latin > 0 || (foreign === 0 && isLatinAround));
  const foldDigits = digits > 0 && digits < latin + alike && latin + alike > 2;
  for (let i = start; i < end; i++) {
    if (foldAlike && (alternatives[i] ?? 0) !== 0) codes[i] = alternatives[i] ?? 0;
    if (foldDigits && i < lastLetter) codes[i] = LEET.get(codes[i] ?? 0) ?? codes[i] ?? 0;
  }
}

function isLatin(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWordUnit(code: number, alternative: number): boolean {
  return isLatin(code) || isDigit(code) || alternative !== 0 || (code >= 0x370 && code < 0x590);
}
