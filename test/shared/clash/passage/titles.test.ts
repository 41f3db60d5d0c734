import { describe, expect, test } from 'vitest';
import { areSisters } from '../../../../shared/clash/passage/titles.ts';

const under = (title: string) => `${title}\n\nThe fee is $5.\n`;

describe('areSisters()', () => {
  test.each([
    ['# Gold Account: fees and limits', '# Gold Plus Account: fees and limits'],
    ['## Fees of the Silver Card', '## Fees of the Bronze Card'],
  ])('tells "%s" from "%s"', (a, b) => {
    expect(areSisters(under(a), under(b))).toBe(true);
    expect(areSisters(under(b), under(a))).toBe(true);
  });

  test.each([
    ['# Gold Account: fees', '# Gold Account: fees'],
    ['# Gold Account: fees (draft)', '# Gold Account: fees'],
    ['# Gold Account: fees 2024', '# Gold Account: fees 2025'],
    ['# Runbook of api-1', '# Inventory of hosts'],
    ['Gold Account fees', 'Silver Account fees'],
    ['', ''],
  ])('does not tell "%s" from "%s"', (a, b) => {
    expect(areSisters(under(a), under(b))).toBe(false);
  });
});
