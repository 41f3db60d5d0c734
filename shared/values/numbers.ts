/** Digits with separators, as written. Signs and units are read elsewhere. */
export const NUMBER_SOURCE =
  "\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?(?!\\d)|\\d+(?:[.,'’_]\\d+)*";

const NUMBER = new RegExp(`^(?:${NUMBER_SOURCE})$`, 'u');
/** Groups of three after the first, by one separator. */
const GROUPED = /^\d{1,3}(?:([.,'’_ \u00a0\u202f])\d{3})(?:\1\d{3})*$/u;

const WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index] as const)
    .concat(
      'thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, index) => [word, (index + 3) * 10] as const),
      [
        ['hundred', 100],
        ['thousand', 1000],
        ['dozen', 12],
      ],
    ),
);

/** The number that a word stands for ("three", "dozen"), or null. */
export function wordNumber(word: string): number | null {
  return WORDS.get(word.toLowerCase()) ?? null;
}

/**
 * The numbers that digits with separators may mean, the usual reading first; [] for what is no number.
 * Both separators: the last one is the decimal. One in groups of three, more than once: thousands. A
 * comma or a dot once, with three digits after it and one to three before: both readings, thousands
 * first for the comma, decimal first for the dot.
 */
export function numberReadings(text: string): readonly number[] {
  if (!NUMBER.test(text)) return [];
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
