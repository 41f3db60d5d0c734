import { expect, test } from 'vitest';
import { entityCharacter, numberedCharacter } from '../../../shared/text/entities.ts';

test('entityCharacter() knows names in whatever case, and numbers', () => {
  expect(entityCharacter({ name: 'amp' })).toBe('&');
  expect(entityCharacter({ name: 'HELLIP' })).toBe('…');
  expect(entityCharacter({ decimal: '105' })).toBe('i');
  expect(entityCharacter({ hex: '1F600' })).toBe('😀');
});

test('entityCharacter() gives nothing for what names no character', () => {
  expect(entityCharacter({ name: 'nothing' })).toBe('');
  expect(entityCharacter({ decimal: '0' })).toBe('');
  expect(entityCharacter({ hex: 'ffffff' })).toBe('');
  expect(entityCharacter({})).toBe('');
  expect(numberedCharacter(Number.NaN)).toBe('');
});
