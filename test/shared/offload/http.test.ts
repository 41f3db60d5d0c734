import { describe, expect, it } from 'vitest';
import {
  bodyResponse,
  parseRange,
  resolveRange,
  unsatisfiedRange,
} from '../../../shared/offload/http.ts';

describe('parseRange()', () => {
  it('reads a single range', () => {
    expect(parseRange('bytes=0-99')).toEqual({ first: 0, last: 99 });
    expect(parseRange('Bytes= 5- ')).toEqual({ first: 5, last: null });
    expect(parseRange('bytes=-7')).toEqual({ suffix: 7 });
  });

  it('means the whole body for no, several, malformed and other ranges', () => {
    const headers = [
      null,
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'bytes=0-1,3-4',
      'bytes=5-2',
      'lines=0-1',
      'bytes=a-b',
      `bytes=${'9'.repeat(40)}-`,
    ];
    for (const header of headers) expect(parseRange(header), String(header)).toBeNull();
  });
});

describe('resolveRange()', () => {
  it('clamps to the content', () => {
    expect(resolveRange({ first: 2, last: 99 }, 10)).toEqual({
      ok: true,
      value: { start: 2, end: 10 },
    });
    expect(resolveRange({ first: 0, last: 0 }, 10)).toEqual({
      ok: true,
      value: { start: 0, end: 1 },
    });
    expect(resolveRange({ suffix: 99 }, 10)).toEqual({ ok: true, value: { start: 0, end: 10 } });
  });

  it('is not satisfiable at or after the end, for an empty suffix and for empty content', () => {
    for (const [range, total] of [
      [{ first: 10, last: null }, 10],
      [{ suffix: 0 }, 10],
      [{ first: 0, last: null }, 0],
      [{ suffix: 5 }, 0],
    ] as const) {
      expect(resolveRange(range, total)).toMatchObject({
        ok: false,
        error: { code: 'range_not_satisfiable', extra: { total_bytes: total } },
      });
    }
    expect(unsatisfiedRange(10)).toBe('bytes */10');
  });
});

describe('bodyResponse()', () => {
  const serve = (media_type: string) =>
    bodyResponse({
      info: { handle: 'off_x', media_type, bytes: 10, sha256: 'ab' },
      start: 0,
      end: 10,
      partial: false,
    }).headers;

  it('never serves what a browser could run as what it is', () => {
    for (const type of [
      'text/html; charset=utf-8',
      'application/xhtml+xml',
      'image/svg+xml',
      'text/xml',
      'application/xml',
      'application/javascript',
      'text/javascript',
      'text/vnd.unknown',
    ]) {
      const headers = serve(type);
      expect(headers['content-type'], type).toBe('text/plain; charset=utf-8');
      expect(headers['content-disposition']).toBe('attachment; filename="off_x"');
    }
    expect(serve('application/zip')['content-type']).toBe('application/octet-stream');
  });

  it('shows passive types inline, always with nosniff and a sandbox', () => {
    for (const type of ['text/markdown; charset=utf-8', 'application/json', 'image/png']) {
      expect(serve(type)).toMatchObject({
        'content-type': type,
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
      });
      expect(serve(type)['content-security-policy']).toContain('sandbox');
    }
  });
});
