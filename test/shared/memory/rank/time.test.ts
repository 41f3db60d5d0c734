import { describe, expect, it } from 'vitest';
import { askedDates } from '../../../../shared/memory/rank/asked-dates.ts';
import { dateMatch } from '../../../../shared/memory/rank/date-match.ts';
import { asksWhen, saysWhen } from '../../../../shared/memory/rank/time-words.ts';

describe('asksWhen()', () => {
  it.each([
    'When did Anna move?',
    'How long was she ill?',
    'In which year was it?',
    '¿Cuándo se mudó?',
    'Quand est-elle partie ?',
    'Seit wann wohnt sie dort?',
    'An welchem Tag war das?',
    'Quando è successo?',
    'Kiedy wyjechała?',
    'Düğün ne zaman?',
    'Когда Анна переехала?',
    'В каком году это было?',
    'Πότε πήγε;',
    'متى خرجت؟',
    'शादी कब हुई?',
    '她什么时候搬家的？',
    '結婚式はいつですか？',
    '공연은 언제야?',
    'Khi nào Lan đi?',
  ])('hears "%s"', (question) => {
    expect(asksWhen(question)).toBe(true);
  });

  it.each([
    'Where did Anna move?',
    'Who was whenever?',
    'Wer wohnt dort?',
    '谁来了？',
    'Кто там?',
    '',
  ])('does not hear it in "%s"', (question) => expect(asksWhen(question)).toBe(false));
});

describe('saysWhen()', () => {
  it.each([
    'I went there yesterday.',
    'We met three weeks ago.',
    'It opened in 1998.',
    'See you on Monday.',
    'Lo vi ayer.',
    'Wir waren gestern dort.',
    'Je l’ai vu hier.',
    'Я была там в четверг.',
    'Мы переехали в июле.',
    'Χθες έβρεχε.',
    'خرجت يوم الاثنين',
    'वह सोमवार को आई',
    '我昨天搬家了。',
    '六月十五日に結婚します。',
    '다음 주에 가.',
  ])('hears "%s"', (text) => {
    expect(saysWhen(text)).toBe(true);
  });

  it.each(['I love jazz.', 'Daylight is fine.', 'Mondayish', '我喜欢音乐。', ''])(
    'does not hear it in "%s"',
    (text) => expect(saysWhen(text)).toBe(false),
  );
});

describe('askedDates()', () => {
  it.each([
    ['What happened on 7 May 2023?', [{ year: 2023, month: 5, day: 7 }]],
    ['What happened on May 7th, 2023?', [{ year: 2023, month: 5, day: 7 }]],
    ['What happened on the 7th of May?', [{ year: null, month: 5, day: 7 }]],
    ['What did she do in May 2023?', [{ year: 2023, month: 5, day: null }]],
    ['What did she do in May?', [{ year: null, month: 5, day: null }]],
    ['What did she do in August?', [{ year: null, month: 8, day: null }]],
    ['What was on 2023-05-07?', [{ year: 2023, month: 5, day: 7 }]],
    ['¿Qué pasó el 7 de mayo de 2023?', [{ year: 2023, month: 5, day: 7 }]],
    ['Was war am 7. Mai 2023?', [{ year: 2023, month: 5, day: 7 }]],
    ['Что было 7 мая 2023 года?', [{ year: 2023, month: 5, day: 7 }]],
    ['Что было в июле?', [{ year: null, month: 7, day: null }]],
    ['Τι έγινε στις 7 Μαΐου 2023;', [{ year: 2023, month: 5, day: 7 }]],
    ['ماذا حدث في 7 مايو 2023؟', [{ year: 2023, month: 5, day: 7 }]],
    ['7 मई 2023 को क्या हुआ?', [{ year: 2023, month: 5, day: 7 }]],
    ['2023年5月7日发生了什么？', [{ year: 2023, month: 5, day: 7 }]],
    ['5月7日に何がありましたか？', [{ year: null, month: 5, day: 7 }]],
    ['5월 7일에 뭐 했어?', [{ year: null, month: 5, day: 7 }]],
  ])('reads "%s"', (question, dates) => {
    expect(askedDates(question)).toEqual(dates);
  });

  it.each(['May I come in?', 'When did they march?', 'Who is 42?', 'What about 45 May 2023?', ''])(
    'reads no day in "%s"',
    (question) => expect(askedDates(question).filter(({ day }) => day !== null)).toEqual([]),
  );

  it('takes "may" and "march" for verbs where nothing makes them months', () => {
    expect(askedDates('May I come in?')).toEqual([]);
    expect(askedDates('When did they march?')).toEqual([]);
  });
});

describe('dateMatch()', () => {
  const day = { year: 2023, month: 5, day: 7 };
  const month = { year: null, month: 12, day: null };
  const said = (ms: number | null) => ({ atMs: ms, days: [] });

  it('is 1 on the day, half of it when told later, and nothing before or long after', () => {
    const on = (date: number) => dateMatch([day], said(Date.UTC(2023, 4, date, 23)));
    expect([6, 7, 8, 17, 18].map(on)).toEqual([0, 1, 0.5, 0.5, 0]);
    expect(dateMatch([day], said(Date.UTC(2022, 4, 7)))).toBe(0);
  });

  it('counts the month and the next one, across the turn of the year', () => {
    expect(dateMatch([month], said(Date.UTC(2023, 11, 31)))).toBe(0.6);
    expect(dateMatch([month], said(Date.UTC(2024, 0, 3)))).toBe(0.3);
    expect(dateMatch([month], said(Date.UTC(2024, 1, 3)))).toBe(0);
    const lastDay = { year: null, month: 12, day: 30 };
    expect(dateMatch([lastDay], said(Date.UTC(2024, 0, 3)))).toBe(0.5);
  });

  it('is 0 without a date or a time', () => {
    expect(dateMatch([], said(Date.UTC(2023, 4, 7)))).toBe(0);
    expect(dateMatch([day], said(null))).toBe(0);
    expect(dateMatch([day], said(Number.NaN))).toBe(0);
  });
});
