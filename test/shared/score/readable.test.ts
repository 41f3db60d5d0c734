import { describe, expect, it } from 'vitest';
import { isReadableBy } from '../../../shared/score/readable.ts';
import { EMBEDDED_MODEL } from '../../../workers/scoring/embedded/embedder.ts';
import { EMBED_MODEL } from '../../../workers/scoring/workers-ai/embed.ts';

describe.each([EMBEDDED_MODEL, EMBED_MODEL])('isReadableBy() for %s', (model) => {
  it.each([
    'When did Anna go to the doctor?',
    'Anna: Zoë and I had crème brûlée in Zürich, it was so good!',
    'ERR-504 gateway timeout',
    'The sign said 出口, so we left there.',
    'Paris, Texas',
    'José García',
    '1234',
    '',
  ])('reads "%s"', (text) => {
    expect(isReadableBy(model, text)).toBe(true);
  });

  it.each([
    '¿Cuándo fue Ana al médico?',
    'Ana: Vi a mi médico el lunes por la rodilla.',
    'Wann war Anna beim Arzt?',
    'Quand Anna est-elle allée chez le médecin ?',
    'Kiedy Anna była u lekarza?',
    'Ayşe doktora ne zaman gitti?',
    'Khi nào Lan đi khám bác sĩ?',
    'Milloin Anna kävi lääkärissä?',
    'Когда Анна ходила к врачу?',
    '安娜什么时候去看医生的？',
    'アンナはいつ医者に行きましたか？',
    '안나는 언제 의사에게 갔나요?',
    'متى ذهبت آنا إلى الطبيب؟',
    'अन्ना डॉक्टर के पास कब गई?',
    'Πότε πήγε η Άννα στον γιατρό;',
  ])('cannot read "%s"', (text) => {
    expect(isReadableBy(model, text)).toBe(false);
  });
});

describe('isReadableBy()', () => {
  it('does not judge a model it does not know', () => {
    expect(isReadableBy('multilingual', 'Когда?')).toBe(true);
  });
});
