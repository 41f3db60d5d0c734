import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../shared/memory/parts.ts';
import { spokenText } from '../../../shared/memory/speaker.ts';

const LONG = Array.from({ length: 600 }, (_, i) => `Sentence ${i} says little of note.`).join(' ');

describe('partsOf()', () => {
  it('embeds a short turn as a whole behind the turn before it', () => {
    const [part, ...rest] = partsOf('Yes, in Rome.', 'Bob: Were you in Italy?', 'Anna');
    expect(part?.text).toBe('Bob: Were you in Italy? Anna: Yes, in Rome.');
    expect([part?.start, part?.end, rest.length]).toEqual([0, 13, 0]);
  });

  it('names the speaker once', () => {
    expect(partsOf('Anna: Yes.', null, 'Anna')[0]?.text).toBe('Anna: Yes.');
    expect(partsOf('Yes.', null, null)[0]?.text).toBe('Yes.');
    expect(spokenText('**anna**: Yes.', 'Anna')).toBe('**anna**: Yes.');
    expect(spokenText('Bob: said Anna', 'Anna')).toBe('Anna: Bob: said Anna');
  });

  it('keeps the end of a long turn before it, so that the turn itself is read', () => {
    const [part] = partsOf('Yes.', `Bob: ${'word '.repeat(200)}Were you there?`, 'Anna');
    expect(part?.text).toMatch(/^Bob: word .* Were you there\? Anna: Yes\.$/);
    expect(part?.text.split(' ').length).toBeLessThan(50);
  });

  it('splits a long memory into passages, each with its speaker, and leaves nothing out', () => {
    const parts = partsOf(LONG, 'Bob: before', 'Anna');
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.every(({ text }) => text.startsWith('Anna: ') && text.length < 700)).toBe(true);
    expect(parts.map(({ start, end }) => LONG.slice(start, end)).join('')).toBe(LONG);
  });

  it('gives at most 128 parts of the longest memory in any script', () => {
    for (const unit of ['word. ', '汉字。', 'a\n\n', 'x']) {
      const text = unit.repeat(50_000 / unit.length);
      const parts = partsOf(text, null, null);
      expect(parts.length).toBeLessThanOrEqual(128);
      expect(parts.at(-1)?.end).toBe(text.length);
    }
  });

  it('has no parts of blank text', () => {
    expect(partsOf('', null, null)).toEqual([]);
    expect(partsOf(' \n', 'Bob: hi', 'Anna')).toEqual([]);
  });

  it('covers every visible character exactly once', () => {
    const words = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 300 });
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        const covered = partsOf(text, null, null).map(({ start, end }) => text.slice(start, end));
        expect(covered.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
