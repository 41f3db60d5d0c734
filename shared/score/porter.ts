/**
 * Porter's stemmer of 1980 in the variant of SQLite FTS5, so that terms computed here are the terms
 * of a full-text index made with `tokenize = 'porter unicode61'`.
 */

/** FTS5 leaves longer words alone; it also keeps the cost per word constant. */
const MAX_WORD_CHARS = 64;
const MIN_WORD_CHARS = 3;

type Rule = readonly [suffix: string, replacement: string];

/** Steps 2 and 3 replace a suffix when what is before it has at least one vowel-consonant pair. */
const DERIVATIONS: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const ADJECTIVES: readonly Rule[] = [
  ['ical', 'ic'],
  ['ness', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ful', ''],
  ['ative', ''],
  ['alize', 'al'],
];
/** Step 4 drops a suffix when at least two vowel-consonant pairs stay. */
const ENDINGS: readonly Rule[] = (
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(
    ' ',
  ) as readonly string[]
).map((suffix) => [suffix, ''] as const);

const VOWEL_CODES: ReadonlySet<string> = new Set('aeiou');

/** `y` is a vowel after a consonant and a consonant elsewhere. */
function isVowel(letter: string | undefined, afterConsonant: boolean): boolean {
  return letter !== undefined && (VOWEL_CODES.has(letter) || (afterConsonant && letter === 'y'));
}

/** The number of vowel-consonant pairs in the stem: Porter's m. Counts no further than `enough`. */
function measure(stem: string, enough: number): number {
  let pairs = 0;
  let consonant = false;
  let vowelSeen = false;
  for (const letter of stem) {
    consonant = !isVowel(letter, consonant);
    if (!consonant) {
      vowelSeen = true;
    } else if (vowelSeen) {
      pairs++;
      vowelSeen = false;
      if (pairs === enough) break;
    }
  }
  return pairs;
}

function hasVowel(stem: string): boolean {
  for (let i = 0; i < stem.length; i++) if (isVowel(stem[i], i > 0)) return true;
  return false;
}

/** Consonant, vowel, consonant at the end, the last not w, x or y: Porter's *o. */
function endsInShortSyllable(stem: string): boolean {
  if (stem.length < 3 || /[wxy]$/.test(stem)) return false;
  let consonant = false;
  let pattern = 0;
  for (const letter of stem) {
    consonant = !isVowel(letter, consonant);
    pattern = ((pattern << 1) | (consonant ? 1 : 0)) & 0b111;
  }
  return pattern === 0b101;
}

/** Applies the first rule whose suffix ends the word; a rule that matches ends the search. */
function replaceSuffix(word: string, rules: readonly Rule[], minPairs: number): string {
  let found: Rule | null = null;
  for (const rule of rules) {
    const longer = found === null || rule[0].length > found[0].length;
    if (longer && word.length > rule[0].length && word.endsWith(rule[0])) found = rule;
  }
  if (found === null) return word;
  const stem = word.slice(0, -found[0].length);
  if (found[0] === 'ion' && !/[st]$/.test(stem)) return word;
  return measure(stem, minPairs) >= minPairs ? stem + found[1] : word;
}

function dropPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('es')) {
    const long =
      (word.length > 4 && word.endsWith('sses')) || (word.length > 3 && /ies$/.test(word));
    return word.slice(0, long ? -2 : -1);
  }
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

function dropPastAndGerund(word: string): string {
  if (word.length > 3 && word.endsWith('eed')) {
    return measure(word.slice(0, -3), 1) > 0 ? word.slice(0, -1) : word;
  }
  let stem: string | null = null;
  if (word.length > 2 && word.endsWith('ed')) stem = word.slice(0, -2);
  else if (word.length > 3 && word.endsWith('ing')) stem = word.slice(0, -3);
  if (stem === null || !hasVowel(stem)) return word;
  if (stem.length > 2 && /(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  const last = stem.at(-1);
  const doubled = last === stem.at(-2) && !isVowel(last, false) && !/[lsz]$/.test(stem);
  if (doubled) return stem.slice(0, -1);
  return measure(stem, 2) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function dropFinalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const stem = word.slice(0, -1);
  const pairs = measure(stem, 2);
  return pairs > 1 || (pairs === 1 && !endsInShortSyllable(stem)) ? stem : word;
}

/**
 * The Porter stem of one lower-case ASCII word. Words under 3 or over 64 characters are returned as
 * they are, as in FTS5. Constant time per word.
 */
export function porterStem(input: string): string {
  if (input.length < MIN_WORD_CHARS || input.length > MAX_WORD_CHARS) return input;
  let word = dropPastAndGerund(dropPlural(input));
  if (word.endsWith('y') && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, DERIVATIONS, 1);
  word = replaceSuffix(word, ADJECTIVES, 1);
  word = replaceSuffix(word, ENDINGS, 2);
  word = dropFinalE(word);
  return word.endsWith('ll') && measure(word.slice(0, -1), 2) > 1 ? word.slice(0, -1) : word;
}
