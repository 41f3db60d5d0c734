import { describe, expect, it } from 'vitest';
import { isQuestion } from '../../../../shared/memory/rank/questions.ts';

describe('isQuestion()', () => {
  it.each([
    'Anna: Where were you?',
    'Where were you? 😊',
    'Look at this, what do you think? [a photo of a dog]',
    '"Really?"',
    '**Really?**',
    '你去了哪里？',
    'Πού ήσουν;',
    'أين كنت؟',
    '你去了吗。',
    'どこに行きましたか。',
    'What?!',
  ])('hears "%s"', (text) => {
    expect(isQuestion(text)).toBe(true);
  });

  it.each(['I was in Rome.', 'Why? Because.', 'int a = 1;', 'おいしいですか、はい。', '', '?x'])(
    'does not hear one in "%s"',
    (text) => expect(isQuestion(text)).toBe(false),
  );
});
