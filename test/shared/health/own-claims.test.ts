import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownClaims, stateAgainst } from '../../../shared/health/own-claims.ts';

describe('ownClaims()', () => {
  it.each([
    "I've issued your refund.",
    'I have already cancelled order 1042.',
    'We refunded the shipping fee.',
    'Your refund has been processed.',
    'The subscription is now cancelled.',
    'The invoice was sent to anna@example.com.',
  ])('finds the finished act in "%s"', (sentence) => {
    const text = `Hello Anna. ${sentence} Anything else?`;
    const [claim, ...rest] = ownClaims(text);
    expect(rest).toEqual([]);
    expect(claim?.text).toBe(sentence);
    expect(text.slice(claim?.start, claim?.end)).toBe(sentence);
  });

  it.each([
    'Shall I issue your refund?',
    "I haven't issued your refund.",
    'I will issue your refund tomorrow.',
    'Once the refund has been issued, it takes five days.',
    'Refunds are issued within 5 days.',
    'I checked your order.',
    'Your refund could not be processed.',
    'The refund has not been issued.',
    '',
  ])('finds no finished act in "%s"', (sentence) => {
    expect(ownClaims(sentence)).toEqual([]);
  });

  it('names what was acted on, without the act', () => {
    const [claim] = ownClaims("I've issued your refund for order 1042.");
    expect(claim?.verb).toBe('issued');
    expect([...(claim?.objects ?? [])]).toEqual(['refund', 'order', '1042']);
  });

  it('points into the text, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (before, after) => {
        const text = `${before}\nI have cancelled the order.\n${after}`;
        for (const claim of ownClaims(text)) {
          expect(text.slice(claim.start, claim.end)).toBe(claim.text);
        }
      }),
    );
  });
});

describe('stateAgainst()', () => {
  it.each([
    ['none', 'issued', 'denies'],
    ['not issued', 'issued', 'denies'],
    ['Pending', 'issued', 'denies'],
    ['false', 'sent', 'denies'],
    ['0', 'refunded', 'denies'],
    ['issued', 'issued', 'confirms'],
    ['paid', 'refunded', 'confirms'],
    ['shipped', 'cancelled', 'denies'],
    ['cancelled', 'cancelled', 'confirms'],
    ['not cancelled', 'cancelled', 'denies'],
    ['blue', 'issued', null],
    ['issued by the shop within five days', 'issued', null],
    ['', 'issued', null],
  ] as const)('of "%s" against "%s": %s', (value, verb, expected) => {
    expect(stateAgainst(value, verb)).toBe(expected);
  });
});
