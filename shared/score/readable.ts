import { isStopWord } from './stop-words.ts';

// An encoder trained on English gives every text a vector, and for a text in another language it is
// noise: by Universal Sentence Encoder Lite two unrelated sentences have a cosine of 0.62 in Chinese
// (all of them alike), 0.85 in Arabic, 0.9 in Russian, 0.7 in Spanish and 0.5 in German, against 0.2
// in English. Such a text is better treated as not embedded at all.

/** Models that read English only, by their names beside stored vectors. */
const ENGLISH_MODELS: ReadonlySet<string> = new Set([
  'use-lite-en-q8',
  '@cf/baai/bge-base-en-v1.5',
]);
/** The language of a text shows in its beginning. */
const MAX_LOOK_CHARS = 1_000;
/** Share of letters of other scripts from which an English encoder sees little of a text. */
const MAX_OTHER_SCRIPT_SHARE = 0.3;
/** One foreign word, or a name in two words with accents ("José García"), is no foreign text. */
const MAX_FOREIGN_WORDS = 1;
/** A word with an accent may be a name or a loan: it says half of what a function word says. */
const ACCENTED_WORD = 0.5;

/**
 * Frequent function words of languages in Latin script, without accents, that are no English words.
 * Spanish and Portuguese, French, Italian, German and Dutch, Scandinavian, Polish and Czech, Turkish,
 * Vietnamese, Indonesian, Finnish.
 */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  (
    'el la los las del al que y un una por con para es su lo mi muy pero como cuando donde quien esta ' +
    'os um uma com nao na ao dos das em eu ele ela voce quando onde quem qual meu minha seu ' +
    'le les des du et est une dans pour qui sur pas avec je tu il elle nous vous quel quelle quand ou ' +
    'di che il gli della per sono non mi ho ha nel dove chi quale ' +
    'der das und ist nicht ein eine einen ich mit den dem zu auf im wir sie er hat habe wann wer wie wo ' +
    'welche welches von beim zum mein meine het een van ik niet op te zijn wanneer waar wie mijn ' +
    'och att det ar som jag inte pa av til og ikke jeg nar hvor hvem ' +
    'w z na sie nie jest do ze moj gdzie kiedy kto jak je ja si ' +
    've bir bu icin ne ile cok zaman ' +
    'va la cua toi khi nao khong di yang dan ini itu saya kapan siapa untuk dengan ' +
    'ja ei se etta milloin kuka missa mika'
  )
    .split(' ')
    .filter((word) => !isStopWord(word)),
);

const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
const WORD = /\p{L}+/gu;
const NOT_ASCII = /[^\0-\x7f]/;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function isEnglish(text: string): boolean {
  const letters = count(text, LETTER);
  const latin = count(text, LATIN_LETTER);
  if (letters - latin > MAX_OTHER_SCRIPT_SHARE * letters) return false;
  let english = 0;
  let foreign = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
    if (isStopWord(plain)) english++;
    else if (FOREIGN_WORDS.has(plain)) foreign++;
    else if (NOT_ASCII.test(word)) foreign += ACCENTED_WORD;
  }
  return foreign <= MAX_FOREIGN_WORDS || foreign <= english;
}

/**
 * Whether a model's vector of `text` says anything about its meaning: false for an English encoder and
 * a text that is mostly of another script or language. True for a text without letters, for "" and for
 * models that are not known to be English only. Looks at the first 1,000 characters.
 */
export function isReadableBy(model: string, text: string): boolean {
  return !ENGLISH_MODELS.has(model) || isEnglish(text.slice(0, MAX_LOOK_CHARS).normalize('NFC'));
}
