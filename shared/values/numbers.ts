/** Digits with separators, as written. Signs and units are read elsewhere. */
export const NUMBER_SOURCE =
  "\\d+(?:\\.\\d+)?[eE][+-]?\\d{1,3}(?![\\p{L}\\d])|\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?(?!\\d)|\\d+(?:[.,'’_]\\d+)*";

const NUMBER = new RegExp(`^(?:${NUMBER_SOURCE})$`, 'u');
/** Groups of three after the first, by one separator. */
const GROUPED = /^\d{1,3}(?:([.,'’_ \u00a0\u202f])\d{3})(?:\1\d{3})*$/u;

const SMALL: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, index) => [word, index] as const),
);
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10] as const),
);
const GROUPS: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/**
 * The number that words begin with ("twenty five days", "a dozen", "one hundred and five") and how many
 * words it takes; null when they begin with none. `words` are in small letters.
 */
export function wordNumber(
  words: readonly string[],
): { readonly value: number; readonly count: number } | null {
  let total = 0;
  let current: number | null = null;
  let count =
    words[0] === 'a' && (GROUPS.has(words[1] ?? '') || SCALES.has(words[1] ?? '')) ? 1 : 0;
  const first = count;
  for (; count < words.length; count += 1) {
    const word = words[count] ?? '';
    const isJoined = word === 'and' && current !== null && isSmall(words[count + 1] ?? '');
    if (isJoined) continue;
    const small = SMALL.get(word) ?? TENS.get(word);
    const group = GROUPS.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined) {
      // "twenty five" is one number, "five twenty" is two.
      const isFree: boolean = current === null || current % (small < 10 ? 10 : 100) === 0;
      if (!isFree) break;
      current = (current ?? 0) + small;
    } else if (group !== undefined) current = (current ?? 1) * group;
    else if (scale !== undefined) {
      total += (current ?? 1) * scale;
      current = 0;
    } else break;
  }
  return current === null || count === first ? null : { value: total + current, count };
}

function isSmall(word: string): boolean {
  return SMALL.has(word) || TENS.has(word);
}

/**
 * The numbers that digits with separators may mean, the usual reading first; [] for what is no number.
 * Both separators: the last one is the decimal. One in groups of three, more than once: thousands. A
 * comma or a dot once, with three digits after it and one to three before: both readings, thousands
 * first for the comma, decimal first for the dot.
 */
export function numberReadings(text: string): readonly number[] {
  if (!NUMBER.test(text)) return [];
  if (/e/i.test(text)) return [Number(text)];
  const plain = text.replace(/[ \u00a0\u202f'’_]/gu, '');
  const separators = plain.replace(/\d/g, '');
  const last = separators.at(-1);
  if (last === undefined) return [Number(plain)];
  if (new Set(separators).size === 2) {
    // The decimal separator stands once, behind all others.
    const other = last === ',' ? '.' : ',';
    const isOrdered = plain.lastIndexOf(other) < plain.indexOf(last);
    return isOrdered ? [Number(plain.replaceAll(other, '').replace(last, '.'))] : [];
  }
  const whole = Number(plain.replaceAll(last, ''));
  if (separators.length > 1) return GROUPED.test(plain) ? [whole] : [];
  const decimal = Number(plain.replace(last, '.'));
  const [before = '', after = ''] = plain.split(last);
  if (after.length !== 3 || before.length > 3 || before === '0') return [decimal];
  return last === ',' ? [whole, decimal] : [decimal, whole];
}
