import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeBlock } from '../../../shared/compare/guard.ts';

describe('mergeBlock()', () => {
  const blocked: readonly (readonly [string, string, string])[] = [
    ['Nightly backup is enabled on db-2.', 'Nightly backup is disabled on db-2.', 'antonym'],
    ['Clients may retry writes.', 'Clients may not retry writes.', 'negation'],
    ['Clients may retry writes.', 'Clients must retry writes.', 'modal'],
    ["The job can't be restarted.", 'The job can be restarted.', 'negation'],
    ['Lease K ends on 2031-08-03.', 'Lease K ends on 2031-08-13.', 'value'],
    ['The limit is 30 days.', 'The limit is 40 days.', 'value'],
    ['limit is 10\u00b2', 'limit is 102', 'value'],
    ['Two people sign.', 'Five people sign.', 'value'],
    ['One person signs.', 'Two people sign.', 'value'],
    ['It is the fourth quarter.', 'It is the 3rd quarter.', 'value'],
    ['Written to /var/log/app', 'Written to /var/log/web', 'value'],
    ['The depot is in Arlo.', 'The depot is in Brant.', 'name'],
    ['The deploy is on Monday.', 'The deploy is on Friday.', 'closed_class'],
    ['He sells kettles.', 'He buys kettles.', 'antonym'],
    ['The lid is made of steel plate.', 'The lid is made of paper plate.', 'closed_class'],
    ['Anna pays Bert.', 'Bert pays Anna.', 'order'],
    ['const Foo = 1;', 'const foo = 1;', 'code'],
    ['if a:\n    b()\nc()', 'if a:\n    b()\n    c()', 'code'],
  ];
  for (const [a, b, reason] of blocked) {
    it(`blocks ${JSON.stringify(a)} against ${JSON.stringify(b)} (${reason})`, () => {
      expect(mergeBlock(a, b)).toBe(reason);
      expect(mergeBlock(b, a)).toBe(reason);
    });
  }

  const allowed: readonly (readonly [string, string])[] = [
    ['Deploy on  Friday.', 'deploy on Friday.'],
    ['Team Heron owns billing.', 'Team Heron owns billing'],
    ['Caf\u00e9 opens at 9', 'Cafe\u0301 opens at 9'],
    ['The item is returned within 30 days.', 'Items are returned within 30 days'],
    ['The lease ends in three days.', 'The lease ends in 3 days.'],
    ['It is the fourth quarter.', 'It is the 4th quarter.'],
    ['One truck stands in the yard.', 'A truck stands in the yard.'],
    ['No one may enter.', 'Nobody may enter.'],
    ['Refunds take 5 days.', 'Refunds take 5 days, and the customer gets an e-mail.'],
  ];
  for (const [a, b] of allowed) {
    it(`lets ${JSON.stringify(a)} merge with ${JSON.stringify(b)}`, () => {
      expect(mergeBlock(a, b)).toBeNull();
    });
  }

  it('is symmetric, and never blocks a text against itself', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 120 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(mergeBlock(a, a)).toBeNull();
        expect(mergeBlock(a, b) === null).toBe(mergeBlock(b, a) === null);
      }),
    );
  });
});

it.each([
  ['size: 10 MB', 'size: 10 Mb'],
  ['The link runs at 10Gb/s.', 'The link runs at 10GB/s.'],
  ['power: 5 MW', 'power: 5 mW'],
  ['path: /Data/x', 'path: /data/x'],
  ['token: abcDEF123', 'token: abcdef123'],
  ['Was it sent?', 'It was sent.'],
])('mergeBlock() keeps "%s" and "%s" apart', (a, b) => {
  expect(mergeBlock(a, b)).toBe('value');
});

it.each([
  ['Due in Q3.', 'due in q3'],
  ['The Disk holds 10 GB.', 'the disk holds 10 GB'],
  ['Was it sent?', 'was it sent?'],
  ['It weighs 5 KG.', 'It weighs 5 kg.'],
])('mergeBlock() lets "%s" and "%s" merge', (a, b) => {
  expect(mergeBlock(a, b)).toBeNull();
});
