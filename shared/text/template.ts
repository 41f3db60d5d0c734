/** Characters of a line that make its template; lines that differ only later count as the same. */
const HEAD_CHARS = 240;

/** What varies between two messages of one kind. Alternatives are tried in order, longest kinds first. */
const VARIABLE =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|(?:\/[\w.@%-]{1,80}){2,20}\/?|0x[0-9a-f]{1,40}|[0-9a-f]{12,64}|\d{1,40}(?:[.,:/]\d{1,40}){0,8}/gi;

function nameOf(value: string): string {
  if (value.startsWith('/')) return '<path>';
  if (/^\d{4}-\d\d-\d\d./.test(value)) return '<time>';
  if (/^[\d.,:/]+$/.test(value)) return '<n>';
  return '<id>';
}

/**
 * The pattern of a log line: numbers, times, ids, hashes and paths masked, so that lines of one kind are
 * equal. "step 12 ok" → "step <n> ok". Looks at the first 240 characters; "" for a blank line.
 */
export function templateOf(line: string): string {
  return line.slice(0, HEAD_CHARS).replace(VARIABLE, nameOf).trim();
}
