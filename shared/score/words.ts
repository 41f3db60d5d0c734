import { arabicStem } from './arabic-stem.ts';
import { baseForm } from './irregular.ts';
import { porterStem } from './porter.ts';
import { isStopWord } from './stop-words.ts';

export { isStopWord };

/** Stems are remembered for this many words; then the memory starts afresh (about 2 MB). */
const MAX_REMEMBERED_STEMS = 20_000;
/** Longer words are not stemmed and not worth remembering. */
const MAX_REMEMBERED_WORD_CHARS = 64;
/** Runs without spaces are segmented in pieces of this size, so that the cost stays linear. */
const SEGMENT_PIECE_CHARS = 2_000;

const ASCII_ONLY = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+)?/g;

/** A Latin word or number (1), a run of a script written without spaces (2), or any other run (3). */
const RUN =
  /([\p{Script=Latin}0-9][\p{Script=Latin}\p{M}0-9]*)(?:'\p{Script=Latin}+)?|((?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\u30fc)+)|([\p{L}\p{N}](?:(?![\p{Script=Latin}0-9\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}\p{N}])*)/gu;

/** Latin letters that canonical decomposition leaves as they are. */
const LATIN_FOLDS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
]);

/** Letters that are written in more than one way: Greek final sigma, Russian ё, Arabic alef, ya and ta marbuta. */
const OTHER_FOLDS: ReadonlyMap<string, string> = new Map([
  ['ς', 'σ'],
  ['ё', 'е'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ة', 'ه'],
  ['\u0640', ''],
]);
const FOLDED_LETTER = new RegExp(`[${[...OTHER_FOLDS.keys()].join('')}]`, 'gu');
/** A letter with accents or vowel signs that writers leave out or that inflection moves. In Indic scripts they are letters. */
const MARKED_LETTER = /(?=\p{L})([\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

let segmenter: Intl.Segmenter | null = null;

/** Made on first use: English-only workloads never pay for it. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return segmenter;
}

function foldLatin(word: string): string {
  if (ASCII_ONLY.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => LATIN_FOLDS.get(letter) ?? letter);
}

function foldOther(run: string): string {
  const letters = run.replace(FOLDED_LETTER, (letter) => OTHER_FOLDS.get(letter) ?? letter);
  return letters.normalize('NFD').replace(MARKED_LETTER, '$1').normalize('NFC');
}

/** Overlapping pairs of characters; a run of one character is that character. */
function pushBigrams(run: string, out: string[]): void {
  const characters = Array.from(run);
  const [only] = characters;
  if (characters.length === 1 && only !== undefined) out.push(only);
  for (let i = 0; i + 1 < characters.length; i++) {
    out.push(`${characters[i]}${characters[i + 1]}`);
  }
}

function pushSegments(run: string, out: string[]): void {
  for (let from = 0; from < run.length; from += SEGMENT_PIECE_CHARS) {
    const piece = run.slice(from, from + SEGMENT_PIECE_CHARS);
    for (const { segment, isWordLike } of wordSegmenter().segment(piece)) {
      if (isWordLike === true) out.push(segment);
    }
  }
}

function mixedWords(text: string): readonly string[] {
  const out: string[] = [];
  const folded = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  for (const [, latin, unspaced, other] of folded.matchAll(RUN)) {
    if (latin !== undefined) out.push(foldLatin(latin));
    else if (unspaced !== undefined) pushBigrams(unspaced, out);
    else if (other !== undefined) pushSegments(foldOther(other), out);
  }
  return out;
}

/**
 * The words of a text in order, lower-case and without accents: `[a-z0-9]+`, a possessive or
 * contraction cut at its apostrophe. Identifiers give their parts ("ERR-504_b" → err, 504, b).
 * Chinese, Japanese and Korean give character pairs, other scripts the words of Unicode
 * segmentation; mixed text gives both. `[]` for blank text. Linear time.
 */
export function words(text: string): readonly string[] {
  if (!ASCII_ONLY.test(text)) return mixedWords(text);
  const found = text.toLowerCase().match(ASCII_WORD) ?? [];
  return found.map((word) => {
    const apostrophe = word.indexOf("'");
    return apostrophe < 0 ? word : word.slice(0, apostrophe);
  });
}

const stems = new Map<string, string>();

/**
 * The base form of one lower-case word: irregular forms ("went" → "go"), then Porter's stem as in
 * SQLite FTS5. Words of other scripts are returned as they are. Memoised, bounded.
 */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const result = ASCII_ONLY.test(word) ? porterStem(baseForm(word)) : arabicStem(word);
  if (word.length <= MAX_REMEMBERED_WORD_CHARS) {
    if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear();
    stems.set(word, result);
  }
  return result;
}

/**
 * What a text is matched by: its words without stop words, stemmed, in order and with repeats.
 * `[]` for blank text and for text of stop words only. Linear time.
 */
export function terms(text: string): readonly string[] {
  const out: string[] = [];
  for (const word of words(text)) if (!isStopWord(word)) out.push(stem(word));
  return out;
}
