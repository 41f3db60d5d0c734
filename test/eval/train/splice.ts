import { random } from './boost.ts';

/** Draws from lists, always in the same order for a seed. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  /** A number in [0, 1). */
  share(): number {
    return this.#next();
  }

  /** An index below `size`. */
  index(size: number): number {
    return Math.floor(this.#next() * size);
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const entry = list[this.index(list.length)];
    if (entry === undefined) throw new Error('Cannot pick: the list is empty');
    return entry;
  }

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at -= 1) {
      const other = this.index(at + 1);
      const [a, b] = [copy[at], copy[other]];
      if (a !== undefined && b !== undefined) [copy[at], copy[other]] = [b, a];
    }
    return copy;
  }
}

/** A text with an attack in it, and where the attack stands. */
export interface Spliced {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A field of JSON or of a repr whose value is free text. */
const FREE_TEXT =
  /(["'])[\w-]*(?:body|text|note|desc|content|summary|snippet|comment|review|about|title|message|name|bio|subject|reason|detail|answer)[\w-]*\1\s*:\s*(["'])((?:[^"'\\]|\\.){0,4000}?)\2(?=\s*[,}\]])/gi;
const SENTENCE_END = /[.!?](?=\s)/g;

/** Splices an attack into a carrier at a place that its form allows: a field, a line, a list item, between sentences. */
export function splice(carrier: string, attack: string, dice: Dice): Spliced {
  const trimmed = carrier.trimStart();
  const fields =
    /^[[{"']/.test(trimmed) || /["']\s*:\s*["']/.test(carrier.slice(0, 400))
      ? [...carrier.matchAll(FREE_TEXT)]
      : [];
  if (fields.length > 0 && dice.share() < 0.85)
    return intoField(carrier, dice.pick(fields), attack, dice);
  const header = /^(?:From |[\w-]+:)/.test(carrier) ? carrier.indexOf('\n\n') : -1;
  if (header > 0) {
    const inner = intoText(carrier.slice(header + 2), attack, dice);
    const by = header + 2;
    return {
      text: carrier.slice(0, by) + inner.text,
      start: inner.start + by,
      end: inner.end + by,
    };
  }
  return intoText(carrier, attack, dice);
}

function intoField(carrier: string, field: RegExpMatchArray, attack: string, dice: Dice): Spliced {
  const [whole, , quote = '"', value = ''] = field;
  const at = (field.index ?? 0) + whole.length - 1 - value.length;
  const escaped = escapeFor(carrier, quote, attack);
  const draw = dice.share();
  const before = draw < 0.5 ? '' : draw < 0.85 ? `${value} ` : '';
  const after = draw < 0.85 ? '' : ` ${value}`;
  const start = at + before.length;
  const text = carrier.slice(0, at) + before + escaped + after + carrier.slice(at + value.length);
  return { text, start, end: start + escaped.length };
}

/** The attack as it stands inside a string literal, doubly escaped inside a string in a string. */
function escapeFor(carrier: string, quote: string, attack: string): string {
  const once =
    quote === '"' ? JSON.stringify(attack).slice(1, -1) : attack.replace(/['\\]/g, '\\$&');
  return /^\s*"[{[]/.test(carrier) ? JSON.stringify(once).slice(1, -1) : once;
}

function intoText(text: string, attack: string, dice: Dice): Spliced {
  const draw = dice.share();
  if (draw < 0.3) {
    const glue = dice.pick(['\n', '\n\n', '\n\n', ' ']);
    return at(text.trimEnd(), text.trimEnd().length, glue, attack, '');
  }
  if (draw < 0.45) return at(text, 0, '', attack, dice.pick(['\n', '\n\n', ' ']));
  if (draw < 0.75) return onOwnLine(text, attack, dice);
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index }) => index + 1);
  if (ends.length === 0) return onOwnLine(text, attack, dice);
  return at(text, dice.pick(ends), ' ', attack, '');
}

/** Between two lines; among list items it is one of them. */
function onOwnLine(text: string, attack: string, dice: Dice): Spliced {
  const lines = text.split('\n');
  const index = dice.index(lines.length + 1);
  const offset = lines.slice(0, index).join('\n').length;
  const near = lines[index - 1] ?? lines[index] ?? '';
  const mark = /^\s*(?:[-*+]|\d+\.)\s+/.exec(near)?.[0] ?? '';
  const isFirst = index === 0;
  return at(text, offset, isFirst ? mark : `\n${mark}`, attack, isFirst ? '\n' : '');
}

function at(text: string, offset: number, before: string, attack: string, after: string): Spliced {
  const start = offset + before.length;
  return {
    text: text.slice(0, offset) + before + attack + after + text.slice(offset),
    start,
    end: start + attack.length,
  };
}
