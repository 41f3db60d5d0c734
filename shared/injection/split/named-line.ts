import { type Reading, sliceReading } from './reading.ts';

/** `name: value`, `- name: value`, `name: |` and `name = value`, as in YAML, TOML and front matter. */
const NAMED =
  /^\s*(?:-\s{1,4})?["']?([a-z_][\w.-]{0,40})["']?\s?(?::(?:\s|$)|=\s)\s*(?:[|>][-+]?\s*$)?/;

/** True for a line that gives a lower-case name a value. */
export function isNamedLine(line: string): boolean {
  return NAMED.test(line);
}

/** The name and the value of such a line; null for other lines. */
export function namedValue(line: Reading): { name: string; value: Reading } | null {
  const match = NAMED.exec(line.text);
  if (match === null) return null;
  return {
    name: match[1] ?? '',
    value: sliceReading(line, match[0].length, line.text.length),
  };
}
