/** What an instruction in data tries to do. */
export const FAMILIES = [
  'override',
  'impersonation',
  'tool_invocation',
  'exfiltration',
  'prompt_extraction',
  'secrecy',
  'persistence',
  'hidden_text',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Confidence (0–1) of a phrase that has no everyday reading. */
export const OVERT = 0.9;
/** Confidence of a phrase that is nearly always an instruction to a model. */
export const LIKELY = 0.8;
/** Confidence of a phrase with an everyday reading: shown, not acted on unless others stand beside it. */
export const POSSIBLE = 0.5;
/** Confidence of a phrase that says nothing alone; it only adds to others nearby. */
export const HINT = 0.35;

/** The writing system of a phrase; a text without it is not scanned for it. */
export type Script = 'latin' | 'cyrillic' | 'han' | 'arabic';

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

/** A phrase ready to be tried at one position. */
export interface CompiledPhrase {
  readonly phrase: Phrase;
  /** Position in the list that was indexed. */
  readonly number: number;
  readonly pattern: RegExp;
}

const SEPARATOR = '(?:[\\s"\'*_,:>+|-]{1,4})';
const WORD_END = '(?![\\p{L}\\p{N}])';
const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/** Characters of a phrase's beginning that the index is keyed by. */
export const KEY_CHARS = 2;

/** Compiles phrases into an index by the first `KEY_CHARS` characters of their beginnings. */
export function indexPhrases(
  phrases: readonly Phrase[],
): ReadonlyMap<string, readonly CompiledPhrase[]> {
  return index(phrases, (source) => spaced(source), 'uy');
}

/**
 * As `indexPhrases`, for text whose spaces are gone ("ignoreallpreviousinstructions"): separators are
 * optional and words need no end.
 */
export function indexSqueezed(
  phrases: readonly Phrase[],
): ReadonlyMap<string, readonly CompiledPhrase[]> {
  return index(phrases, (source) => source.replaceAll(/[ ~]/g, '(?:)'), 'uy');
}

function index(
  phrases: readonly Phrase[],
  expand: (source: string) => string,
  flags: string,
): ReadonlyMap<string, readonly CompiledPhrase[]> {
  const byKey = new Map<string, CompiledPhrase[]>();
  for (const [number, phrase] of phrases.entries()) {
    const heads = phrase.heads.map((head) => expand(head.replaceAll(ESCAPED, '\\$&')));
    const pattern = new RegExp(`(?:${heads.join('|')})${expand(phrase.rest)}`, flags);
    const keys = new Set(phrase.heads.map((head) => head.slice(0, KEY_CHARS)));
    for (const key of keys) {
      const list = byKey.get(key);
      if (list === undefined) byKey.set(key, [{ phrase, number, pattern }]);
      else list.push({ phrase, number, pattern });
    }
  }
  return byKey;
}

function spaced(source: string): string {
  return source.replaceAll(' ', SEPARATOR).replaceAll('~', WORD_END);
}

/** Up to `max` words of a closed list, each after a separator. */
export function upTo(max: number, words: string): string {
  return `(?: (?:${words})~){0,${max}}`;
}

/** Up to `max` arbitrary words of at most 40 characters. */
export function anyWords(max: number): string {
  return `(?: (?:[\\p{L}\\p{N}@/'-]|\\.(?=\\S)){1,40}){0,${max}}?`;
}
