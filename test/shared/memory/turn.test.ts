import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnOf } from '../../../shared/memory/turn.ts';

const speaker = (text: string, metadata?: Record<string, unknown>) =>
  turnOf({ text, metadata }).speaker;

describe('turnOf() speaker', () => {
  it.each([
    ['Caroline: I went to a support group.', 'Caroline'],
    ['Anna Maria Petrova: hello', 'Anna Maria Petrova'],
    ['Ludwig van Beethoven: hello', 'Ludwig van Beethoven'],
    ['Dr. Smith: how is the knee?', 'Dr. Smith'],
    ["O'Brien: fine", "O'Brien"],
    ['Speaker 1: fine', 'Speaker 1'],
    ['user: what is my plan?', 'user'],
    ['[10:32] Anna: on my way', 'Anna'],
    ['12/05/2023, 14:03 - Anna: on my way', 'Anna'],
    ['**Anna:** on my way', 'Anna'],
    ['Anna (laughing): never', 'Anna'],
    ['Анна: я была у врача', 'Анна'],
    ['王小明：我去看了医生。', '王小明'],
    ['安娜:我去看了医生。', '安娜'],
    ['アンナ：行きました。', 'アンナ'],
    ['안나: 갔어요.', '안나'],
    ['آنا: رأيت طبيبي', 'آنا'],
    ['अन्ना: मैं गई', 'अन्ना'],
    ['Άννα: πήγα', 'Άννα'],
    ['Anna:', 'Anna'],
    ['Anna: one\nAnna: two', 'Anna'],
  ])('reads "%s"', (text, expected) => {
    expect(speaker(text)).toBe(expected);
  });

  it.each([
    'I went to the shop.',
    'https://example.com/a',
    '12:30 lunch with Anna',
    '{"Anna": "hello"}',
    'def run(self): pass',
    'class Foo: pass',
    'C:\\Users\\anna',
    'std::vector',
    'favourite colour: blue',
    'deadline: friday',
    'Deadline: Friday',
    'Favourite colour: blue',
    'Note: call Anna',
    'TODO: call Anna',
    'Monday: Team meeting ran over',
    '注意：下雨',
    'Name: Anna\nCity: Rome',
    'Anna: hi\nBob: hello',
    'The thing that matters here is: sleep',
    'Ratio 3:4',
    '',
    ':',
  ])('finds none in "%s"', (text) => {
    expect(speaker(text)).toBeNull();
  });

  it('believes the metadata first, and its role last', () => {
    expect(speaker('Bob: hi', { speaker: ' Anna ' })).toBe('Anna');
    expect(speaker('hi', { author: '@anna' })).toBe('anna');
    expect(speaker('Bob: hi', { role: 'user' })).toBe('Bob');
    expect(speaker('hi', { role: 'user' })).toBe('user');
    expect(speaker('hi', { name: 'Anna' })).toBe('Anna');
  });

  it('ignores what is no name', () => {
    for (const value of [7, '', ' ', null, 'a@b.com', 'a very long name of a file', '123']) {
      expect(speaker('hi', { speaker: value })).toBeNull();
    }
  });
});

describe('turnOf() session', () => {
  const at = '2023-05-08T23:30:00-02:00';
  it('is the run, with the session of the metadata inside it', () => {
    expect(turnOf({ text: 'x', run_id: 'r' }).session).toBe('r');
    const both = turnOf({ text: 'x', run_id: 'r', metadata: { session: 1 } }).session;
    expect(both).not.toBe(turnOf({ text: 'x', run_id: 'r', metadata: { session: 2 } }).session);
    for (const field of ['session', 'session_id', 'conversation_id', 'thread_id']) {
      expect(turnOf({ text: 'x', metadata: { [field]: 's' } }).session).toBe('s');
    }
  });

  it('is the day in UTC of what somebody said, and of nothing else', () => {
    expect(turnOf({ text: 'Anna: x', occurred_at: at }).session).toBe('2023-05-09');
    expect(turnOf({ text: 'The office is closed.', occurred_at: at }).session).toBeNull();
    expect(turnOf({ text: 'Anna: x' }).session).toBeNull();
    expect(turnOf({ text: 'Anna: x', occurred_at: 'never' }).session).toBeNull();
  });

  it('never fails, whatever the text and the metadata', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (text, metadata) => {
          const turn = turnOf({ text, metadata });
          expect(turn.speaker === null || turn.speaker.trim() === turn.speaker).toBe(true);
        },
      ),
    );
  });
});
