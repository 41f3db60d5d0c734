import { expect, test } from 'vitest';
import { nameIndex } from '../../../../shared/injection/features/name-index.ts';

test('nameIndex() tells where a name stands', () => {
  expect(nameIndex(['imp', 'request'], 'imp')).toBe(0);
  expect(nameIndex(['imp', 'request'], 'request')).toBe(1);
});

test('nameIndex() refuses a name that is in no list', () => {
  expect(() => nameIndex(['imp', 'request'], 'reqest')).toThrow(
    'Cannot find feature: no feature is named "reqest"',
  );
  expect(() => nameIndex([], '')).toThrow(RangeError);
});
