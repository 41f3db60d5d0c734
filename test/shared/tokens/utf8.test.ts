import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAscii, toByteString } from '../../../shared/tokens/utf8.ts';

/** Any UTF-16 units, so also lone surrogates. */
const units = fc
  .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.nat(0x100)))
  .map((codes) => String.fromCharCode(...codes));

describe('toByteString()', () => {
  it('is what TextEncoder gives, lone surrogates included', () => {
    fc.assert(
      fc.property(units, (text) => {
        expect(Buffer.from(toByteString(text), 'latin1')).toEqual(
          Buffer.from(new TextEncoder().encode(text)),
        );
      }),
    );
  });

  it('converts a megabyte', () => {
    expect(toByteString('é'.repeat(500_000)).length).toBe(1_000_000);
  });
});

describe('isAscii()', () => {
  it('is true exactly for text whose bytes are its characters', () => {
    fc.assert(
      fc.property(units, (text) => {
        expect(isAscii(text)).toBe(toByteString(text) === text);
      }),
    );
    expect([isAscii(''), isAscii('\u007f'), isAscii('\u0080')]).toEqual([true, true, false]);
  });
});
