import { describe, expect, it } from 'vitest';
import { dataUriNote, findDataUris, replaceDataUris } from '../../../shared/text/data-uri.ts';

const PNG = `data:image/png;base64,${'iVBORw0K'.repeat(40_000)}`;

describe('findDataUris()', () => {
  it('gives place, media type and decoded size, also in JSON nested in JSON (B12)', () => {
    const inner = JSON.stringify({ image: PNG, alt: 'x' });
    const text = JSON.stringify({ a: PNG, b: inner });
    const found = findDataUris(text);
    expect(found.map(({ mediaType, bytes }) => [mediaType, bytes])).toEqual([
      ['image/png', 240_000],
      ['image/png', 240_000],
    ]);
    for (const { start, end } of found) expect(text.slice(start, end)).toBe(PNG);
  });

  it('reads slashes that JSON writes as "\\/"', () => {
    const text = `{"a":"data:image\\/png;base64,AB\\/D${'AAAA'.repeat(30)}"}`;
    expect(findDataUris(text)).toMatchObject([{ mediaType: 'image/png', bytes: 93 }]);
  });

  it.each([
    ['wrapped', `data:image/png;base64,${'AAAA'.repeat(19)}\n${'AAAA'.repeat(19)}`],
    ['wrapped, escaped', `{"a":"data:image/png;base64,AAAA\\nAAAABBBB"}`],
    ['of an impossible length', `data:image/png;base64,${'A'.repeat(101)}`],
    ['broken by another character', `data:image/png;base64,${'A'.repeat(100)}~${'A'.repeat(100)}`],
    ['without content', 'data:image/png;base64,'],
    ['not base64', 'data:image/svg+xml;utf8,<svg/>'],
  ])('leaves base64 that is %s untouched (B12)', (_, text) => {
    expect(findDataUris(text)).toEqual([]);
    expect(replaceDataUris(text, null)).toBe(text);
  });
});

describe('replaceDataUris()', () => {
  it('puts a note with the handle in place and keeps JSON valid', () => {
    const text = JSON.stringify({ a: PNG, n: 1 });
    expect(JSON.parse(replaceDataUris(text, 'off_x'))).toEqual({
      a: '[image/png 240 KB, handle off_x]',
      n: 1,
    });
    expect(dataUriNote({ mediaType: 'image/png', bytes: 999 }, null)).toBe('[image/png 999 bytes]');
  });

  it('keeps URIs that are as short as their note', () => {
    const text = 'see data:text/plain;base64,SGVsbG8= here';
    expect(replaceDataUris(text, null)).toBe(text);
  });
});
