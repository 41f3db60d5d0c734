import { LEAD_INS, VERBS } from '../features/lexicon.ts';
import type { UnitKind } from '../types.ts';
import { joinReadings, type Reading } from './reading.ts';
import { endsInAbbreviation } from './sentences.ts';
import type { UnitSink } from './sink.ts';

/** A shorter line that ends without a mark was not broken by the width of the page. */
const WRAPPED_CHARS = 55;
const MIN_JOINED_CHARS = 3;
const ENDS_SENTENCE = /[.!?:;。！？]$/;
const LABEL = /^[A-Z][A-Z ]{2,40}[:!]/;
const FIRST_WORD = /^[A-Za-z']+/;
/** A line that is a sentence from its capital to its mark stands by itself. */
const WHOLE_SENTENCE = /^["'(]?\p{Lu}\S*(?:\s+\S+){3,}$/u;
/** Footers end in an address; what follows is something else. */
const ENDS_IN_LINK = /(?:https?:\/\/|www\.|@)\S+$/;

/** Lines that are read together: the sentences of a paragraph go over line breaks. */
export class Paragraph {
  readonly #sink: UnitSink;
  #lines: Reading[] = [];
  #kind: UnitKind = 'prose';
  #key = '';
  #chars = 0;

  constructor(sink: UnitSink) {
    this.#sink = sink;
  }

  /** Starts a paragraph with `line`; the one before it is complete. */
  start(line: Reading, kind: UnitKind, key: string): void {
    this.flush();
    this.#lines = [line];
    this.#kind = kind;
    this.#key = key;
    this.#chars = line.text.length;
  }

  /** Adds a line to the paragraph where it continues it, or starts one. */
  add(line: Reading, kind: UnitKind, key: string): void {
    if (!this.#continues(line.text, kind)) {
      this.start(line, kind, key);
      return;
    }
    this.#lines.push(line);
    this.#chars += line.text.length + 1;
  }

  /** Completes the paragraph: its sentences are units. */
  flush(): void {
    if (this.#lines.length > 0) this.#sink.add(joinReadings(this.#lines), this.#kind, this.#key);
    this.#lines = [];
  }

  /** A line in lower case goes on; one with a capital only where the line before is full and unended. */
  #continues(text: string, kind: UnitKind): boolean {
    const last = this.#lines.at(-1)?.text;
    if (last === undefined || (this.#kind !== kind && this.#kind !== 'list')) return false;
    if (/^\p{Ll}/u.test(text)) return !isEnded(last);
    if (this.#chars <= WRAPPED_CHARS || ENDS_SENTENCE.test(last)) return false;
    if (ENDS_IN_LINK.test(last) || (ENDS_SENTENCE.test(text) && WHOLE_SENTENCE.test(text)))
      return false;
    return text.length > MIN_JOINED_CHARS && !startsOrder(text);
  }
}

/** A full stop at the end of a line ends the sentence, whatever follows. */
function isEnded(line: string): boolean {
  return /[\p{L}\d)"'][.!?]$/u.test(line) && !endsInAbbreviation(line);
}

/** A capitalised verb or address at the start of a line starts a sentence, whatever stood before. */
function startsOrder(text: string): boolean {
  if (LABEL.test(text)) return true;
  const word = FIRST_WORD.exec(text)?.[0] ?? '';
  if (!/^[A-Z]/.test(word)) return false;
  const lower = word.toLowerCase();
  return VERBS.all.has(lower) || LEAD_INS.has(lower);
}
