import { describe, expect, it } from 'vitest';
import { staleCopies } from '../../../shared/health/stale-copies.ts';
import { inspected, inspection } from '../../support/detector-contract.ts';

const fees = (year: number, shipping: string) =>
  `Fee schedule ${year}. Return shipping: ${shipping} EUR. Restocking fee for opened kettles: 10 percent.`;
const PAST = Date.UTC(2026, 0, 1);
const FUTURE = Date.UTC(2027, 0, 1);
const old = inspected({
  id: 'old',
  source: 'fees-2025',
  text: fees(2025, '4.90'),
  supersededAtMs: PAST,
});
const current = inspected({ id: 'new', source: 'fees-2026', text: fees(2026, '5.90') });

describe('staleCopies()', () => {
  it('drops the superseded version when the current one is there', () => {
    const [finding, ...rest] = staleCopies(inspection([old, current]));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ action: 'drop', targets: ['old'], chunkIds: ['old', 'new'] });
    expect(finding?.reason).toContain('superseded on 2026-01-01');
  });

  it.each([
    ['there is no current version', [old]],
    ['it is superseded later', [{ ...old, supersededAtMs: FUTURE }, current]],
    [
      'the current text says other things',
      [old, inspected({ id: 'x', text: 'The shop opens at nine.' })],
    ],
    [
      'they are about different things',
      [
        { ...old, entity: 'a' },
        { ...current, entity: 'b' },
      ],
    ],
  ])('leaves a superseded text when %s', (_, chunks) => {
    expect(staleCopies(inspection(chunks))).toEqual([]);
  });

  it('only flags a superseded text that is pinned', () => {
    expect(staleCopies(inspection([{ ...old, pinned: true }, current]))).toMatchObject([
      { action: 'flag' },
    ]);
  });
});
