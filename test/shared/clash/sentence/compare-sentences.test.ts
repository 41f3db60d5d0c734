import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSentences } from '../../../../shared/clash/sentence/compare-sentences.ts';
import { prepareSentence } from '../../../../shared/clash/sentence/sentence.ts';

const NOTHING = { sameEntity: false, sameSource: false, oneOwner: false };
const ENTITY = { ...NOTHING, sameEntity: true };
const SOURCE = { ...NOTHING, sameSource: true };
const OWNER = { ...NOTHING, oneOwner: true };

function compare(a: string, b: string, context = NOTHING) {
  return compareSentences(prepareSentence(a), prepareSentence(b), context);
}
function verdict(a: string, b: string, context = NOTHING): string {
  const found = compare(a, b, context);
  return found === null ? 'none' : `${found.rule} ${found.tier}`;
}

describe('compareSentences() of denied statements', () => {
  it('F-19: finds "may retry" against "may not retry"', () => {
    const pair = ['Clients may retry writes.', 'Clients may not retry writes.'] as const;
    expect(verdict(...pair)).toBe('NEG high');
    for (const context of [ENTITY, SOURCE, OWNER])
      expect(verdict(...pair, context)).toBe('NEG drop');
    expect(compare(...pair)).toMatchObject({ valueA: 'retry', valueB: 'not' });
  });

  it('drops across documents when four words are shared', () => {
    expect(
      verdict(
        'The billing service stores card numbers.',
        'The billing service does not store card numbers.',
      ),
    ).toBe('NEG drop');
  });

  it.each([
    ['The cache is always warm at startup.', 'The cache is never warm at startup.'],
    ['All orders ship on Monday.', 'No orders ship on Monday.'],
    ['All servers are patched.', 'Not all servers are patched.'],
    ['I like cats.', "I don't like cats."],
    ['The device is waterproof.', "The device isn't waterproof."],
    ['A man is playing a guitar.', 'There is no man playing a guitar.'],
  ])('finds "%s" / "%s"', (a, b) => {
    expect(verdict(a, b, ENTITY)).toBe('NEG drop');
  });

  it.each([
    ['two denials', 'The service does not retry.', 'The service never retries.'],
    ['two denials of other things', 'The port is not 5432.', 'The port is not 5433.'],
    ['a number', 'Warehouse No. 5 stores paint.', 'Warehouse 5 stores paint.'],
    ['another time', 'The office used to be open.', 'The office is not open.'],
    ['another person', 'Alice is a vegetarian.', 'Bob is not a vegetarian.'],
    ['half a denial', 'The job hardly fails.', 'The job does not fail.'],
    ['a denial by meaning', 'The film failed to open.', 'The film never opened.'],
  ])('finds nothing in %s', (_, a, b) => {
    expect(verdict(a, b, ENTITY)).toBe('none');
  });

  it('flags a guess and a denied side remark, whatever the caller knows', () => {
    expect(
      verdict('The API might support uploads.', 'The API does not support uploads.', ENTITY),
    ).toBe('NEG flag');
    expect(
      verdict('The host that is not patched is db-1.', 'The host that is patched is db-1.', ENTITY),
    ).toBe('NEG flag');
  });

  it('takes the reach of the denial when the sentences differ elsewhere', () => {
    expect(
      verdict(
        'The lift in the east wing of the building was not repaired, so use the stairs.',
        'The lift in the east wing of the building was repaired.',
        ENTITY,
      ),
    ).toBe('NEG3s high');
  });
});

describe('compareSentences() of one changed word', () => {
  it('F-19: finds enabled against disabled, and drops only for one known thing', () => {
    const pair = [
      'Nightly backup is enabled on db-2.',
      'Nightly backup is disabled on db-2.',
    ] as const;
    expect(verdict(...pair)).toBe('SUBant high');
    expect(verdict(...pair, SOURCE)).toBe('SUBant high');
    expect(verdict(...pair, ENTITY)).toBe('SUBant drop');
    expect(verdict(...pair, OWNER)).toBe('SUBant drop');
    expect(compare(...pair)).toMatchObject({ valueA: 'enabled', valueB: 'disabled' });
  });

  it('drops inside one source when the subjects have the same name', () => {
    const pair = ['The Arlo depot is open.', 'The Arlo depot is closed.'] as const;
    expect(verdict(...pair, SOURCE)).toBe('SUBant drop');
    expect(verdict(...pair)).toBe('SUBant high');
  });

  it('F-21: two places of one depot clash, two teams do not', () => {
    expect(verdict('Depot is in Arlo.', 'Depot is in Brant.', ENTITY)).toBe('SUBname high');
    expect(verdict('Team Heron owns billing.', 'Team Osprey owns search.', ENTITY)).toBe('none');
    expect(verdict('Team Heron owns billing.', 'Team Osprey owns billing.', ENTITY)).toBe('none');
  });

  it.each([
    [
      'bounds',
      'The pool keeps at least 3 workers.',
      'The pool keeps at most 2 workers.',
      'SUBnum drop',
    ],
    ['a unit', 'The timeout is 30 seconds.', 'The timeout is 45 seconds.', 'SUBnum drop'],
    [
      'a date',
      'The invoice is due on 5 May 2024.',
      'The invoice is due on 9 May 2024.',
      'SUBnum drop',
    ],
    ['a year', 'The firm was founded in 1998.', 'The firm was founded in 2001.', 'SUBnum drop'],
    ['a weekday', 'The meeting is on Monday.', 'The meeting is on Friday.', 'SUBclosed drop'],
    ['a switch', 'The light is on.', 'The light is off.', 'SUBant drop'],
    [
      'a subject',
      'These two men left the house.',
      'These seven men left the house.',
      'SUBnum-subj high',
    ],
    [
      'an introduced thing',
      'A dog ran near two trees.',
      'A dog ran near nine trees.',
      'SUBnum-i high',
    ],
    [
      'one of a kind',
      'A man stood inside the door.',
      'A man stood outside the door.',
      'SUBant-i high',
    ],
    ['units that are mixed up', 'The file is 10 GB.', 'The file is 10 GiB.', 'SUBnum flag'],
    ['what can be bought twice', 'Mara bought 3 apples.', 'Mara bought 5 apples.', 'SUBnum-m flag'],
  ])('tells %s', (_, a, b, expected) => {
    expect(verdict(a, b, ENTITY)).toBe(expected);
  });

  it('says that rounding may explain it', () => {
    expect(compare('The file is 10 GB.', 'The file is 10 GiB.')?.possible).toBe(true);
    expect(compare('The file is 10 GB.', 'The file is 20 GB.')?.possible).toBe(false);
  });

  it.each([
    ['many objects', 'Mara likes tea.', 'Mara likes coffee.'],
    ['one of several', 'One of the ports is 8080.', 'One of the ports is 9090.'],
    ['a number in a bound', 'The pool keeps at least 3 workers.', 'The pool keeps 5 workers.'],
    ['equal durations', 'The timeout is 30 seconds.', 'The timeout is 0.5 minutes.'],
    ['days and months', 'Refunds take 30 days.', 'Refunds take 1 month.'],
    ['another year', 'Revenue rose 5% in 2019.', 'Revenue rose 5% in 2020.'],
    ['another period', 'Revenue rose 5% in 2019.', 'Revenue rose 7% in 2020.'],
    ['another time', 'The office used to be in Leeds.', 'The office is in York.'],
    ['some and all', 'Some tests pass on Windows.', 'All tests pass on Windows.'],
    ['synonyms', 'The van is gray.', 'The van is grey.'],
    ['other topics', 'The van is gray.', 'Sales rose in spring.'],
  ])('finds nothing in %s', (_, a, b) => {
    expect(verdict(a, b, OWNER)).toBe('none');
  });

  it('does not know which man "a man" is, unless the caller does', () => {
    const pair = ['A man stood inside the door.', 'A man stood outside the door.'] as const;
    expect(verdict(...pair)).toBe('none');
    expect(verdict(...pair, OWNER)).toBe('none');
  });

  it('flags when one side says more', () => {
    expect(
      verdict(
        'The north gate of the depot is open.',
        'The north gate of the depot is closed today.',
      ),
    ).toBe('SUBant-l flag');
  });

  it('finds another value behind the same word of a longer sentence', () => {
    expect(
      verdict(
        'The Brubaker is a 1980 American prison drama film directed by Stuart Rosenberg and others.',
        'The Brubaker is a 2007 drama.',
      ),
    ).toBe('NUMC high');
  });
});

describe('compareSentences()', () => {
  const text = fc
    .array(
      fc.constantFrom(
        ...'The Arlo depot is was not never open closed in on 2019 3 5 GB Monday Friday a red blue , and no all retries'.split(
          ' ',
        ),
      ),
      { maxLength: 14 },
    )
    .map((words) => words.join(' '));

  it('never finds a sentence to clash with itself', () => {
    fc.assert(
      fc.property(text, (sentence) => {
        expect(compare(sentence, `${sentence} `, ENTITY)).toBeNull();
      }),
    );
  });

  it('points at the words that differ', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = compare(a, b, OWNER);
        if (found === null) return;
        expect(a.slice(found.a.start, found.a.end)).toBe(found.valueA);
        expect(b.slice(found.b.start, found.b.end)).toBe(found.valueB);
        expect(found.valueA).not.toBe('');
        expect(found.valueB).not.toBe('');
      }),
    );
  });

  it('is as sure the other way round', () => {
    const pairs = [
      ['Clients may retry writes.', 'Clients may not retry writes.'],
      ['Depot is in Arlo.', 'Depot is in Brant.'],
      ['The pool keeps at least 3 workers.', 'The pool keeps at most 2 workers.'],
      ['The north gate of the depot is open.', 'The north gate of the depot is closed today.'],
    ] as const;
    for (const [a, b] of pairs) expect(verdict(b, a, OWNER)).toBe(verdict(a, b, OWNER));
  });

  it.each([
    ['one character', 'a'.repeat(1_000_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['digits', '9'.repeat(1_000_000)],
    ['brackets', '-LRB-'.repeat(200_000)],
    ['words', 'open '.repeat(200_000)],
    ['denials', 'not '.repeat(200_000)],
  ])('reads the start of a megabyte of %s', (_, hostile) => {
    const sentence = prepareSentence(hostile);
    expect(sentence.tokens.length).toBeLessThanOrEqual(80);
    expect(compareSentences(sentence, prepareSentence('The gate is open.'), ENTITY)).toBeNull();
  });
});
