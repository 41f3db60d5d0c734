import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../shared/contracts/memory-filter.ts';
import { parseFilter } from '../../../../shared/memory/filter/parse.ts';

describe('parseFilter()', () => {
  it('reads no condition as null', () => {
    expect(parseFilter({})).toBeNull();
    expect(parseFilter({ user_id: undefined })).toBeNull();
  });

  it('reads one condition without anything around it', () => {
    const is = { type: 'column', field: 'user_id', test: { op: 'in', operands: ['ana'] } };
    expect(parseFilter({ user_id: 'ana' })).toEqual(is);
    expect(parseFilter({ user_id: { eq: 'ana' } })).toEqual(is);
    expect(parseFilter({ AND: [{ user_id: { in: ['ana'] } }] })).toEqual(is);
    expect(parseFilter({ user_id: { ne: 'ana' } })).toEqual({ type: 'not', of: is });
  });

  it('gives operands as the store has them', () => {
    const filter: Filter = {
      category: { in: ['policy_limit', 'general'] },
      authority: 'record',
      valid_from: { gt: '2026-01-01T02:00:00+02:00' },
      useful_count: { lte: 3 },
      value: { contains: '1' },
    };
    expect(parseFilter(filter)).toEqual({
      type: 'all',
      of: [
        { type: 'column', field: 'category', test: { op: 'in', operands: [0, 3] } },
        { type: 'column', field: 'authority', test: { op: 'in', operands: [0] } },
        {
          type: 'column',
          field: 'valid_from',
          test: { op: 'gt', operand: Date.UTC(2026, 0, 1) },
        },
        { type: 'column', field: 'useful_count', test: { op: 'lte', operand: 3 } },
        { type: 'value', test: { op: 'contains', operand: '1' } },
      ],
    });
  });

  it('goes down the metadata at every dot and at nothing else', () => {
    expect(parseFilter({ 'metadata.a[0]"$.valid_from': { eq: null } })).toEqual({
      type: 'metadata',
      path: ['a[0]"$', 'valid_from'],
      test: { op: 'unset' },
    });
  });

  it('reads NOT of a list as none of them', () => {
    const [a, b] = ['a', 'b'].map((key) => ({
      type: 'column',
      field: 'key',
      test: { op: 'in', operands: [key] },
    }));
    expect(parseFilter({ not: [{ key: 'a' }, { key: 'b' }] })).toEqual({
      type: 'not',
      of: { type: 'any', of: [a, b] },
    });
    expect(parseFilter({ NOT: { OR: [{ key: 'a' }, { key: 'b' }] } })).toEqual({
      type: 'not',
      of: { type: 'any', of: [{ type: 'any', of: [a, b] }] },
    });
  });

  it.each([
    { categry: 'a' },
    { user_id: { like: 'a' } },
    { category: 'unknown' },
    { user_id: { in: 'ana' } },
    { 'metadata.a': [1] },
    { AND: [{}] },
    { OR: ['a'] },
  ])('throws for %j, which was not checked', (filter) => {
    expect(() => parseFilter(filter as Filter)).toThrow('Cannot read filter: it was not checked');
  });
});
