/** Columns or fields looked at; more would fill the sample with extremes. */
const MAX_FIELDS = 3;
/** A column counts as numeric when this share of its values are numbers. */
const NUMERIC_SHARE = 0.8;

/** The number that `value` writes, or NaN: "1,234.5", "12 %" and "$3" are numbers, "" and dates are not. */
export function numberOf(value: string): number {
  const plain = value.replace(/[,\s%$€£"]/g, '');
  return plain === '' ? Number.NaN : Number(plain);
}

/**
 * The indexes of the smallest and largest value in each of the first three numeric fields, in the order
 * of the fields. `fields[f][i]` is the value of field f in item i (NaN for none). The first of equals.
 */
export function extremesOf(fields: readonly Float64Array[]): number[] {
  const indexes: number[] = [];
  let used = 0;
  for (const values of fields) {
    let smallest = -1;
    let largest = -1;
    let numbers = 0;
    for (const [index, value] of values.entries()) {
      if (Number.isNaN(value)) continue;
      numbers += 1;
      if (smallest < 0 || value < (values[smallest] ?? 0)) smallest = index;
      if (largest < 0 || value > (values[largest] ?? 0)) largest = index;
    }
    if (numbers === 0 || numbers < values.length * NUMERIC_SHARE) continue;
    indexes.push(smallest, largest);
    used += 1;
    if (used === MAX_FIELDS) break;
  }
  return indexes;
}
