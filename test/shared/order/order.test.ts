import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/types.ts';
import { windowOf } from '../../support/assemble.ts';

const WORDS = 'alpha beta gamma delta epsilon zeta'.split(' ');
/** Texts that hold one to six of the task's words: c6 is the best. */
const CHUNKS: readonly JsonObject[] = WORDS.map((_, n) => ({
  id: `c${n + 1}`,
  kind: 'passage',
  source: 's',
  text: `${WORDS.slice(0, n + 1).join(' ')} in place ${n}`,
}));
const TALK: readonly JsonObject[] = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
];

const contextIds = (answer: Awaited<ReturnType<typeof windowOf>>) =>
  [...JSON.stringify(answer.messages).matchAll(/<context id=\\"(\w+)\\"/g)].map(
    (match) => match[1],
  );

describe('order()', () => {
  it('puts the best texts at the edges and the weakest in the middle', async () => {
    const answer = await windowOf({ task: WORDS.join(' '), chunks: CHUNKS });
    expect(contextIds(answer)).toEqual(['c6', 'c4', 'c2', 'c1', 'c3', 'c5']);
  });

  it('standard: instructions, context, notes, history, task', async () => {
    const answer = await windowOf({
      task: WORDS.join(' '),
      system: 'Be brief.',
      chunks: [{ id: 'note', kind: 'notes', source: 'agent', text: 'alpha noted' }, ...CHUNKS],
      messages: TALK,
    });
    const [system, context, ...rest] = answer.messages;
    expect(system?.role).toBe('system');
    expect(contextIds(answer).at(-1)).toBe('note');
    expect(String(context?.content)).toContain('<context');
    expect(rest.map((message) => message.content)).toEqual(['hello', 'hi', WORDS.join(' ')]);
  });

  it('cache_first: history before the context, the task last', async () => {
    const answer = await windowOf({
      task: WORDS.join(' '),
      chunks: CHUNKS,
      messages: TALK,
      order: 'cache_first',
    });
    const contents = answer.messages.map((message) => String(message.content));
    expect(contents.slice(1, 3)).toEqual(['hello', 'hi']);
    expect(contents[3]).toContain('<context');
    expect(contents.at(-1)).toBe(WORDS.join(' '));
  });
});
