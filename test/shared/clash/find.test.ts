import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clashCandidates, findClashes } from '../../../shared/clash/find.ts';
import type { ClashText } from '../../../shared/clash/types.ts';

const text = (content: string, entity: string | null = null, source = 'a'): ClashText => ({
  text: content,
  entity,
  source,
});

describe('findClashes()', () => {
  test('finds fields of one thing that differ', () => {
    const found = findClashes(
      text('{"host":"api-1","port":8080}'),
      text('{"host":"api-1","port":9090}'),
    );
    expect(found).toMatchObject([
      { tier: 'drop', rule: 'record', a: { value: '8080' }, b: { value: '9090' } },
    ]);
  });

  test('leaves keys alone that may hold many values', () => {
    const [a, b] = [text('{"host":"api-1","port":8080}'), text('{"host":"api-1","port":9090}')];
    expect(findClashes(a, b, { multiValued: ['port'] })).toEqual([]);
    expect(findClashes(a, b)).toHaveLength(1);
  });

  test('finds nothing between equal texts, empty texts, or things that the caller tells apart', () => {
    const a = 'The checkout service is not enabled in production.';
    const b = 'The checkout service is enabled in production.';
    expect(findClashes(text(a), text(a))).toEqual([]);
    expect(findClashes(text(''), text(b))).toEqual([]);
    expect(findClashes(text(a, 'one'), text(b, 'other'))).toEqual([]);
  });

  test('two sentences of one entity that deny each other are a sure clash', () => {
    const a = 'The checkout service is not enabled in production.';
    const b = 'The checkout service is enabled in production.';
    expect(findClashes(text(a, 'checkout'), text(b, 'checkout'))).toMatchObject([
      { tier: 'drop', extent: 'statement', a: { text: a }, b: { text: b } },
    ]);
  });

  test('the same denial inside passages is found', () => {
    const around = (sentence: string, end: string) =>
      `The platform has three services that run in two regions. ${sentence} ${end}`;
    const a = around('The checkout service is not enabled in production.', 'Logs stay for a week.');
    const b = around('The checkout service is enabled in production.', 'Alerts go to a channel.');
    const [clash] = findClashes(text(a), text(b));
    expect(clash?.a.text).toBe('The checkout service is not enabled in production.');
    expect(a.slice(clash?.a.start, clash?.a.end)).toBe(clash?.a.text);
    expect(b.slice(clash?.b.start, clash?.b.end)).toBe(clash?.b.text);
  });

  test('sentences that name one identifier are about one thing', () => {
    const a = 'The rack was moved in May. Nightly backup is disabled on db-2.';
    expect(findClashes(text(a), text('Nightly backup is enabled on db-2.'))).toMatchObject([
      { tier: 'drop', a: { text: 'Nightly backup is disabled on db-2.', value: 'disabled' } },
    ]);
    expect(findClashes(text(a), text('Nightly backup is enabled on db-3.'))).toEqual([]);
  });

  test('code, other languages and quotations of the other text are no statements', () => {
    const a = 'The checkout service is enabled in production.';
    expect(
      findClashes(
        text(a, 'x'),
        text(
          'The note says "The checkout service is enabled in production", which is not true.',
          'x',
        ),
      ),
    ).toEqual([]);
    expect(
      findClashes(
        text('Der Dienst ist in der Produktion aktiv.', 'x'),
        text('Der Dienst ist in der Produktion nicht aktiv.', 'x'),
      ),
    ).toEqual([]);
    expect(
      findClashes(
        text('if (a > 5) {\n  return true;\n}\n', 'x'),
        text('if (a > 6) {\n  return true;\n}\n', 'x'),
      ),
    ).toEqual([]);
  });

  test('finds the same when the sides are exchanged', () => {
    const a = text('The checkout service is not enabled in production.', 'x');
    const b = text('The checkout service is enabled in production.', 'x');
    const turned = findClashes(b, a).map((clash) => ({ ...clash, a: clash.b, b: clash.a }));
    expect(turned).toEqual(findClashes(a, b));
  });

  test('reports two statements once', () => {
    const a = text('The mill has 30 employees and is not open on Sunday.', 'x');
    const b = text('The mill has 45 employees and is open on Sunday.', 'x');
    expect(findClashes(a, b).length).toBeLessThanOrEqual(1);
  });

  test('stays bounded on hostile texts', () => {
    const texts = ['a'.repeat(300_000), 'no '.repeat(100_000), `${'A b 1. '.repeat(40_000)}`];
    for (const a of texts) {
      for (const b of texts) {
        expect(findClashes(text(a), text(`${b} 7`)).length).toBeLessThanOrEqual(40);
      }
    }
  });
});

describe('clashCandidates()', () => {
  const noise = Array.from(
    { length: 60 },
    (_, index) => `Note ${index} speaks of item${index} and of thing${index * 7} in place${index}.`,
  );

  test('finds the pair that speaks of the same among many', () => {
    const texts = [
      ...noise,
      'The checkout service is not enabled in production.',
      'In production the checkout service is enabled.',
    ];
    expect(clashCandidates(texts)).toEqual([[60, 61]]);
  });

  test('finds records of one thing whatever their format', () => {
    const texts = [...noise, '{"host":"api-1","port":8080}', 'host: api-1\nport: 9090'];
    expect(clashCandidates(texts)).toEqual([[60, 61]]);
  });

  test('finds two records that the caller says to be about one thing, among many of their kind', () => {
    const texts = Array.from({ length: 100 }, (_, index) => `port: ${8000 + index}`);
    const about = texts.map((_, index) => (index === 61 ? 'HOST-60' : `host-${index}`));
    expect(clashCandidates(texts, about)).toContainEqual([60, 61]);
    expect(clashCandidates(texts)).not.toContainEqual([60, 61]);
  });

  test('of fewer than two texts are none', () => {
    expect(clashCandidates([])).toEqual([]);
    expect(clashCandidates(['The port is 80.'])).toEqual([]);
  });

  test('are few, even among 1,000 texts that are alike', () => {
    const texts = Array.from(
      { length: 1_000 },
      (_, index) => `The server number ${index} in the hall runs ${index % 9} jobs in the night.`,
    );
    expect(clashCandidates(texts).length).toBeLessThanOrEqual(8_000);
  });

  test('are pairs of different indexes in order, whatever the texts', () => {
    const sentence = fc.constantFrom('The port is open.', 'The port is not open.', 'A b c d.', '');
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 30 }), (texts) => {
        for (const [a, b] of clashCandidates(texts)) {
          expect(a).toBeLessThan(b);
          expect(texts[a]).not.toBe(texts[b]);
        }
      }),
    );
  });
});
