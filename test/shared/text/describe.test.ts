import { expect, it, describe as suite } from 'vitest';
import { describe, placeholder } from '../../../shared/text/describe.ts';

function buildLog(): string {
  const lines = Array.from({ length: 2000 }, (_, n) => `[tsc] compiled file${n}.ts`);
  lines[1411] = 'src/a.ts(3,7): error TS2345: Argument of type <string> is not assignable';
  return lines.join('\n');
}

suite('describe()', () => {
  it('names the first error of a build log with its line', () => {
    const { shape, size, line } = describe(buildLog());
    expect(shape).toBe('log');
    expect(size).toMatch(/^2,000 lines, \d+ KB$/);
    expect(line).toMatch(/^build log, 2,000 lines: .*error TS2345: .* \(line 1,412\)$/);
  });

  it('prefers the last fatal line to earlier errors', () => {
    const log = `${'step 1 ok\n'.repeat(20)}error: retry\nPANIC: ledger checksum mismatch\nstep 2 ok\n`;
    expect(describe(log).line).toContain('PANIC: ledger checksum mismatch (line 22)');
  });

  it('names columns, keys, counts and images', () => {
    expect(describe('a,b\n1,2\n3,4\n').line).toBe('CSV, 2 rows: columns a, b');
    expect(describe('[{"id":1,"n":2},{"id":2}]').line).toBe(
      'JSON array of 2 items: objects with keys id, n',
    );
    expect(describe('{"rows":[1,2,3],"error":"no disk"}').line).toContain('error = no disk');
    const image = `data:image/png;base64,${'AAAA'.repeat(80_000)}`;
    expect(describe(image).line).toBe('image/png 240 KB');
  });

  it('is one line of at most 200 characters without brackets, for anything', () => {
    const texts = [
      buildLog(),
      '',
      '<a>]\n'.repeat(500),
      `{"${'k'.repeat(500)}":1}`,
      '🚀'.repeat(999),
    ];
    for (const text of texts) {
      const { line } = describe(text);
      expect(line.length).toBeLessThanOrEqual(200);
      expect(line).not.toMatch(/[\n\r[\]<>]/);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toBe('');
    }
  });
});

suite('placeholder()', () => {
  it('names the handle, the tool, its modes and the size', () => {
    const text = placeholder({
      handle: 'off_x',
      description: 'build log]\n',
      bytes: 180_000,
      lines: 2000,
      tokens: 45_210,
    });
    expect(text).toContain('[build log), handle "off_x"');
    expect(text).toContain('180 KB, 2,000 lines, 45,210 tokens');
    expect(text).toMatch(/fetch_offloaded.*grep.*lines.*tail/);
    expect(text).not.toContain('\n');
  });
});
