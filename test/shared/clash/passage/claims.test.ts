import { describe, expect, test } from 'vitest';
import { claimClashes } from '../../../../shared/clash/passage/claim-clashes.ts';
import { claimsOf } from '../../../../shared/clash/passage/claims.ts';

const claims = (text: string) =>
  claimsOf({ text, start: 0, end: text.length }).map(
    ({ attribute, raw }) => `${attribute}: ${raw}`,
  );

describe('claimsOf()', () => {
  test.each([
    ['Ada Byron was born on 10 December 1815 in London.', 'born: 10 December 1815'],
    ['Ada Byron (10 December 1815 – 27 November 1852) wrote.', 'died: 27 November 1852'],
    ['She was born in London to a poet.', 'birthplace: London'],
    ['The town had a population of 4,318 in all.', 'population: 4,318'],
    ['There were 4,318 people in the town.', 'people: 4,318'],
    ['The film was directed by Ana Lund.', 'directed: Ana Lund'],
    ['The firm is based in Lyon, France.', 'located: Lyon, France'],
    ['The capital of Chile is Santiago.', 'capital: Santiago'],
    ['He is a Danish painter.', 'nation: Danish'],
    ['Nightfall is a 1999 film about a flood.', 'year: 1999'],
    ['Nightfall is a short novel by Ana Lund.', 'class: short novel'],
    ['A ticket costs $12.50 at the door.', 'price: $12.50'],
    ['The house is 40 years old.', 'age: 40'],
    ['The museum was opened to the public in May 1931.', 'opened: May 1931'],
    ['The request timeout is 30 ms.', 'timeout: 30 ms'],
  ])('reads "%s"', (text, claim) => {
    expect(claims(text)).toContain(claim);
  });

  test.each([
    'He was not born in London.',
    'Unlike Ada, he was born in Paris.',
    'The museum was never opened in 1931.',
    '',
  ])('reads no claim in "%s"', (text) => {
    expect(claims(text)).toEqual([]);
  });

  test('stays linear on a long sentence of anchors', () => {
    expect(claims('is a '.repeat(160)).length).toBeLessThan(400);
  });
});

describe('claimClashes()', () => {
  const about = (fact: string) => `Ada Byron was a writer of the old school. ${fact}`;

  test('flags two values of one attribute as possible', () => {
    const [clash, ...others] = claimClashes(
      about('Ada Byron was born on 10 December 1815.'),
      about('Ada Byron was born on 3 May 1820.'),
    );
    expect(others).toEqual([]);
    expect(clash).toMatchObject({
      tier: 'flag',
      rule: 'claim-born',
      possible: true,
      a: { value: '10 December 1815' },
      b: { value: '3 May 1820' },
    });
  });

  test('a coarser date agrees', () => {
    expect(
      claimClashes(
        about('Ada Byron was born on 10 December 1815.'),
        about('Ada Byron was born in 1815.'),
      ),
    ).toEqual([]);
  });

  test('other subjects do not clash', () => {
    expect(claimClashes('Ada Byron was born in 1815.', 'Carl Lund was born in 1820.')).toEqual([]);
  });

  test('two bearers of a name who are told apart do not clash', () => {
    expect(
      claimClashes(
        'Gary Bennett (footballer) was born in 1961.',
        'Gary Bennett (politician) was born in 1947.',
      ),
    ).toEqual([]);
  });

  test('a second value that agrees cancels the clash', () => {
    expect(
      claimClashes(
        'The Wend Museum was opened in 1931. The Wend Museum was opened in 1950 again.',
        'The Wend Museum was opened in 1950.',
      ),
    ).toEqual([]);
  });
});
