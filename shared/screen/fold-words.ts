/** What `foldWords` reads and changes: the code units and their Latin look-alikes (0 for none). */
interface Letters {
  readonly codes: number[];
  readonly alternatives: readonly number[];
}

/** Digits that stand for letters in "1gn0re pr3vious". */
const LEET: ReadonlyMap<number, number> = new Map(
  [...'013457'].map((digit, index) => [digit.charCodeAt(0), 'oieast'.charCodeAt(index)] as const),
);

/**
 * Folds look-alikes and digit letters word by word, in place. A word that mixes Latin with
 * look-alikes becomes Latin; a word made of look-alikes only becomes Latin where most of the text is
 * Latin, so Russian and Greek stay as they are. Digits fold only inside words, never at their end,
 * so that "step1" and "gpt4" stay. Linear time.
 */
export function foldWords(letters: Letters): void {
  const { codes } = letters;
  let latin = 0;
  let other = 0;
  for (const code of codes) {
    if (isLatin(code)) latin++;
    else if (code >= 0x370 && code < 0x590) other++;
  }
  const hasAlike = letters.alternatives.some((code) => code !== 0);
  if (!hasAlike && !codes.some((code) => LEET.has(code))) return;
  for (let start = 0; start < codes.length; ) {
    let end = start;
    while (end < codes.length && isWordUnit(codes[end] ?? 0, letters.alternatives[end] ?? 0)) end++;
    if (end > start) foldWord(letters, start, end, latin > other);
    start = Math.max(end, start + 1);
  }
}

function foldWord(letters: Letters, start: number, end: number, mostlyLatin: boolean): void {
  const { codes, alternatives } = letters;
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
  const foldAlike = alike > 0 && (latin > 0 || (foreign === 0 && mostlyLatin));
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
