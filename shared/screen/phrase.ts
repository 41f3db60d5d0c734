import type { Family } from '../types.ts';

export type { Family };

/** Confidence (0–1) of a phrase that has no everyday reading. */
export const OVERT = 0.9;
/** Confidence of a phrase that is nearly always an instruction to a model. */
export const LIKELY = 0.8;
/** Confidence of a phrase with an everyday reading: shown, not acted on unless others stand beside it. */
export const POSSIBLE = 0.5;
/** Confidence of a phrase that says nothing alone; it only adds to others nearby. */
export const HINT = 0.35;

/** The writing system of a phrase. */
type Script = 'latin' | 'cyrillic' | 'han' | 'arabic' | 'hangul' | 'devanagari';

/**
 * One phrase: literal beginnings and what follows them. In `rest` (regular expression source over
 * normalised text) a space stands for a separator between words and `~` for the end of a word.
 * Every repetition is bounded, so that a match costs constant time.
 */
export interface Phrase {
  readonly family: Family;
  readonly confidence: number;
  readonly script: Script;
  readonly heads: readonly string[];
  readonly rest: string;
  /** True when the phrase must open a line, a sentence or a quoted string ("System: …"). */
  readonly opens?: boolean;
}

/**
 * A phrase ready to be tried at one position. Its expression is built when it is first needed: most
 * phrases never are, and a Worker must start quickly.
 */
export class CompiledPhrase {
  readonly phrase: Phrase;
  /** Position in the list that was indexed. */
  readonly number: number;
  readonly #source: () => string;
  #pattern: RegExp | null = null;

  constructor(phrase: Phrase, number: number, source: () => string) {
    this.phrase = phrase;
    this.number = number;
    this.#source = source;
  }

  /** Offset where a match that starts at `at` ends; −1 when there is none. */
  matchEnd(text: string, at: number): number {
    this.#pattern ??= new RegExp(this.#source(), 'uy');
    this.#pattern.lastIndex = at;
    return this.#pattern.test(text) ? this.#pattern.lastIndex : -1;
  }
}

const SEPARATOR = '(?:[\\s"\'*_,:>+|-]{1,4})';
const WORD_END = '(?![\\p{L}\\p{N}])';
const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/** Characters of a phrase's beginning that the index is keyed by. */
export const KEY_CHARS = 2;

/** Phrases by the first `KEY_CHARS` characters of their beginnings. */
type PhraseIndex = ReadonlyMap<string, readonly CompiledPhrase[]>;

/** Indexes phrases for normalised text. Beginnings must have at least `KEY_CHARS` characters. */
export function indexPhrases(phrases: readonly Phrase[]): PhraseIndex {
  return index(phrases, spaced);
}

/**
 * As `indexPhrases`, for text whose spaces are gone ("ignoreallpreviousinstructions"): separators are
 * left out and words need no end.
 */
export function indexSqueezed(phrases: readonly Phrase[]): PhraseIndex {
  return index(phrases, squeezed);
}

function index(phrases: readonly Phrase[], expand: (source: string) => string): PhraseIndex {
  const byKey = new Map<string, CompiledPhrase[]>();
  for (const [number, phrase] of phrases.entries()) {
    const compiled = new CompiledPhrase(phrase, number, () => {
      const heads = phrase.heads.map((head) => expand(head.replaceAll(ESCAPED, '\\$&')));
      return `(?:${heads.join('|')})${expand(phrase.rest)}`;
    });
    for (const key of new Set(phrase.heads.map((head) => head.slice(0, KEY_CHARS)))) {
      const list = byKey.get(key);
      if (list === undefined) byKey.set(key, [compiled]);
      else list.push(compiled);
    }
  }
  return byKey;
}

function squeezed(source: string): string {
  // An empty group instead of nothing: a quantifier may follow.
  return source.replaceAll(/[ ~]/g, '(?:)');
}

function spaced(source: string): string {
  return source.replaceAll(' ', SEPARATOR).replaceAll('~', WORD_END);
}

/** A maker of phrases of one script, so that a list reads as a table. */
export function phrasesIn(
  script: Script,
): (family: Family, confidence: number, heads: readonly string[], rest: string) => Phrase {
  return (family, confidence, heads, rest) => ({ family, confidence, script, heads, rest });
}

/** Up to `max` words of a closed list, each after a separator. */
export function upTo(max: number, words: string): string {
  return `(?: (?:${words})~){0,${max}}`;
}

/**
 * A word of at most 40 characters, and one more part ("don't", "well-known"). Its characters separate no
 * words, so that a run of apostrophes or dashes can be read in few ways.
 */
const WORD = "(?:[\\p{L}\\p{N}@/]|\\.(?=\\S)){1,40}(?:['-][\\p{L}\\p{N}]{1,20})?";

/** Up to `max` arbitrary words, each after a separator. */
export function anyWords(max: number): string {
  return `(?: ${WORD}){0,${max}}?`;
}

/** A character inside a sentence of Chinese or Japanese, where gaps are counted in characters. */
export const HAN_GAP = '[^。！？!?\\n]';
