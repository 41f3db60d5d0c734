/**
 * Finds the likely neighbours of a vector among many by the signs of its values alone: one bit per
 * dimension, compared by Hamming distance. The service is approximate too; here it keeps 100,000 vectors
 * about as quick as 1,000. The caller scores the shortlist exactly. Pure.
 */

type Fields = Readonly<Record<string, VectorizeVectorMetadata>>;

const WORD_BITS = 32;
const INITIAL_SLOTS = 1024;
/** Marks a slot that a filter excluded; larger than any distance (at most 1,536). */
const EXCLUDED = 0xffff;

/** Set bits of every 16-bit number: two look-ups per word are quicker than counting. */
const BIT_COUNTS = new Uint8Array(0x1_0000);
for (let value = 1; value < BIT_COUNTS.length; value++) {
  BIT_COUNTS[value] = (BIT_COUNTS[value >> 1] ?? 0) + (value & 1);
}

/** The sign codes of the vectors of one namespace. */
export class Shortlist {
  readonly #words: number;
  readonly #ids: string[] = [];
  readonly #fields: Fields[] = [];
  readonly #slots = new Map<string, number>();
  #codes: Int32Array;

  constructor(dimensions: number) {
    this.#words = Math.ceil(dimensions / WORD_BITS);
    this.#codes = new Int32Array(INITIAL_SLOTS * this.#words);
  }

  /** Adds or replaces a vector; `fields` is what filters see. */
  set(id: string, values: Float32Array, fields: Fields): void {
    const slot = this.#slots.get(id) ?? this.#ids.length;
    if ((slot + 1) * this.#words > this.#codes.length) {
      const larger = new Int32Array(this.#codes.length * 2);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#slots.set(id, slot);
    this.#ids[slot] = id;
    this.#fields[slot] = fields;
    this.#codes.set(encode(values, this.#words), slot * this.#words);
  }

  /** Removes a vector; an unknown id is ignored. */
  delete(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    // The last vector moves into the gap, so that slots stay dense.
    const lastId = this.#ids.pop();
    const lastFields = this.#fields.pop();
    this.#slots.delete(id);
    if (lastId === undefined || lastFields === undefined || lastId === id) return;
    const last = this.#ids.length * this.#words;
    this.#codes.copyWithin(slot * this.#words, last, last + this.#words);
    this.#ids[slot] = lastId;
    this.#fields[slot] = lastFields;
    this.#slots.set(lastId, slot);
  }

  /** Up to `count` ids that pass, the likeliest neighbours, in no order. All that pass when they are no more. */
  nearest(values: Float32Array, count: number, passes: (fields: Fields) => boolean): string[] {
    const distances = this.#distances(encode(values, this.#words), passes);
    const histogram = new Uint32Array(this.#words * WORD_BITS + 1);
    for (const distance of distances) {
      if (distance !== EXCLUDED) histogram[distance] = (histogram[distance] ?? 0) + 1;
    }
    let within = 0;
    let limit = -1;
    while (within < count && limit + 1 < histogram.length) {
      limit += 1;
      within += histogram[limit] ?? 0;
    }
    // Of those exactly at the limit, as many as there is room for.
    let roomAtLimit = count - (within - (histogram[limit] ?? 0));
    return this.#ids.filter((_, slot) => {
      const distance = distances[slot] ?? EXCLUDED;
      if (distance !== limit) return distance < limit;
      roomAtLimit -= 1;
      return roomAtLimit >= 0;
    });
  }

  #distances(code: Int32Array, passes: (fields: Fields) => boolean): Uint16Array {
    const distances = new Uint16Array(this.#ids.length);
    for (let slot = 0; slot < distances.length; slot++) {
      const fields = this.#fields[slot];
      if (fields === undefined || !passes(fields)) {
        distances[slot] = EXCLUDED;
        continue;
      }
      let distance = 0;
      const start = slot * this.#words;
      for (let word = 0; word < this.#words; word++) {
        const difference = (code[word] ?? 0) ^ (this.#codes[start + word] ?? 0);
        distance += (BIT_COUNTS[difference & 0xffff] ?? 0) + (BIT_COUNTS[difference >>> 16] ?? 0);
      }
      distances[slot] = distance;
    }
    return distances;
  }
}

/** One bit per dimension: set where the value is positive. */
function encode(values: Float32Array, words: number): Int32Array {
  const code = new Int32Array(words);
  for (let index = 0; index < values.length; index++) {
    const word = Math.floor(index / WORD_BITS);
    if ((values[index] ?? 0) > 0) code[word] = (code[word] ?? 0) | (1 << (index % WORD_BITS));
  }
  return code;
}
