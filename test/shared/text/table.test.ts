import { describe, expect, it } from 'vitest';
import { cellsOf, parseTable, splitTable } from '../../../shared/text/table.ts';

const HEADER = '| part | torque |\n|------|-------:|\n';
const ROWS = Array.from({ length: 60 }, (_, index) => `| bolt ${index} | ${index} Nm |\n`);

describe('splitTable()', () => {
  it('starts every chunk with header and delimiter and keeps every row once (F-17)', () => {
    const chunks = splitTable(HEADER + ROWS.join(''), 20);
    expect(chunks).toHaveLength(3);
    expect(chunks.every((chunk) => chunk.startsWith(HEADER))).toBe(true);
    expect(chunks.map((chunk) => chunk.slice(HEADER.length)).join('')).toBe(ROWS.join(''));
  });

  it('keeps quoted cells with line breaks whole', () => {
    const csv = 'id,note\n1,"a\nb"\n2,c\n3,"d, e"\n';
    expect(splitTable(csv, 1)).toEqual([
      'id,note\n1,"a\nb"\n',
      'id,note\n2,c\n',
      'id,note\n3,"d, e"\n',
    ]);
  });

  it('keeps the text around a table as texts of their own', () => {
    const chunks = splitTable(`Torques:\n\n${HEADER}${ROWS.join('')}\nEnd\n`, 100);
    expect(chunks).toEqual(['Torques:\n\n', HEADER + ROWS.join(''), '\nEnd\n']);
  });

  it('gives back what is no table, and nothing for nothing', () => {
    expect(splitTable('Just words, and more.', 3)).toEqual(['Just words, and more.']);
    expect(splitTable('', 3)).toEqual([]);
  });
});

describe('parseTable()', () => {
  it('does not take prose with commas, or two tables, for one table', () => {
    expect(parseTable('Yes, we can.\nNo, we, cannot.\nWell, maybe.\n')).toBeNull();
    expect(parseTable(`${HEADER}${ROWS[0]}\n\n${HEADER}${ROWS[1]}`)).toBeNull();
  });
});

describe('cellsOf()', () => {
  it('reads quoted and escaped cells', () => {
    expect(cellsOf('1,"a, ""b""",c\n', { kind: 'delimited', delimiter: ',' })).toEqual([
      '1',
      'a, "b"',
      'c',
    ]);
    expect(cellsOf('| a \\| b | c |\n', { kind: 'gfm', delimiter: '|' })).toEqual(['a \\| b', 'c']);
  });
});
