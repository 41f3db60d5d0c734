import { type Fact, factsOf } from '../clash/records/facts.ts';
import { terms } from '../score/words.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Span } from '../types.ts';
import type { Statement } from './statements.ts';

/** A line of a text that somebody vouches for. */
export interface VouchedLine extends Span {
  readonly statement: Statement;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** The fields that start in it. */
  readonly facts: readonly Fact[];
}

/** Lines looked at for one claim, those with its numbers or rarest words first. */
const MAX_LOOKED_AT = 500;

/** The lines of texts that somebody vouches for, by their words. */
export class VouchedLines {
  readonly #lines: readonly VouchedLine[];
  /** Indexes of lines by their own words, and by the numbers and ids of the text that they stand in. */
  readonly #byTerm = new Map<string, number[]>();
  readonly #byName = new Map<string, number[]>();

  constructor(statements: readonly Statement[]) {
    const lines: VouchedLine[] = [];
    for (const statement of statements) {
      const names = terms(statement.text).filter(isName);
      for (const line of linesOf(statement)) {
        for (const term of line.terms) push(this.#byTerm, term, lines.length);
        for (const name of new Set(names)) push(this.#byName, name, lines.length);
        lines.push(line);
      }
    }
    this.#lines = lines;
  }

  /**
   * The lines about what a claim is about, in their order: they share a word with it, and where it names
   * an order, a ticket or an amount, their text names the same. At most 500 lines are looked at.
   */
  relatedTo(objects: ReadonlySet<string>): readonly VouchedLine[] {
    const named = [...objects].filter(isName);
    const lists =
      named.length > 0
        ? named.map((name) => this.#byName.get(name) ?? [])
        : [...objects].map((term) => this.#byTerm.get(term) ?? []);
    const found = new Set<number>();
    for (const list of lists.sort((a, b) => a.length - b.length)) {
      for (const index of list.slice(0, MAX_LOOKED_AT - found.size)) found.add(index);
    }
    return [...found]
      .sort((a, b) => a - b)
      .flatMap((index) => this.#lines[index] ?? [])
      .filter((line) => [...objects].some((term) => line.terms.has(term)));
  }
}

/** Numbers, dates, ids: what tells one order from another. */
function isName(term: string): boolean {
  return /\d/.test(term);
}

function linesOf(statement: Statement): readonly VouchedLine[] {
  const facts = factsOf(statement.text).toSorted((a, b) => a.start - b.start);
  const lines: VouchedLine[] = [];
  let [start, nextFact] = [0, 0];
  for (const sentence of splitSentences(statement.text)) {
    for (const line of sentence.split(/(?<=\n)/)) {
      const first = nextFact;
      while ((facts[nextFact]?.start ?? Number.POSITIVE_INFINITY) < start + line.length) nextFact++;
      const text = line.trim();
      const at = statement.start + start + line.indexOf(text);
      if (text !== '') {
        lines.push({
          statement,
          text,
          terms: new Set(terms(text)),
          facts: facts.slice(first, nextFact),
          start: at,
          end: at + text.length,
        });
      }
      start += line.length;
    }
  }
  return lines;
}

function push(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [index]);
  else list.push(index);
}
