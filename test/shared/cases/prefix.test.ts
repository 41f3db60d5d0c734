import { describe, expect, it } from 'vitest';
import { DIALECTS, type JsonObject } from '../../../shared/types.ts';
import { failureOf, run, windowOf } from '../../support/assemble.ts';

const TOOLS: readonly JsonObject[] = [
  {
    type: 'function',
    function: {
      name: 'b_tool',
      description: 'Second',
      parameters: {
        type: 'object',
        properties: { y: { type: 'string' }, x: { type: 'string', enum: ['low', 'high', 'mid'] } },
        required: ['y', 'x'],
        additionalProperties: false,
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'a_tool',
      description: 'First',
      parameters: { type: 'object', properties: {} },
    },
  },
];

/** The same definitions, written in another order. */
const SHUFFLED: readonly JsonObject[] = [
  {
    function: {
      parameters: { properties: {}, type: 'object' },
      description: 'First',
      name: 'a_tool',
    },
    type: 'function',
  },
  {
    function: {
      parameters: {
        additionalProperties: false,
        required: ['x', 'y'],
        properties: { x: { enum: ['low', 'high', 'mid'], type: 'string' }, y: { type: 'string' } },
        type: 'object',
      },
      description: 'Second',
      name: 'b_tool',
    },
    type: 'function',
  },
];

const TALK: readonly JsonObject[] = [
  { role: 'user', content: 'What is the refund for order 7?' },
  { role: 'assistant', content: 'It is 49 EUR.' },
];

describe('prefix', () => {
  it('F-57: equal tool sets give the same bytes, and no field is lost', async () => {
    const one = await windowOf({ task: 'go', tools: TOOLS });
    const other = await windowOf({ task: 'go', tools: SHUFFLED });
    expect(JSON.stringify(other.tools)).toBe(JSON.stringify(one.tools));
    expect(one.prefix.signature).toBe(other.prefix.signature);
    const text = JSON.stringify(one.tools);
    expect(text).toContain('"enum":["low","high","mid"]');
    expect(text).toContain('"additionalProperties":false');
    expect(one.tools).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'function' })]),
    );
  });

  it('F-57: the order of alternatives and of data is meaning, and stays', async () => {
    const schema = {
      type: 'object',
      properties: {
        v: { oneOf: [{ type: 'string' }, { type: 'number' }], default: { required: ['z', 'a'] } },
      },
    };
    const tool = { type: 'function', function: { name: 't', parameters: schema } };
    const answer = await windowOf({ task: 'go', tools: [tool] });
    const text = JSON.stringify(answer.tools);
    expect(text).toContain('"oneOf":[{"type":"string"},{"type":"number"}]');
    expect(text).toContain('"required":["z","a"]');
  });

  it('F-56: the same input later gives the same bytes: no clock, id or counter', async () => {
    const body = {
      task: 'refund?',
      system: 'Be brief.',
      chunks: [
        {
          kind: 'passage',
          source: 'help',
          text: 'Refund within 30 days.',
          created_at: '2026-01-01T10:00:00Z',
        },
      ],
      messages: TALK,
    };
    const first = await windowOf(body, { nowMs: 1_000 });
    const second = await windowOf(body, { nowMs: 1_700_000_000_000 });
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  for (const format of DIALECTS) {
    it(`F-56, B8: one more message at the end keeps the whole prefix before it (${format})`, async () => {
      const base = { system: 'Be brief.', tools: TOOLS, format, order: 'cache_first' };
      const before = await run({ ...base, messages: TALK, task: 'And for order 8?' });
      const grown = [
        ...TALK,
        { role: 'user', content: 'And for order 8?' },
        { role: 'assistant', content: 'None.' },
      ];
      if (!before.ok) throw new Error(before.error.detail);
      const lastPrefix = before.value.prefix;
      const after = await windowOf({ ...base, messages: grown, task: 'Why?' }, { lastPrefix });
      const earlier = before.value.answer;
      expect(after.messages.slice(0, earlier.messages.length - 1)).toEqual(
        earlier.messages.slice(0, -1),
      );
      expect(after.prefix.reusable_tokens).toBeGreaterThanOrEqual(earlier.prefix.tokens);
      expect(after.prefix.first_difference).toBeNull();
    });
  }

  it('reports nothing to reuse for a first window, a hit for the same, and names what changed', async () => {
    const body = { task: 'go', system: 'Be brief.', tools: TOOLS };
    const first = await run(body);
    if (!first.ok) throw new Error(first.error.detail);
    expect(first.value.answer.prefix).toMatchObject({
      hit: false,
      reusable_tokens: 0,
      first_difference: null,
    });
    const lastPrefix = first.value.prefix;
    const same = await windowOf(body, { lastPrefix });
    expect(same.prefix).toMatchObject({ hit: true, first_difference: null });
    expect(same.prefix.reusable_tokens).toBeGreaterThanOrEqual(same.prefix.tokens);
    const other = await windowOf({ ...body, tools: TOOLS.slice(1) }, { lastPrefix });
    expect(other.prefix).toMatchObject({
      hit: false,
      first_difference: 'tools',
      reusable_tokens: 0,
    });
    const system = await windowOf({ ...body, system: 'Be verbose.' }, { lastPrefix });
    expect(system.prefix.first_difference).toBe('system');
    expect(system.prefix.reusable_tokens).toBe(first.value.answer.tokens.by_section.tools);
  });

  it('B13: pinned text over budget names its sections and the budget that works', async () => {
    const failure = await failureOf({
      task: 'go',
      system: 'rule '.repeat(500),
      budget_tokens: 100,
    });
    expect(failure.code).toBe('budget_infeasible');
    expect(failure.extra?.sections).toMatchObject({ instructions: expect.any(Number) });
    const minimum = Number(failure.extra?.minimum_budget_tokens);
    const answer = await windowOf({
      task: 'go',
      system: 'rule '.repeat(500),
      budget_tokens: minimum,
    });
    expect(answer.tokens.total).toBeLessThanOrEqual(minimum);
  });

  it('holds the older conversation in steps, so that the next turns keep the prefix', async () => {
    const turns = (count: number) =>
      Array.from({ length: count }, (_, n): JsonObject[] => [
        { role: 'user', content: `question ${n} ${'about the kettle '.repeat(8)}` },
        { role: 'assistant', content: `answer ${n} ${'with a reason '.repeat(8)}` },
      ]).flat();
    const starts = new Set<string>();
    for (let count = 40; count < 46; count += 1) {
      const answer = await windowOf({
        messages: turns(count),
        task: 'and now?',
        budget_tokens: 1500,
        policy: { allow_offload: false },
      });
      const first = answer.chunks.find((chunk) => chunk.fate === 'kept');
      starts.add(String(first?.id));
    }
    expect(starts.size).toBeLessThanOrEqual(3);
  });
});
