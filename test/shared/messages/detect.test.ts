import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectDialect } from '../../../shared/messages/detect.ts';
import type { JsonObject } from '../../../shared/types.ts';
import { tidyConversation } from '../../support/conversations.ts';

const PLAIN: readonly JsonObject[] = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
];

describe('detectDialect()', () => {
  it('takes the word of the caller before any evidence', () => {
    const messages: readonly JsonObject[] = [{ role: 'tool', tool_call_id: 'c', content: 'x' }];
    expect(detectDialect(messages, { format: 'anthropic' })).toBe('anthropic');
    expect(detectDialect(messages, { format: 'chunks' })).toBe('openai');
  });

  it.each<[string, JsonObject]>([
    ['tool calls', { role: 'assistant', content: null, tool_calls: [] }],
    ['a function call', { role: 'assistant', content: null, function_call: { name: 'f' } }],
    ['a system message', { role: 'system', content: 'be brief' }],
    ['a developer message', { role: 'developer', content: 'be brief' }],
    ['an image_url part', { role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
  ])('knows OpenAI by %s', (_, message) => {
    expect(detectDialect([...PLAIN, message], { system: [] })).toBe('openai');
  });

  it.each<[string, JsonObject]>([
    ['a tool use', { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f' }] }],
    ['a tool result', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }],
    ['thinking', { role: 'assistant', content: [{ type: 'thinking' }] }],
    ['an image block', { role: 'user', content: [{ type: 'image', source: {} }] }],
  ])('knows Anthropic by %s', (_, message) => {
    expect(detectDialect([...PLAIN, message])).toBe('anthropic');
  });

  it('falls back to tools, then to system blocks, then to OpenAI', () => {
    expect(detectDialect(PLAIN, { tools: [{ name: 'f', input_schema: {} }] })).toBe('anthropic');
    expect(detectDialect(PLAIN, { tools: [{ type: 'function', function: {} }], system: [] })).toBe(
      'openai',
    );
    expect(detectDialect(PLAIN, { system: [{ type: 'text', text: 's' }] })).toBe('anthropic');
    expect(detectDialect(PLAIN, { system: 's' })).toBe('openai');
    expect(detectDialect([])).toBe('openai');
  });

  it('tells random conversations with calls apart', () => {
    for (const dialect of ['openai', 'anthropic'] as const) {
      fc.assert(
        fc.property(tidyConversation(dialect), (messages) => {
          const plain = messages.every((m) => typeof m.content === 'string');
          if (!plain) expect(detectDialect(messages)).toBe(dialect);
        }),
      );
    }
  });
});
