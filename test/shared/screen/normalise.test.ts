import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalise } from '../../../shared/screen/normalise.ts';

test.each([
  ['', ''],
  ['Straße  ÜBER\t\n all', 'strasse uber\nall'],
  ['\u0456gn\u043ere', 'ignore'],
  ['Проверьте предыдущий отчёт', 'проверьте предыдущий отчет'],
  ['и\u0306', 'й'],
  ['gpt4 step1 1gn0re', 'gpt4 step1 ignore'],
  ['ﾊﾞﾅﾅ', 'バナナ'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['“quoted” – it’s', '"quoted" - it\'s'],
  ['&lt;b&gt; caf%C3%A9 \\u0041', '<b> cafe a'],
  ['100% & more \\', '100% & more \\'],
])('normalise() of %j is %j', (text, plain) => {
  expect(normalise(text).text).toBe(plain);
});

test('normalise() maps every character to a range of the original, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { text: plain, starts, ends, origins } = normalise(text);
      expect([starts.length, ends.length, origins.length]).toEqual(Array(3).fill(plain.length));
      for (let i = 0; i < plain.length; i++) {
        expect(starts[i]).toBeLessThan(ends[i] ?? -1);
        expect(ends[i]).toBeLessThanOrEqual(text.length);
        if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(starts[i - 1] ?? 0);
      }
    }),
  );
});
