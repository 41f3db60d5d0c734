import { describe, expect, test } from 'vitest';
import { copyClashes } from '../../../../shared/clash/passage/copy-clashes.ts';

const TEXT =
  'The Harrow Bridge is a road bridge over the river Wend in the county of Marl. It was opened on 4 May 1931 and carries two lanes of traffic. The bridge is 412 metres long and is painted green. The county council maintains the bridge and closes it when the wind is strong. Lorries are allowed on the bridge at all times.';

const edited = (from: string, to: string) => TEXT.replace(from, to);
const clashes = (other: string, isSameEntity = false) => copyClashes(TEXT, other, isSameEntity);

describe('copyClashes()', () => {
  test('drops a copy with one number changed', () => {
    const [clash, ...others] = clashes(edited('412', '530'));
    expect(others).toEqual([]);
    expect(clash).toMatchObject({
      tier: 'drop',
      rule: 'copy-num',
      extent: 'text',
      a: { value: '412 metres', text: 'The bridge is 412 metres long and is painted green.' },
      b: { value: '530 metres' },
    });
  });

  test('sides stand where their offsets say', () => {
    const other = edited('4 May 1931', '12 June 1934');
    for (const { a, b } of clashes(other)) {
      expect(TEXT.slice(a.start, a.end)).toBe(a.text);
      expect(other.slice(b.start, b.end)).toBe(b.text);
    }
    expect(clashes(other)).toMatchObject([{ tier: 'drop', b: { value: '12 June 1934' } }]);
  });

  test.each([
    ['a negation put in', 'are allowed', 'are not allowed', 'copy-neg'],
    ['an opposite', 'allowed', 'denied', 'copy-closed'],
    ['another of a closed class', 'green', 'red', 'copy-closed'],
  ])('drops a copy with %s', (_, from, to, rule) => {
    expect(clashes(edited(from, to))).toMatchObject([{ tier: 'drop', rule }]);
  });

  test('only flags another name', () => {
    expect(clashes(edited('county of Marl', 'county of Lune'))).toMatchObject([
      { tier: 'flag', rule: 'copy-name' },
    ]);
  });

  test.each([
    ['the same value in another format', '412 metres', '0.412 km'],
    ['a synonym', 'green', 'green'],
    ['a word more', 'strong', 'very strong'],
    ['"not only"', 'are allowed', 'are not only allowed'],
  ])('finds nothing in a copy with %s', (_, from, to) => {
    expect(clashes(edited(from, to))).toEqual([]);
  });

  test('a year and a figure that changed together are another period', () => {
    const census =
      'The town of Marl lies on the river Wend and has a market and two schools. According to the census of 2010 the town had 4,318 inhabitants who lived in 1,200 houses near the river. The town is known for its yearly fair.';
    expect(
      copyClashes(census, census.replace('2010', '2020').replace('4,318', '5,107'), false),
    ).toEqual([]);
  });

  test('values that changed with the name of the thing belong to another thing', () => {
    const other = TEXT.replaceAll('Harrow', 'Selby').replaceAll('412', '530');
    expect(clashes(other)).toEqual([]);
    const plus = TEXT.replaceAll('Harrow Bridge', 'Harrow East Bridge').replaceAll('412', '530');
    expect(clashes(plus)).toEqual([]);
  });

  test('unless the caller says that both are about one thing', () => {
    const other = TEXT.replaceAll('Harrow', 'Selby').replaceAll('412', '530');
    expect(clashes(other, true)).toContainEqual(
      expect.objectContaining({ tier: 'drop', rule: 'copy-num' }),
    );
  });

  test('names that only changed places are no edit', () => {
    const text =
      'Ana of Marl wrote the plan and Bert of Wend signed it in the old hall near the river on a cold day. Later that year the plan of the town was read by all the people who lived there and nobody objected to it.';
    const other = text.replace('Ana', 'X').replace('Bert', 'Ana').replace('X', 'Bert');
    expect(copyClashes(text, other, true)).toEqual([]);
  });

  test('a longer text around the copy loses the statement only', () => {
    const other = `${edited('412', '530')} ${'Further notes on other bridges of the county follow here with more words. '.repeat(6)}`;
    expect(clashes(other)).toMatchObject([{ tier: 'drop', extent: 'statement' }]);
  });

  test('a number that joins other text to it is no edit', () => {
    const notice =
      'File updated. Please review the changes and make sure that they are correct and complete before you go on with the next step.';
    const a = `[File: reproduce (1 lines total)] ${notice}`;
    const b = `[File: reproduce (9 lines total)] with time and field, then a delta of precision and a schema that loads it twice in a row ${notice}`;
    expect(copyClashes(a, b, false)).toEqual([]);
  });

  test('texts without common runs are no copies', () => {
    expect(
      clashes(
        'The ferry at Wend was closed in 1930. Nobody has used the pier since the flood of that year came over the river and the village lost its harbour.',
      ),
    ).toEqual([]);
    expect(copyClashes('', '', false)).toEqual([]);
  });

  test('stays bounded on 10,000 equal words', () => {
    const long = `${'word '.repeat(10_000)}`;
    expect(copyClashes(`${long}5`, `${long}6`, false).length).toBeLessThanOrEqual(1);
  });
});
