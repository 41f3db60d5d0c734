import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEncoder } from '../../../../workers/scoring/embedded/encoder.ts';
import { SENTENCE_DIMENSIONS, TOKEN_LIMIT } from '../../../../workers/scoring/embedded/layout.ts';
import { PARITY_TEXTS } from '../../../fixtures/encoder/texts.ts';
import { encoderParts, nodeEncoder } from '../../../support/encoder.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/encoder');
const encoder = nodeEncoder();

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let at = 0; at < a.length; at++) {
    dot += (a[at] ?? 0) * (b[at] ?? 0);
    aa += (a[at] ?? 0) ** 2;
    bb += (b[at] ?? 0) ** 2;
  }
  return dot / Math.sqrt(aa * bb);
}

describe('against the published encoder', () => {
  const ids: number[][] = JSON.parse(readFileSync(join(FIXTURES, 'ids.json'), 'utf8'));
  const vectors = new Int16Array(
    new Uint8Array(readFileSync(join(FIXTURES, 'vectors.bin'))).buffer,
  );
  const reference = (at: number) =>
    vectors.subarray(at * SENTENCE_DIMENSIONS, (at + 1) * SENTENCE_DIMENSIONS);

  it('has a recorded reference for each of at least 200 texts', () => {
    expect(PARITY_TEXTS.length).toBeGreaterThanOrEqual(200);
    expect(ids).toHaveLength(PARITY_TEXTS.length);
    expect(vectors).toHaveLength(PARITY_TEXTS.length * SENTENCE_DIMENSIONS);
  });

  it('encodeIds() gives the same token ids', () => {
    expect(PARITY_TEXTS.map((text) => encoder.encodeIds(text))).toEqual(ids);
  });

  it('embed() gives the same vectors to a cosine of 0.999', () => {
    const far = PARITY_TEXTS.map((text, at) => ({
      text: text.slice(0, 40),
      cosine: cosine(encoder.embed(text), reference(at)),
    })).filter((pair) => !(pair.cosine >= 0.999));
    expect(far).toEqual([]);
  });
});

describe('embed()', () => {
  it('gives a unit vector for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const vector = encoder.embed(text);
        expect(vector).toHaveLength(SENTENCE_DIMENSIONS);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      }),
      { numRuns: 50 },
    );
  });

  it('gives the empty text a vector of its own', () => {
    expect(encoder.encodeIds('')).toEqual([]);
    expect(Math.hypot(...encoder.embed(''))).toBeCloseTo(1, 5);
    expect(encoder.embed('')).toEqual(encoder.embed(''));
    expect(cosine(encoder.embed(''), encoder.embed('Paris is in France'))).toBeLessThan(0.5);
  });

  it('gives the same components in every runtime', () => {
    // The same numbers stand in modules.test.ts, which runs in the Workers runtime.
    const start = [...encoder.embed('How do I reset my password?').subarray(0, 4)];
    expect(start.map((value) => value.toFixed(6))).toEqual([
      '-0.048685',
      '-0.054608',
      '0.039852',
      '-0.053962',
    ]);
  });

  it('is not changed by what was embedded before', () => {
    const alone = encoder.embed('the order of the calls');
    encoder.embed('something much longer, which fills the working memory '.repeat(20));
    expect(encoder.embed('the order of the calls')).toEqual(alone);
  });

  it('returns vectors that later calls leave alone', () => {
    const first = encoder.embed('first');
    const copy = first.slice();
    encoder.embed('second');
    expect(first).toEqual(copy);
  });

  it('does not see text beyond the 128th token', () => {
    const start = 'word '.repeat(TOKEN_LIMIT);
    expect(encoder.embed(`${start} and a tail`)).toEqual(encoder.embed(`${start} another end`));
  });

  it('puts texts that mean the same closer than texts that do not', () => {
    const question = encoder.embed('How do I reset my password?');
    const same = cosine(question, encoder.embed('I forgot my login credentials'));
    const other = cosine(question, encoder.embed('The weather in Paris is nice'));
    expect(same).toBeGreaterThan(other + 0.3);
  });
});

describe('createEncoder()', () => {
  it('refuses weights of another size', () => {
    const parts = { ...encoderParts(), weights: new ArrayBuffer(8) };
    expect(() => createEncoder(parts)).toThrow(/^Cannot load encoder: weights have 8 bytes/);
  });

  it('keeps encoders apart', () => {
    const other = createEncoder(encoderParts());
    expect(other.embed('the same text')).toEqual(encoder.embed('the same text'));
  });
});
