import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reduce } from '../../../../shared/text/reduce.ts';
import { severityOf } from '../../../../shared/text/severity.ts';

const DATA = process.env.CASEMENT_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const missing = !existsSync(join(DATA, 'logs'));
const BUDGETS_TOKENS = [200, 800, 3000];

const count = (text: string) => text.match(/[a-z]{1,4}|\d{1,3}|\s+|[^a-z\d\s]/giu)?.length ?? 0;
const terms = (text: string) => text.toLowerCase().match(/[a-z\d]{3,}/g) ?? [];

function files(folder: string): string[] {
  return missing ? [] : readdirSync(join(DATA, folder)).map((name) => join(DATA, folder, name));
}

function reductions(file: string) {
  const text = readFileSync(file, 'utf8');
  return BUDGETS_TOKENS.flatMap((maxTokens) => {
    const request = { text, maxTokens, count, query: 'failed connection', terms, handle: 'off_x' };
    const result = reduce(request);
    return result === null ? [] : [{ text, maxTokens, result }];
  });
}

describe.skipIf(missing)('reduce() of public data (skipped without CASEMENT_DATA)', () => {
  it('accounts for every line of real logs and keeps the first, the last and an error', () => {
    for (const file of files('logs')) {
      for (const { text, maxTokens, result } of reductions(file)) {
        expect(result.shape).toBe('log');
        expect(result.tokens).toBeLessThanOrEqual(maxTokens);
        const lines = text.split('\n');
        const kept = result.text.split('\n').filter((line) => !line.startsWith('[…'));
        const gone = [...result.text.matchAll(/^\[… ([\d,]+)(?: of [\d,]+)? lines? omitted/gm)];
        const omitted = gone.reduce((sum, match) => sum + Number(match[1]?.replaceAll(',', '')), 0);
        expect(kept.length + omitted).toBe(lines.length);
        // Under a small budget both ends stay, if need be with their middles cut out.
        const ends = maxTokens >= 800 ? Number.POSITIVE_INFINITY : 40;
        expect(kept[0]?.slice(0, ends)).toBe(lines[0]?.slice(0, ends));
        expect(kept.at(-1)?.slice(0, ends)).toBe(lines.at(-1)?.slice(0, ends));
        const verbatim = kept.filter((line) => !line.includes('characters omitted'));
        for (const line of verbatim) expect(lines).toContain(line);
        if (maxTokens >= 800 && lines.some((line) => severityOf(line) >= 2)) {
          expect(kept.some((line) => severityOf(line) >= 2)).toBe(true);
        }
      }
    }
  });

  it('keeps real JSON valid, its root kind, and every number as it was written', () => {
    for (const file of files('json').filter((name) => name.endsWith('.json'))) {
      for (const { text, maxTokens, result } of reductions(file)) {
        expect(result.tokens).toBeLessThanOrEqual(maxTokens);
        expect(Array.isArray(JSON.parse(result.text))).toBe(text.trimStart().startsWith('['));
        for (const [, number = ''] of result.text.matchAll(/":(-?\d[\d.eE+-]*)[,}]/g)) {
          expect(text).toContain(number);
        }
      }
    }
  });

  it('keeps header and whole rows of real CSV', () => {
    for (const file of files('json').filter((name) => name.endsWith('.csv'))) {
      for (const { text, result } of reductions(file)) {
        const rows = new Set(text.split('\n'));
        const lines = result.text.split('\n');
        expect(lines[0]).toBe(text.split('\n')[0]);
        for (const line of lines) expect(rows.has(line) || line.startsWith('[…')).toBe(true);
      }
    }
  });
});
