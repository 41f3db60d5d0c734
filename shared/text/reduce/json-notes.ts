import type { JsonMember } from '../json-text.ts';

/** A list of positions longer than this is left out. */
const MAX_POSITION_CHARS = 60;
/** Names of omitted keys beyond this length are left out. */
const MAX_NAMES_CHARS = 80;

/** "1-3, 40, 99" for ascending 0-based indexes, counted from 1; "" when it would be long. */
export function positions(indexes: readonly number[]): string {
  const runs: string[] = [];
  for (let at = 0; at < indexes.length && runs.length <= MAX_POSITION_CHARS; at += 1) {
    const first = indexes[at] ?? 0;
    let last = first;
    while (indexes[at + 1] === last + 1) {
      last += 1;
      at += 1;
    }
    runs.push(first === last ? `${first + 1}` : `${first + 1}-${last + 1}`);
  }
  const text = runs.join(', ');
  return text.length > MAX_POSITION_CHARS ? '' : text;
}

/** ": response, headers": the keys of a record that were left out; "…" for those beyond 80 characters. */
export function goneKeys(members: readonly JsonMember[], chosen: readonly number[]): string {
  const kept = new Set(chosen);
  let names = '';
  for (const [index, { key }] of members.entries()) {
    if (kept.has(index) || key === null) continue;
    const name = `${names === '' ? ': ' : ', '}${String(JSON.parse(key))}`;
    if (names.length + name.length > MAX_NAMES_CHARS) return `${names}, …`.replace(/^, /, ': ');
    names += name;
  }
  return names;
}

/** A key of ours that the document does not use. */
export function unusedKey(text: string, name: string): string {
  let key = name;
  while (text.includes(`"${key}"`)) key = `_${key}`;
  return key;
}
