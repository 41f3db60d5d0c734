// SentencePiece (unigram) tokenizer of the Universal Sentence Encoder Lite.
//
// The ids equal those of the model's published JavaScript tokenizer, including its three oddities:
// an unknown symbol scores 0 (better than any piece), of two equally good ways the one with the
// shorter last piece wins, and a handful of pieces carry a wrong score in the published vocabulary.

/** The id of everything the vocabulary does not know. */
export const UNKNOWN_ID = 0;
/** The first rows are control symbols, which text cannot produce. */
const RESERVED_PIECES = 6;
const SPACE_SYMBOL = '\u2581';
/** How much of a text is looked at first. English has about four characters to a token. */
const FIRST_LOOK_CHARS = 1024;
const LOOK_GROWTH = 4;
const ASCII_END = 0x80;
/** Beyond every code point; marks a character that no piece contains. */
const NO_CLASS = 0;

/** Turns text into token ids. */
export interface Tokenizer {
  /**
   * The first `limit` ids of `text` (NFKC, cased; runs of unknown symbols become one id).
   * `[]` for "". Looks only at as much of the text as those ids depend on: linear time at worst.
   */
  encode(text: string, limit: number): number[];
}

/**
 * Builds a tokenizer from the vocabulary file: one `piece TAB score` per line, in id order.
 * Throws if a score is not a number.
 */
export function createTokenizer(vocabulary: string): Tokenizer {
  const trie = new PieceTrie(vocabulary);
  return {
    encode(text, limit) {
      for (let look = FIRST_LOOK_CHARS; ; look *= LOOK_GROWTH) {
        const cut = safeCut(text, look);
        const ids = encodeStart(trie, text.slice(0, cut), cut === text.length);
        if (ids.length >= limit || cut === text.length) return ids.slice(0, limit);
      }
    },
  };
}

/**
 * Where to cut so that normalising the start gives the start of the normalised text: in front of an
 * ASCII character, which never composes with what precedes it. The whole length if there is none.
 */
function safeCut(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.charCodeAt(at) < ASCII_END) return at;
  }
  return text.length;
}

/**
 * Ids of the start of a text: all of them if the text is `whole`, otherwise those that will be the
 * same however the text goes on. Viterbi search over the pieces.
 */
function encodeStart(trie: PieceTrie, start: string, whole: boolean): number[] {
  const normalised = start.normalize('NFKC');
  if (normalised === '') return [];
  const symbols = Array.from(SPACE_SYMBOL + normalised.replaceAll(' ', SPACE_SYMBOL));
  const classes = Int32Array.from(symbols, (symbol) => trie.classOf(symbol));
  const count = symbols.length;
  const best = new Float64Array(count + 1);
  const last = new Int32Array(count + 1);
  const reach = (end: number, score: number, id: number): void => {
    if (best[end] === 0 || score >= (best[end] ?? 0)) {
      best[end] = score;
      last[end] = id;
    }
  };
  for (let from = 0; from < count; from++) {
    const base = best[from] ?? 0;
    let known = false;
    let node = trie.step(0, classes[from] ?? NO_CLASS);
    for (let end = from + 1; node !== 0; end++) {
      const id = trie.idAt(node);
      if (id !== UNKNOWN_ID) {
        reach(end, base + trie.score(id), id);
        known = true;
      }
      node = end < count ? trie.step(node, classes[end] ?? NO_CLASS) : 0;
    }
    if (!known) reach(from + 1, base, UNKNOWN_ID);
  }
  const back = (end: number): number => end - trie.length(last[end] ?? UNKNOWN_ID);
  const ids: number[] = [];
  for (let end = whole ? count : settled(count, trie.longest, back); end > 0; end = back(end)) {
    const id = last[end] ?? UNKNOWN_ID;
    if (id !== UNKNOWN_ID || ids.at(-1) !== UNKNOWN_ID) ids.push(id);
  }
  // An unknown symbol at the seam may be joined by further ones: still the same single id.
  return ids.reverse();
}

/**
 * The furthest position that the best way through the whole text passes whatever follows `count`
 * symbols: where the ways back from all positions that a piece could still start at have met.
 */
function settled(count: number, longest: number, back: (end: number) => number): number {
  const first = Math.max(0, count - longest);
  const waiting = new Set<number>();
  for (let end = first; end <= count; end++) waiting.add(end);
  for (let end = count; waiting.size > 1; end--) {
    if (waiting.delete(end)) waiting.add(back(end));
  }
  return Math.min(...waiting);
}

/** The pieces as a trie over character classes (the vocabulary has about 200 different characters). */
class PieceTrie {
  /** Symbols of the longest piece. */
  readonly longest: number;
  readonly #classes = new Map<string, number>();
  readonly #edges = new Map<number, number>();
  readonly #ids: number[] = [UNKNOWN_ID];
  readonly #scores: Float64Array;
  readonly #lengths: Uint8Array;
  readonly #classCount: number;

  constructor(vocabulary: string) {
    const lines = vocabulary.split('\n');
    const pieces = lines.map((line) => Array.from(line.slice(0, line.indexOf('\t'))));
    this.#scores = Float64Array.from(lines, (line) => Number(line.slice(line.indexOf('\t') + 1)));
    if (this.#scores.some(Number.isNaN)) {
      throw new Error('Cannot read vocabulary: a line has no score');
    }
    // An unknown symbol is one symbol long, as is the replacement character that stands for it.
    this.#lengths = Uint8Array.from(pieces, (piece) => piece.length);
    this.longest = Math.max(...this.#lengths.subarray(RESERVED_PIECES));
    for (const symbol of pieces.slice(RESERVED_PIECES).flat()) {
      if (!this.#classes.has(symbol)) this.#classes.set(symbol, this.#classes.size + 1);
    }
    this.#classCount = this.#classes.size + 1;
    for (let id = RESERVED_PIECES; id < pieces.length; id++) this.#insert(pieces[id] ?? [], id);
  }

  #insert(piece: readonly string[], id: number): void {
    let node = 0;
    for (const symbol of piece) {
      const key = node * this.#classCount + this.classOf(symbol);
      let next = this.#edges.get(key);
      if (next === undefined) {
        next = this.#ids.length;
        this.#edges.set(key, next);
        this.#ids.push(UNKNOWN_ID);
      }
      node = next;
    }
    this.#ids[node] = id;
  }

  classOf(symbol: string): number {
    return this.#classes.get(symbol) ?? NO_CLASS;
  }

  /** The node one character further, or 0 (the root) if no piece goes on like that. */
  step(node: number, characterClass: number): number {
    return this.#edges.get(node * this.#classCount + characterClass) ?? 0;
  }

  /** The piece that ends at a node, or UNKNOWN_ID. */
  idAt(node: number): number {
    return this.#ids[node] ?? UNKNOWN_ID;
  }

  score(id: number): number {
    return this.#scores[id] ?? 0;
  }

  length(id: number): number {
    return this.#lengths[id] ?? 1;
  }
}
