import { describe, expect, it } from 'vitest';
import { callJson } from '../../../support/coordinator.ts';

const ORPHAN = { role: 'tool', tool_call_id: 'x', content: 'late' };
const USER = { role: 'user', content: 'Hello' };

describe('POST /v1/count', () => {
  it.each([
    [{ text: 'hello world' }],
    [{ messages: [USER], system: 'Be brief.', tools: [{ name: 'a', input_schema: {} }] }],
    [{ messages: [] }],
  ])('counts %j into sections that sum to the total', async (json) => {
    const { status, body } = await callJson('/v1/count', { json });
    const { total, by_section } = body.tokens as { total: number; by_section: object };
    expect(status).toBe(200);
    expect(Object.values(by_section).reduce((sum, n) => sum + n, 0)).toBe(total);
  });

  it('counts exactly', async () => {
    const { body } = await callJson('/v1/count', { json: { text: 'hello world' } });
    expect(body.tokens).toMatchObject({ total: 2, encoding: 'o200k_base', estimated: false });
  });

  it.each([[{}], [{ text: 'x', messages: [] }]])('refuses %j', async (json) => {
    expect((await callJson('/v1/count', { json })).status).toBe(400);
  });
});

describe('POST /v1/validate', () => {
  it('accepts valid messages and points at what a provider would refuse', async () => {
    const valid = await callJson('/v1/validate', { json: { messages: [USER], format: 'openai' } });
    expect(valid.body).toEqual({ valid: true, problems: [] });
    const bad = await callJson('/v1/validate', { json: { messages: [USER, ORPHAN] } });
    expect(bad.body.valid).toBe(false);
    expect(bad.body.problems).toContainEqual(
      expect.objectContaining({ pointer: expect.stringMatching(/^\/messages\/1/) }),
    );
  });
});

describe('POST /v1/repair', () => {
  it('gives valid messages and what was changed', async () => {
    const { body } = await callJson('/v1/repair', { json: { messages: [USER, ORPHAN] } });
    expect(body).toMatchObject({ messages: [USER], format: 'openai', problems: [] });
    expect(body.repairs).toHaveLength(1);
  });

  it.each([
    [undefined, 'Be kind.'],
    ['Be brief.', 'Be brief.\n\nBe kind.'],
    [
      [{ type: 'text', text: 'Be brief.' }],
      [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
    ],
  ])('moves instructions of Anthropic messages behind system %j', async (system, expected) => {
    const messages = [{ role: 'system', content: 'Be kind.' }, USER];
    const { body } = await callJson('/v1/repair', {
      json: { messages, system, format: 'anthropic' },
    });
    expect(body.system).toEqual(expected);
    expect(body.problems).toEqual([]);
  });
});
