import { describe, expect, test } from 'vitest';
import { proseSentences } from '../../../../shared/clash/passage/prose.ts';

const texts = (text: string) => proseSentences(text).map((sentence) => sentence.text);

describe('proseSentences()', () => {
  test('splits at the end of sentences and at list items, with offsets', () => {
    const text = 'The port is 80. It is open!\n- Backups run at night\n- Logs stay for a week\n';
    expect(texts(text)).toEqual([
      'The port is 80.',
      'It is open!',
      'Backups run at night',
      'Logs stay for a week',
    ]);
    for (const { start, end, text: own } of proseSentences(text)) {
      expect(text.slice(start, end)).toBe(own);
    }
  });

  test('splits at line ends, but not where a sentence is wrapped', () => {
    expect(texts('The port is open\nBackups run at night\n')).toEqual([
      'The port is open',
      'Backups run at night',
    ]);
    const wrapped =
      'The service that keeps the sessions of all customers was moved to\nthe second region in May.';
    expect(texts(wrapped)).toEqual([wrapped]);
  });

  test('does not split behind titles, initials and abbreviations', () => {
    expect(texts('Dr. Smith met J. Doe in St. Louis. They talked about No. 5.')).toEqual([
      'Dr. Smith met J. Doe in St. Louis.',
      'They talked about No. 5.',
    ]);
  });

  test('leaves out headings, tables, fenced code and other languages', () => {
    const text =
      '# The title of it\n\nThe limit is 5.\n\n| a b | c d |\n|---|---|\n| e f | g h |\n\n```\nthe code is here\n```\n\nDer Server ist nicht mit dem Netz verbunden.\n';
    expect(texts(text)).toEqual(['The limit is 5.']);
  });

  test('leaves out what states nothing: questions, announcements, fields, mark-up', () => {
    const text =
      'Is the port open? The limits are:\nport: 80\nDate: Fri, 26 Jul 2002 10:05\n<b>The port</b>\nThe port is open.';
    expect(texts(text)).toEqual(['The port is open.']);
  });

  test('finds none in JSON, in code, in other scripts and in an empty text', () => {
    expect(texts('{"note": "The port is 80. It is open."}')).toEqual([]);
    expect(texts('def f(x):\n    return x\n\nclass A:\n    pass\n')).toEqual([]);
    expect(texts('Сервер не работает. Он выключен.')).toEqual([]);
    expect(texts('')).toEqual([]);
  });

  test('reads a sentence of many words in pieces', () => {
    const found = proseSentences(`The ${'word '.repeat(200)}end.`);
    expect(found.length).toBeGreaterThan(3);
    for (const { text } of found) expect(text.split(' ').length).toBeLessThanOrEqual(46);
  });

  test('stays bounded on a megabyte without spaces of short sentences and of empty lines', () => {
    for (const text of ['a'.repeat(1_000_000), 'A b. '.repeat(200_000), '\n'.repeat(1_000_000)]) {
      const found = proseSentences(text);
      expect(found.length).toBeLessThanOrEqual(2_000);
      for (const sentence of found) expect(sentence.text.length).toBeLessThanOrEqual(1_000);
    }
  });
});
