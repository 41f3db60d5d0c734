import { describe, expect, it } from 'vitest';
import { detectShape } from '../../../shared/text/shape.ts';

const STACK = `java.lang.IllegalStateException: no ledger
    at com.acme.Ledger.open(Ledger.java:12)
    at com.acme.Main.main(Main.java:7)
Caused by: java.io.IOException: closed
    at com.acme.Disk.read(Disk.java:99)
`;
const DIFF = `diff --git a/x.ts b/x.ts
--- a/x.ts
+++ b/x.ts
@@ -1,3 +1,3 @@
 const a = 1;
-const b = 2;
+const b = 3;
`;

describe('detectShape()', () => {
  it.each([
    ['json', `[${'{"a":1},'.repeat(10_000)}{"a":2}]`],
    ['json', '{"a":1}\n{"a":2}\n{"a":3}\n'],
    ['json', JSON.stringify({ image: `data:image/png;base64,${'A'.repeat(1000)}` })],
    ['log', Array.from({ length: 30 }, (_, n) => `2026-01-01 10:00:00 INFO step ${n}`).join('\n')],
    ['log', Array.from({ length: 1400 }, (_, n) => `step ${n} ok`).join('\n')],
    ['log', STACK],
    ['code', DIFF],
    ['code', 'export function f(a: number) {\n  const b = a;\n  return b;\n}\n'],
    ['code', 'import os\n\ndef main():\n    x = 1\n    if x:\n        return os\n'],
    ['table', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['csv', 'name;age\nAnn;3\nBob;4\n'],
    ['csv', 'name\tage\nAnn\t3\nBob\t4\n'],
    ['markdown', '# Title\n\nSome text.\n\n```ts\nconst a = 1;\n```\n'],
    ['prose', 'The committee met on Monday. It agreed, at length, to meet again.'],
    ['prose', 'x'.repeat(300_000)],
    ['prose', ''],
  ] as const)('tells %s', (shape, text) => {
    expect(detectShape(text)).toBe(shape);
  });

  it('lets the media type decide what the content leaves open, and only that', () => {
    expect(detectShape('a plain line', 'text/markdown; charset=utf-8')).toBe('markdown');
    expect(detectShape('a = b', 'application/javascript')).toBe('code');
    expect(detectShape('not json', 'application/json')).toBe('prose');
  });
});
