import { describe, expect, it } from 'vitest';
import { normaliseMediaType } from '../../../shared/offload/media-type.ts';

describe('normaliseMediaType()', () => {
  it('gives one spelling and a charset for text', () => {
    const cases = [
      [undefined, 'text/plain; charset=utf-8'],
      [' ', 'text/plain; charset=utf-8'],
      ['TEXT/Markdown', 'text/markdown; charset=utf-8'],
      ['text/csv;charset="UTF-8"', 'text/csv; charset=utf-8'],
      ['text/plain; charset=iso-8859-1', 'text/plain; charset=iso-8859-1'],
      ['application/json', 'application/json'],
      ['text/markdown; variant=GFM', 'text/markdown; variant=GFM; charset=utf-8'],
    ] as const;
    for (const [raw, value] of cases) expect(normaliseMediaType(raw)).toEqual({ ok: true, value });
  });

  it('refuses what is not a media type, in linear time', () => {
    const cases = [
      'text',
      'a/b/c',
      'text/plain; charset',
      'text/plain\r\nx: y',
      'ключ/x',
      `${'a'.repeat(1_000_000)} `,
    ];
    for (const raw of cases) {
      expect(normaliseMediaType(raw)).toMatchObject({
        ok: false,
        error: { errors: [{ pointer: '/media_type' }] },
      });
    }
  });
});
