import { splitBody } from './split/body.ts';
import { looksLikeJson, STRINGS, splitJson } from './split/json.ts';
import { looksLikeMail, splitMail } from './split/mail.ts';
import { readText } from './split/read-text.ts';
import type { Reading } from './split/reading.ts';
import { trimReading } from './split/reading.ts';
import { UnitSink } from './split/sink.ts';
import type { Genre, SplitText } from './types.ts';

/** What the caller knows about a text. */
export interface SplitHint {
  /** True for the text of a mail, with or without its headers. */
  readonly mail?: boolean;
}

/**
 * Cuts a text into units: sentences, or what takes their place in tables, logs and code. Each has its
 * span in `text` as it was written, which covers what has to be taken out so that the rest stays valid
 * (inside a JSON string without its quotes). Long sentences come as overlapping windows, so spans may
 * overlap. All of the text is read, whatever its length, in linear time. A text of no words has no
 * units; one of a single word is one unit.
 */
export function splitUnits(text: string, hint: SplitHint = {}): SplitText {
  const reading = readText(text);
  const sink = new UnitSink();
  const genre = splitWhole(reading, hint, sink);
  if (sink.units.length === 0) sink.add(trimReading(reading), 'prose', '', 1);
  return { genre, units: sink.units };
}

function splitWhole(reading: Reading, hint: SplitHint, sink: UnitSink): Genre {
  if (looksLikeMail(reading.text)) {
    splitMail(reading, sink, STRINGS, 0);
    return 'mail';
  }
  if (looksLikeJson(reading.text)) {
    splitJson(reading, sink);
    return 'json';
  }
  const known = hint.mail === true ? { genre: 'mail' as const } : {};
  return splitBody(reading, { ...known, as: null, key: '', strings: STRINGS, depth: 0 }, sink);
}
