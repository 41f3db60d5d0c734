import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../../../shared/memory/rank/agent.ts';

describe('agentOf()', () => {
  it.each([
    ['What did Anna buy?', ['Anna', 'Bob'], 'Anna'],
    ["What is Bob's job?", ['Anna', 'Bob'], 'Bob'],
    ['what did bob say to anna?', ['Anna', 'Bob'], 'Bob'],
    ['What did Anna tell Bob?', ['Anna', 'Bob'], 'Anna'],
    ['Which car does Petrova drive?', ['Anna Petrova'], null],
    ['Which car does Anna drive?', ['Anna Petrova'], 'Anna Petrova'],
    ['Where does Zoe live?', ['Zoë'], 'Zoë'],
    ['When will it rain?', ['Will'], null],
    ['When does Will arrive?', ['Will'], 'Will'],
    ['where is will?', ['Will'], 'Will'],
    ['Is Annabel at home?', ['Anna'], null],
    ['Что купила Анна?', ['Анна', 'Борис'], 'Анна'],
    ['Сколько ваз на выставке Анны?', ['Анна', 'Борис'], 'Анна'],
    ['Как зовут собаку Бориса?', ['Анна', 'Борис'], 'Борис'],
    ['Τι σπουδάζει η αδερφή της Ελένης;', ['Ελένη', 'Νίκος'], 'Ελένη'],
    ['Wer ist Lenas Lehrerin?', ['Lena', 'Jonas'], 'Lena'],
    ["Elif'in kedisinin adı ne?", ['Elif', 'Can'], 'Elif'],
    ['王芳和谁一起去京都？', ['王芳', '李强'], null],
    ['王芳的奶奶哪里受伤了？', ['王芳', '李强'], '王芳'],
    ['健太さんはどこでお花見をしましたか？', ['さくら', '健太'], '健太'],
    ['준호는 설날에 어디에 갔어?', ['민지', '준호'], '준호'],
    ['أين يقع مطعم سامي؟', ['ليلى', 'سامي'], 'سامي'],
    ['ماذا قال لسامي؟', ['سامي'], 'سامي'],
  ])('"%s" with %j is about %s', (question, speakers, agent) => {
    expect(agentOf(question, speakers)).toBe(agent);
  });

  it.each([
    ['What do Anna and Bob like?', ['Anna', 'Bob']],
    ["What are Anna's and Bob's plans?", ['Anna', 'Bob']],
    ['What did Anna do together with Bob?', ['Anna', 'Bob']],
    ['Что любят Анна и Борис?', ['Анна', 'Борис']],
    ['¿Qué hacen Ana y Luis?', ['Ana', 'Luis']],
    ['王芳和李强去了哪里？', ['王芳', '李强']],
    ['What did Eve say?', ['Anna', 'Bob']],
    ['What rained?', []],
    ['', ['Anna']],
  ])('"%s" is about none of %j alone', (question, speakers) => {
    expect(agentOf(question, speakers)).toBeNull();
  });

  it('takes "I" for the user of an assistant, and nobody where both are meant', () => {
    const roles = ['assistant', 'user'];
    expect(agentOf('What is my favourite colour?', roles)).toBe('user');
    expect(agentOf('What did you recommend to me?', roles)).toBeNull();
    expect(agentOf('What did the assistant recommend?', roles)).toBe('assistant');
    expect(agentOf('What is my favourite colour?', ['Anna', 'Bob'])).toBeNull();
  });

  it('never fails and names nobody who is not there', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, fc.array(text), (question, speakers) => {
        const agent = agentOf(question, speakers);
        expect(agent === null || speakers.includes(agent)).toBe(true);
      }),
    );
  });
});
