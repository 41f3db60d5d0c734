import { describe, expect, it } from 'vitest';
import { promptMaterial } from '../../../shared/memory/prompt-material.ts';

const schema = { type: 'object', properties: { q: { type: 'string' } } };

describe('promptMaterial()', () => {
  it.each([
    [JSON.stringify({ type: 'function', function: { name: 'f', parameters: schema } })],
    [JSON.stringify({ name: 'f', description: 'Finds', input_schema: schema })],
    [JSON.stringify([{ name: 'f', inputSchema: schema }])],
  ])('knows a tool definition: %s', (text) => {
    expect(promptMaterial(text)).toBe('Is a tool definition');
  });

  it('knows messages and blocks of prompts', () => {
    expect(promptMaterial('[{"role":"user","content":"hi"}]')).toBe('Is a list of messages');
    expect(promptMaterial('<system-reminder>Be brief.</system-reminder>')).toBe(
      'Is a block of a prompt',
    );
    expect(promptMaterial(' <|im_start|>system\nYou are')).toBe('Is a block of a prompt');
  });

  it.each([
    'likes tea',
    '',
    '{"name": "Ana", "city": "Berlin"}',
    '[1, 2]',
    '[]',
    '{ not json',
    'The <system> tag is documented on page 4',
    'You are my best friend',
  ])('leaves facts alone: %s', (text) => {
    expect(promptMaterial(text)).toBeNull();
  });
});
