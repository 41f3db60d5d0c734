/** The list in pages of at most `size`, for statements that D1 limits to 100 bound values. `[]` for none. */
export function pagesOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const pages: (readonly T[])[] = [];
  for (let start = 0; start < list.length; start += size)
    pages.push(list.slice(start, start + size));
  return pages;
}
