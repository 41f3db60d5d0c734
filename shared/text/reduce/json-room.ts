/** A member of an object or array that is to be kept, and the room it gets, in characters. */
export interface Choice {
  readonly index: number;
  readonly size: number;
  /** Room that the value needs to be worth keeping, at most its size. */
  readonly need: number;
  readonly weight: number;
}

/** The room of each choice: what it needs, and the rest of `total` by weight until all are whole. */
export function allot(choices: readonly Choice[], total: number): Map<number, number> {
  const lack = ({ size, need, weight }: Choice) => (size - need) / weight;
  const ascending = [...choices].sort((a, b) => lack(a) - lack(b) || a.index - b.index);
  let left = choices.reduce((rest, { need }) => rest - need, total);
  let weightLeft = choices.reduce((sum, { weight }) => sum + weight, 0);
  const rooms = new Map<number, number>();
  for (const { index, size, need, weight } of ascending) {
    const more = Math.min(size - need, Math.max(0, (left * weight) / weightLeft));
    rooms.set(index, need + more);
    left -= more;
    weightLeft -= weight;
  }
  return rooms;
}
