/** JSON of one bound value, in characters; D1 takes 2 MB in UTF-8. */
const MAX_JSON_CHARS = 400_000;

/** A list in lists that one bound value can carry as JSON; one entry at least in each. `[]` for none. */
export function jsonPagesOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  const pages: T[][] = [];
  let chars = 0;
  for (const entry of list) {
    const length = JSON.stringify(entry).length;
    chars += length;
    const last = pages.at(-1);
    if (last !== undefined && chars <= MAX_JSON_CHARS) {
      last.push(entry);
    } else {
      pages.push([entry]);
      chars = length;
    }
  }
  return pages;
}
