/**
 * Where the value of a feature stands in a row.
 *
 * @throws RangeError for a name that is not in the list: a row has no value for it, at any index.
 */
export function nameIndex(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new RangeError(`Cannot find feature: no feature is named "${name}"`);
  return index;
}
