import type { Span } from '../../types.ts';
import type { Field, RecordFields } from './fields.ts';
import { ENTITY_KEYS, normaliseKey } from './keys.ts';

/** `key: value`, `key = value`, also as a list item or with the key in bold. */
const LINE =
  /^[ \t]{0,12}(?:[-*+•][ \t]+)?(?:\*\*|__)?([\p{L}_][\p{L}\p{N}_./-]*(?:[ \t][\p{L}\p{N}_./()-]+){0,3})(?:\*\*|__)?[ \t]*(?::|=)(?:\*\*|__)?[ \t]*(\S.*)$/u;
/** Several fields on one line: "host: api-1, port: 8080". */
const NEXT_FIELD =
  /[,;|][ \t]+(?=[\p{L}_][\p{L}\p{N}_-]{0,30}(?:[ \t][\p{L}\p{N}_-]{1,20})?[ \t]*[:=][ \t]*\S)/gu;
const MAX_KEY_CHARS = 40;
/** Longer values are sentences. */
const MAX_VALUE_CHARS = 200;
/** Longer lines are not made of fields. */
const MAX_LINE_CHARS = 1_000;
const ENTITY = new Set(ENTITY_KEYS);

/**
 * The fields that a text states line by line. A new record begins where a key that names things comes a
 * second time. Code fences and lines of prose with a colon give fields only when they look like one: a
 * short key and a value that is no sentence.
 */
export function lineFields(text: string, skip: readonly Span[]): readonly RecordFields[] {
  const records: Field[][] = [[]];
  let named = new Set<string>();
  let start = 0;
  for (const line of text.split('\n')) {
    const at = start;
    start += line.length + 1;
    if (line.length > MAX_LINE_CHARS || !/[:=]/.test(line)) continue;
    if (skip.some((span) => at < span.end && span.start < start)) continue;
    for (const field of fieldsOf(line.trimEnd(), at)) {
      if (ENTITY.has(field.key)) {
        if (named.has(field.key)) {
          records.push([]);
          named = new Set();
        }
        named.add(field.key);
      }
      records.at(-1)?.push(field);
    }
  }
  return records
    .filter((fields) => fields.length > 0)
    .map((fields) => ({ fields, place: null, isElement: false }));
}

function fieldsOf(line: string, at: number): readonly Field[] {
  const fields: Field[] = [];
  let from = 0;
  for (const cut of [...line.matchAll(NEXT_FIELD), null]) {
    const end = cut?.index ?? line.length;
    const field = fieldOf(line.slice(from, end), at + from);
    // A line whose first part is no field is prose.
    if (field === null && from === 0) return [];
    if (field !== null) fields.push(field);
    from = end + (cut?.[0].length ?? 0);
  }
  return fields;
}

function fieldOf(part: string, at: number): Field | null {
  const match = LINE.exec(part);
  if (match === null) return null;
  const [, key = '', written = ''] = match;
  const raw = written.replace(/[ \t]*[,;]$/, '').replace(/^(["'`])(.*)\1$/, '$2');
  // A colon inside a URL or a time is no field.
  if (key.length > MAX_KEY_CHARS || raw.length > MAX_VALUE_CHARS || written.startsWith('//'))
    return null;
  const start = at + part.length - part.trimStart().length;
  const valueStart = at + part.length - written.length + written.indexOf(raw);
  return {
    key: normaliseKey(key),
    raw,
    start,
    end: at + part.length,
    value: { start: valueStart, end: valueStart + raw.length },
  };
}
