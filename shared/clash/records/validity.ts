import { parseDate } from '../../values/dates.ts';
import { parseInstant } from '../../values/instants.ts';
import type { Field } from './fields.ts';
import { VALID_FROM, VALID_TO } from './keys.ts';

/** When a fact holds, in ms: from the first, until before the second. An open end is infinite. */
export interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

const BRACKETS = /\(?\bvalid(?:ity)?:?\s*[[(]\s*([^,\])]{1,40}),\s*([^,\])]{1,40})\s*[\])]\)?\s*$/i;
const WORDS =
  /\(?\b(?:valid\s+)?from\s+(\d[\w .:+-]{3,30}?)\s+(?:to|until|till)\s+(\d[\w .:+-]{3,30}?)\)?\s*$/i;
const OPEN = new Set(['', 'open', 'now', 'present', 'infinity', '∞', '-', 'null']);

/** The period that the fields of a record say it holds for; null when they say none. */
export function periodOf(fields: readonly Field[]): Validity | null {
  const [from, to] = [VALID_FROM, VALID_TO].map(
    (keys) => fields.find((field) => keys.has(field.key) && isPeriodField(field))?.raw,
  );
  return validityOf(from, to);
}

/** Whether a field is an end of a period: "from: 2031-01-01" is, "from: Rome" is not. */
export function isPeriodField({ key, raw }: Field): boolean {
  return (VALID_FROM.has(key) || VALID_TO.has(key)) && (isOpen(raw) || timeOf(raw) !== null);
}

function isOpen(text: string): boolean {
  return OPEN.has(text.toLowerCase());
}

/** The period of two dates as written; null when neither is a date. The second does not belong to it. */
function validityOf(from: string | undefined, to: string | undefined): Validity | null {
  const [fromMs, toMs] = [from, to].map((text) => (text === undefined ? null : timeOf(text)));
  if ((fromMs ?? null) === null && (toMs ?? null) === null) return null;
  return { fromMs: fromMs ?? Number.NEGATIVE_INFINITY, toMs: toMs ?? Number.POSITIVE_INFINITY };
}

/** A period written behind a value ("28 valid [2031-01-01, 2031-06-01)"), and where it starts. */
export function validityIn(
  raw: string,
): { readonly index: number; readonly validity: Validity } | null {
  const match = BRACKETS.exec(raw) ?? WORDS.exec(raw);
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  const validity = validityOf(from.trim(), to.trim());
  return validity === null ? null : { index: match.index, validity };
}

function timeOf(text: string): number | null {
  if (isOpen(text)) return null;
  const value = parseDate(text) ?? parseInstant(text);
  if (value?.type === 'instant') return value.ms;
  const [day] = value?.type === 'date' ? value.readings : [];
  if (day === undefined || day.year === null) return null;
  return Date.UTC(day.year, (day.month ?? 1) - 1, day.day ?? 1);
}

/** How two periods meet: not at all, or in part; `unknown` when only one side has one. */
export function overlapOf(a: Validity | null, b: Validity | null): 'none' | 'some' | 'unknown' {
  if (a === null || b === null) return a === b ? 'some' : 'unknown';
  return a.fromMs < b.toMs && b.fromMs < a.toMs ? 'some' : 'none';
}
