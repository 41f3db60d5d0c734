import type { Unit, UnitKind } from '../types.ts';
import { originalSpan, type Reading } from './reading.ts';
import { sentenceSpans } from './sentences.ts';
import { countWords } from './words.ts';

/** One word alone asks for nothing. */
const MIN_WORDS = 2;
const LINE_BREAKS = /\s*\n\s*/g;

/** Collects the units of a text. */
export class UnitSink {
  readonly units: Unit[] = [];

  /** Adds the sentences of a paragraph; those of fewer than `minWords` words are left out. */
  add(paragraph: Reading, kind: UnitKind, key: string, minWords = MIN_WORDS): void {
    for (const span of sentenceSpans(paragraph.text)) {
      const text = paragraph.text.slice(span.start, span.end).replace(LINE_BREAKS, ' ');
      if (countWords(text) < minWords) continue;
      this.units.push({ text, kind, key, ...originalSpan(paragraph, span.start, span.end) });
    }
  }

  /** Adds a text as one unit, whatever sentences it holds. */
  addWhole(whole: Reading, kind: UnitKind, key: string, minWords = MIN_WORDS): void {
    if (countWords(whole.text) < minWords) return;
    const span = originalSpan(whole, 0, whole.text.length);
    this.units.push({ text: whole.text.replace(LINE_BREAKS, ' '), kind, key, ...span });
  }
}
