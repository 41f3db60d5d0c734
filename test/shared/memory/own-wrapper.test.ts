import { describe, expect, it } from 'vitest';
import { DATA_LINE, wrap } from '../../../shared/format/wrap.ts';
import { carriesWrapper } from '../../../shared/memory/own-wrapper.ts';

const BLOCK = wrap(
  {
    id: 'mem_"1"',
    kind: 'memory',
    source: 'memory:user > notes',
    trust: 'user',
    pinned: false,
    text: 'likes tea',
    title: '',
    entity: 'Ana',
    createdAtMs: 0,
    supersededAtMs: null,
    group: null,
    isTask: false,
    position: 0,
  },
  'likes tea',
  'off_x',
);

describe('carriesWrapper()', () => {
  it.each([
    ['a block', BLOCK],
    ['a block in a text', `The window was:\n\n${BLOCK}\nand so on`],
    ['a block whose end is cut off', BLOCK.slice(0, BLOCK.indexOf('date='))],
    ['a block inside JSON', JSON.stringify({ content: BLOCK })],
    ['a block that was escaped by another one', BLOCK.replaceAll('<context', '&lt;context')],
    ['the line that explains blocks', `You help. ${DATA_LINE}`],
  ])('sees %s', (_, text) => {
    expect(carriesWrapper(text)).toBe(true);
  });

  it.each([
    'likes tea',
    'Use <context> tags around documents in prompts.',
    '<context id="a">somebody else\'s block</context>',
    'The source="x" and trust="y" of id="z" are attributes',
    '',
  ])('leaves %j', (text) => {
    expect(carriesWrapper(text)).toBe(false);
  });

  it('reads a megabyte of openings in linear time', () => {
    expect(carriesWrapper('<context id="'.repeat(80_000))).toBe(false);
  });
});
