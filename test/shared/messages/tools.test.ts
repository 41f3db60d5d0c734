import { describe, expect, it } from 'vitest';
import { validateMessages } from '../../../shared/messages/validate.ts';
import type { JsonObject } from '../../../shared/types.ts';
import { windowOf } from '../../support/assemble.ts';

const SCHEMA = { properties: { id: { type: 'string' } }, required: ['id'], type: 'object' };
const OPENAI_TOOL: JsonObject = {
  type: 'function',
  function: { name: 'look_up', description: 'Finds it.', parameters: SCHEMA },
};
const ANTHROPIC_TOOL: JsonObject = {
  name: 'look_up',
  description: 'Finds it.',
  input_schema: SCHEMA,
};
const OPENAI_TALK: readonly JsonObject[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'find a and b' },
  {
    role: 'assistant',
    content: null,
    tool_calls: ['c1', 'c2'].map((id) => ({
      id,
      type: 'function',
      function: { name: 'look_up', arguments: `{"id":"${id}"}` },
    })),
  },
  { role: 'tool', tool_call_id: 'c1', content: 'a is 4' },
  { role: 'tool', tool_call_id: 'c2', content: 'b is 9' },
];
const ANTHROPIC_TALK: readonly JsonObject[] = [
  { role: 'user', content: 'find a' },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't1', name: 'look_up', input: { id: 'a' } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a is 4' }] },
];

describe('a window in the other dialect than its messages', () => {
  it('is valid for Anthropic: results of parallel calls in one message, tools and system its own', async () => {
    const answer = await windowOf({
      task: 'sum?',
      messages: OPENAI_TALK,
      tools: [OPENAI_TOOL],
      format: 'anthropic',
    });
    expect(answer.tools).toEqual([ANTHROPIC_TOOL]);
    expect(answer.system).toContain('Be brief.');
    const { messages, tools } = answer;
    expect(validateMessages({ messages, tools, dialect: 'anthropic' })).toEqual([]);
    const results = messages.filter((message) => JSON.stringify(message).includes('tool_result'));
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).toMatch(/a is 4.*b is 9/);
  });

  it('is valid for OpenAI', async () => {
    const answer = await windowOf({
      task: 'so?',
      messages: ANTHROPIC_TALK,
      tools: [ANTHROPIC_TOOL],
      format: 'openai',
    });
    expect(answer.tools).toEqual([OPENAI_TOOL]);
    const { messages, tools } = answer;
    expect(validateMessages({ messages, tools, dialect: 'openai' })).toEqual([]);
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('leaves a tool that only its provider knows as it is', async () => {
    const server = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 };
    const answer = await windowOf({ task: 'go', tools: [server], format: 'anthropic' });
    expect(answer.tools).toEqual([server]);
  });
});
