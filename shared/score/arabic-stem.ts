const ARABIC = /^\p{Script=Arabic}+$/u;
/** The article with what is written onto it: and, with, like, then, for. */
const PREFIX = /^(?:وال|بال|كال|فال|ال|لل)(?=.{2})/u;
const AND = /^و(?=.{3})/u;
const SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'] as const;
const MIN_STEM_CHARS = 2;

/**
 * A word in Arabic script without article and common endings; other words as they are. The "light10"
 * stemmer of Larkey, Ballesteros and Connell (2007), for words folded as `words` folds them.
 */
export function arabicStem(word: string): string {
  if (!ARABIC.test(word)) return word;
  let stem = word.replace(AND, '').replace(PREFIX, '');
  for (const suffix of SUFFIXES) {
    const isLongEnough = stem.length - suffix.length >= MIN_STEM_CHARS;
    if (isLongEnough && stem.endsWith(suffix)) stem = stem.slice(0, -suffix.length);
  }
  return stem;
}
