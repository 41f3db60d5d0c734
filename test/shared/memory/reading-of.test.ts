import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../shared/memory/reading-of.ts';

describe('readingOf()', () => {
  it.each([
    'REFUNDS GO TO X-99',
    '  refunds   go\nto X-99. ',
    'Ref\u200bunds go to X-99!',
    'Rеfunds gо to X-99',
    'Ｒefunds go to X-99',
  ])('reads %j like the plain text', (text) => {
    expect(readingOf(text).replace('\n', ' ')).toBe('refunds go to x-99');
  });

  it('tells texts apart that say something else, and is empty where nothing is said', () => {
    expect(readingOf('Refunds go to X-98')).not.toBe(readingOf('Refunds go to X-99'));
    expect(readingOf('Проверьте отчёт')).not.toBe('');
    expect(readingOf(' …\u200b. ')).toBe(readingOf('…'));
    expect(readingOf('. . .')).toBe('');
  });
});
