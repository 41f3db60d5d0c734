import type { Span } from '../../types.ts';

/**
 * Text as it is read, with the way back to the text as it was written: character i stands for
 * [starts[i], ends[i]) of the original. Every transformation (unescaping, decoding, stripping tags)
 * makes a new reading, so that whatever is found at the end can be cut out of the original.
 */
export interface Reading {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The reading of `text` as it stands; each character stands for itself. */
export function plainReading(text: string): Reading {
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  for (let i = 0; i < text.length; i++) {
    starts[i] = i;
    ends[i] = i + 1;
  }
  return { text, starts, ends };
}

/** The part [from, to) of a reading; shares the map. */
export function sliceReading(reading: Reading, from: number, to: number): Reading {
  return {
    text: reading.text.slice(from, to),
    starts: reading.starts.subarray(from, to),
    ends: reading.ends.subarray(from, to),
  };
}

/** Where [from, to) of a reading stands in the original. An empty range gives an empty span. */
export function originalSpan(reading: Reading, from: number, to: number): Span {
  const start = reading.starts[from] ?? reading.ends.at(-1) ?? 0;
  return { start, end: to > from ? (reading.ends[to - 1] ?? start) : start };
}

/** The parts as one reading with a space between them; the space stands for what lies between. */
export function joinReadings(parts: readonly Reading[]): Reading {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const text = parts.map((part) => part.text).join(' ');
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let at = 0;
  for (const part of parts) {
    if (at > 0) {
      starts[at] = ends[at - 1] ?? 0;
      ends[at] = part.starts[0] ?? starts[at] ?? 0;
      at += 1;
    }
    starts.set(part.starts, at);
    ends.set(part.ends, at);
    at += part.text.length;
  }
  return { text, starts, ends };
}

/** Builds a reading out of another: pieces kept as they are, and pieces put in place of others. */
export class Rewriter {
  readonly #source: Reading;
  readonly #texts: string[] = [];
  #starts: Int32Array;
  #ends: Int32Array;
  #length = 0;

  constructor(source: Reading) {
    this.#source = source;
    this.#starts = new Int32Array(source.text.length + 16);
    this.#ends = new Int32Array(source.text.length + 16);
  }

  /** Copies [from, to) of the source. */
  keep(from: number, to: number): void {
    if (to <= from) return;
    this.#reserve(to - from);
    this.#texts.push(this.#source.text.slice(from, to));
    this.#starts.set(this.#source.starts.subarray(from, to), this.#length);
    this.#ends.set(this.#source.ends.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  /** Writes `text`, each character of which stands for [from, to) of the source. */
  put(text: string, from: number, to: number): void {
    if (text === '') return;
    const span = originalSpan(this.#source, from, to);
    this.#reserve(text.length);
    this.#texts.push(text);
    this.#starts.fill(span.start, this.#length, this.#length + text.length);
    this.#ends.fill(span.end, this.#length, this.#length + text.length);
    this.#length += text.length;
  }

  /** What was written. */
  build(): Reading {
    return {
      text: this.#texts.join(''),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#starts.length) return;
    const grown = Math.max(needed, this.#starts.length * 2);
    const starts = new Int32Array(grown);
    const ends = new Int32Array(grown);
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}

/** Replaces every match of a global pattern; what is put in stands for the whole match. */
export function replaceIn(
  reading: Reading,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
): Reading {
  let writer: Rewriter | null = null;
  let last = 0;
  for (const match of reading.text.matchAll(pattern)) {
    writer ??= new Rewriter(reading);
    const end = match.index + match[0].length;
    writer.keep(last, match.index);
    writer.put(replace(match), match.index, end);
    last = end;
  }
  if (writer === null) return reading;
  writer.keep(last, reading.text.length);
  return writer.build();
}

/** The lines of a reading, without their line breaks, in order. */
export function linesOf(reading: Reading): readonly Reading[] {
  const lines: Reading[] = [];
  let from = 0;
  for (;;) {
    const end = reading.text.indexOf('\n', from);
    lines.push(sliceReading(reading, from, end < 0 ? reading.text.length : end));
    if (end < 0) return lines;
    from = end + 1;
  }
}

/** A reading without white space at its ends. */
export function trimReading(reading: Reading): Reading {
  const kept = reading.text.trimStart();
  const from = reading.text.length - kept.length;
  return sliceReading(reading, from, from + kept.trimEnd().length);
}

/** Lines that follow each other as one reading; a line break stands for nothing of its own. */
export function concatLines(lines: readonly Reading[]): Reading {
  const length = lines.reduce((sum, line) => sum + line.text.length + 1, 0);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  let at = 0;
  for (const line of lines) {
    starts.set(line.starts, at);
    ends.set(line.ends, at);
    at += line.text.length;
    const here = at > 0 ? (ends[at - 1] ?? 0) : 0;
    starts[at] = here;
    ends[at] = here;
    at += 1;
  }
  return { text: lines.map((line) => `${line.text}\n`).join(''), starts, ends };
}
