import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankMemories } from '../../../../shared/memory/rank/rank.ts';
import type { MemoryQuery, RankedMemory } from '../../../../shared/memory/rank/types.ts';
import { DEFAULT_RANK_WEIGHTS } from '../../../../shared/memory/rank/weights.ts';
import { asked, ranked, sessionOf } from '../../../support/memories.ts';

const MODEL = 'use-lite-en-q8';

/** Strength by id. */
function strengths(
  text: string,
  memories: readonly RankedMemory[],
  fields: Partial<MemoryQuery> = {},
): Record<string, number> {
  const found = rankMemories(asked(text, memories, fields), memories);
  return Object.fromEntries(memories.map(({ id }, i) => [id, found[i]?.strength ?? Number.NaN]));
}

function best(text: string, memories: readonly RankedMemory[]): string | undefined {
  const by = strengths(text, memories);
  return Object.keys(by).sort((a, b) => (by[b] ?? 0) - (by[a] ?? 0))[0];
}

describe('rankMemories() by words', () => {
  it('ranks what covers more of the question higher, rare words first', () => {
    const memories = [
      ranked('The kettle boils.'),
      ranked('The kettle is teal.'),
      ranked('The door is red.'),
      ranked('The kettle whistles.'),
    ];
    expect(best('Which colour is the teal kettle?', memories)).toBe('The kettle is teal.');
  });

  it('counts related words only where they occur, less than the word itself, and none for names', () => {
    const memories = [
      ranked('My physician called.'),
      ranked('My doctor called.'),
      ranked('My plumber called.'),
    ];
    const related = {
      of: () => [
        { stem: 'nurs', weight: 0.9 },
        { stem: 'physician', weight: 0.5 },
      ],
    };
    const by = strengths('doctor', memories, { related });
    expect(by['My doctor called.']).toBeGreaterThan(by['My physician called.'] ?? 9);
    expect(by['My physician called.']).toBeGreaterThan(0);
    expect(by['My plumber called.']).toBe(0);
    const named = [ranked('physician', { speaker: 'Doctor' }), ranked('plumber')];
    const [first] = rankMemories(asked('doctor', named, { related }), named);
    expect(first?.coverage).toBe(1);
    expect(
      strengths('Doctor?', [ranked('physician'), ranked('x', { speaker: 'Doctor' })], { related })
        .physician,
    ).toBe(0);
  });

  it('reads entity and key like words of the text', () => {
    const memories = [ranked('teal', { title: 'vault colour' }), ranked('red', { title: 'door' })];
    expect(best('What is the vault colour?', memories)).toBe('teal');
  });

  it('finds a fact at the end of a memory of 3,000 words (F-49)', () => {
    const filler = Array.from({ length: 500 }, (_, i) => `Room ${i} has a colour or a vault.`);
    const long = `${filler.join(' ')} The vault colour is teal.`;
    const others = Array.from({ length: 20 }, (_, i) => ranked(`The colour of house ${i} is red.`));
    const memories = [...others, ranked(long)];
    const found = rankMemories(asked('vault colour', memories), memories);
    const order = found.map(({ strength }) => strength).sort((a, b) => b - a);
    expect(order.indexOf(found.at(-1)?.strength ?? 0)).toBeLessThan(3);
    const tail = ranked(`${'Nothing of note here. '.repeat(750)}The vault colour is teal.`);
    const span = rankMemories(asked('vault colour', [tail]), [tail])[0]?.best;
    expect(tail.text.slice(span?.start, span?.end)).toContain('vault colour is teal');
  });

  it('does not prefer a long memory because it has every word somewhere', () => {
    const apart = `The vault is old. ${'Nothing of note here. '.repeat(100)}A colour chart hangs there.`;
    const memories = [ranked(apart), ranked('The vault colour is teal.')];
    expect(best('vault colour', memories)).toBe('The vault colour is teal.');
  });
});

describe('rankMemories() by context', () => {
  const turns = ['Bob: Where did you study chemistry?', 'Anna: In Rome.', 'Anna: It rained.'];

  it('finds the answer behind a question that matches', () => {
    const memories = [...sessionOf(turns), ranked('Eve: In Paris.', { id: 'other' })];
    const by = strengths('Where is the chemistry degree from?', memories);
    expect(by.s1).toBeGreaterThan(by.s2 ?? 9);
    expect(by.s2).toBeGreaterThan(by.other ?? 9);
  });

  it('counts the answered question as covered, so that a threshold keeps the answer', () => {
    const memories = sessionOf(turns);
    const found = rankMemories(asked('chemistry study', memories), memories);
    expect(found[1]?.coverage).toBeGreaterThan(0.3);
    expect(found[2]?.coverage).toBe(0);
  });

  it('has no neighbours across sessions or without one', () => {
    const apart = turns.map((text, i) =>
      ranked(text, { id: `t${i}`, session: `s${i}`, position: i + 1 }),
    );
    expect(strengths('chemistry', apart).t1).toBe(0);
    expect(
      strengths(
        'chemistry',
        turns.map((text) => ranked(text)),
      )['Anna: In Rome.'],
    ).toBe(0);
  });

  it('lends a long memory little of its context', () => {
    const long = `Anna: In Rome. ${'And then other things came. '.repeat(40)}`;
    const by = (answer: string) =>
      strengths('chemistry', sessionOf([turns[0] ?? '', answer])).s1 ?? 0;
    expect(by(long)).toBeLessThan(by('Anna: In Rome.') / 2);
  });
});

describe('rankMemories() by speaker and time', () => {
  it('prefers what the person in question said', () => {
    const memories = [ranked('Bob: I love jazz.'), ranked('Anna: I love jazz.')];
    expect(best('What music does Anna love?', memories)).toBe('Anna: I love jazz.');
    const both = strengths('What do Anna and Bob both love?', memories);
    expect(both['Anna: I love jazz.']).toBeCloseTo(both['Bob: I love jazz.'] ?? 0, 10);
  });

  it('prefers what says when, to a question that asks when', () => {
    const memories = [ranked('I saw the doctor.'), ranked('I saw the doctor last Monday.')];
    expect(best('When was the doctor seen?', memories)).toBe('I saw the doctor last Monday.');
    const by = strengths('Which doctor?', memories);
    expect(by['I saw the doctor.']).toBeCloseTo(by['I saw the doctor last Monday.'] ?? 0, 10);
    expect(strengths('When?', [ranked('It rained last Monday.')])).toEqual({
      'It rained last Monday.': 0,
    });
  });

  it('prefers the day that the question names', () => {
    const day = (date: number) => Date.UTC(2023, 4, date, 15);
    const memories = [7, 8, 30].map((date) =>
      ranked('We met.', { id: String(date), atMs: day(date) }),
    );
    const by = strengths('What happened on 7 May 2023?', memories);
    expect(by['7']).toBeGreaterThan(by['8'] ?? 9);
    expect(by['8']).toBeGreaterThan(by['30'] ?? 9);
  });

  it('takes its share off what is a question itself', () => {
    const memories = [ranked('Do you like jazz?')];
    const of = (question: number) =>
      rankMemories(asked('jazz', memories), memories, { ...DEFAULT_RANK_WEIGHTS, question })[0];
    expect(of(0)?.strength).toBeCloseTo(1, 10);
    expect(of(0.5)?.strength).toBeCloseTo(0.5, 10);
  });
});

describe('rankMemories() by meaning', () => {
  const vector = Float32Array.of(1, 0);
  const near = { vectors: [Float32Array.of(0, 1), Float32Array.of(0.8, 0.6)] };

  it('counts the closest part, on the scale of the model', () => {
    const memories = [ranked('near', near), ranked('far', { vectors: [Float32Array.of(0, 1)] })];
    const found = rankMemories(asked('x', memories, { vector, model: MODEL }), memories);
    expect(found[0]?.similarity).toBeCloseTo((0.92 * 0.55) / 0.67, 6);
    expect(found[1]?.similarity).toBe(0);
    expect(found[0]?.strength).toBeCloseTo(0.7 * (found[0]?.similarity ?? 9), 10);
  });

  it('says null where nothing can be compared', () => {
    const memories = [
      ranked('none'),
      ranked('short', { vectors: [Float32Array.of(1)] }),
      ranked('Анна была вчера у врача', near),
    ];
    const found = rankMemories(asked('x', memories, { vector, model: MODEL }), memories);
    expect(found.map(({ similarity }) => similarity)).toEqual([null, null, null]);
    const english = [ranked('near', near)];
    const foreign = asked('Когда она была у врача?', english, { vector, model: MODEL });
    expect(rankMemories(foreign, english)[0]?.similarity).toBeNull();
    expect(rankMemories(asked('x', english, { vector }), english)[0]?.similarity).toBeNull();
  });
});

const word = fc.constantFrom(
  'Anna',
  'Bob',
  'jazz',
  'doctor',
  'when',
  'May',
  'yesterday',
  '?',
  'Анна',
  '安娜',
  'qqq',
  '7',
  ':',
);
const text = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const memory = fc.record({
  text,
  title: fc.constantFrom('', 'Anna jazz'),
  speaker: fc.constantFrom(null, 'Anna', 'Bob', '安娜', 'user'),
  session: fc.constantFrom(null, 'a', 'b'),
  position: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 6 })),
  atMs: fc.oneof(fc.constant(null), fc.integer({ min: -1e12, max: 2e12 })),
  days: fc.constantFrom([], [{ from: '2023-05-07', to: '2023-05-09' }]),
  vectors: fc.constantFrom(
    [],
    [Float32Array.of(1, 0)],
    [Float32Array.of(0, 1), Float32Array.of(0.6, 0.8)],
  ),
});
const memories = fc
  .array(memory, { maxLength: 12 })
  .map((list): RankedMemory[] => list.map((one, i) => ({ ...one, id: `m${i}` })));
const options = fc.record({
  vector: fc.constantFrom(null, Float32Array.of(1, 0)),
  model: fc.constantFrom(null, MODEL, 'other'),
});

describe('rankMemories()', () => {
  it('keeps every part in its range, whatever is asked of whatever', () => {
    fc.assert(
      fc.property(text, memories, options, (question, list, fields) => {
        const found = rankMemories(asked(question, list, fields), list);
        expect(found).toHaveLength(list.length);
        found.forEach(({ strength, coverage, similarity, best: span }, i) => {
          expect(strength).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(strength)).toBe(true);
          expect(coverage >= 0 && coverage <= 1).toBe(true);
          expect(similarity === null || (similarity >= 0 && similarity <= 1)).toBe(true);
          expect(0 <= span.start && span.start <= span.end).toBe(true);
          expect(span.end).toBeLessThanOrEqual(list[i]?.text.length ?? 0);
        });
      }),
    );
  });

  it('gives the same scores in any order of the memories, and again', () => {
    fc.assert(
      fc.property(text, memories, options, (question, list, fields) => {
        const query = asked(question, list, fields);
        const found = rankMemories(query, list);
        expect(rankMemories(query, list)).toEqual(found);
        expect(rankMemories(query, list.toReversed()).toReversed()).toEqual(found);
      }),
    );
  });

  it('keeps the order when words that nobody said are added to the question', () => {
    fc.assert(
      fc.property(memories, (list) => {
        const order = (question: string) => {
          // Rounded: equal scores may differ in their last digit once they are scaled.
          const found = rankMemories(asked(question, list), list).map(({ strength }) =>
            Number(strength.toFixed(9)),
          );
          return found.map((_, i) => i).sort((a, b) => (found[b] ?? 0) - (found[a] ?? 0) || a - b);
        };
        // Without a speaker in question, whose weight is absolute, only the scale changes.
        expect(order('jazz doctor zzz xyzzy')).toEqual(order('jazz doctor'));
      }),
    );
  });

  it('has nothing for no memories, and survives impossible counts', () => {
    expect(rankMemories(asked('x', []), [])).toEqual([]);
    const list = [ranked('jazz')];
    for (const frequency of [() => -1, () => 99, () => 0]) {
      for (const size of [0, 1, -5]) {
        const [found] = rankMemories(asked('jazz', list, { size, frequency }), list);
        expect(Number.isFinite(found?.strength)).toBe(true);
      }
    }
  });
});
