import { describe, expect, it } from 'vitest';
import { totalOf } from '../../../shared/session/step.ts';
import type { JsonObject } from '../../../shared/types.ts';
import { run } from '../../support/assemble.ts';

const sentence = (n: number) =>
  `Order ${n} was shipped from the warehouse in Lyon on day ${n * 3} and arrived within the week.`;

/** A conversation of `turns` user and assistant messages. */
const conversation = (turns: number): JsonObject[] =>
  Array.from({ length: turns }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: sentence(n),
  }));

async function stepFor(body: JsonObject) {
  const result = await run(body);
  if (!result.ok) throw new Error(result.error.detail);
  return result.value;
}

describe('stepOf()', () => {
  it('has the same tokens before and after when everything is kept', async () => {
    const { step, answer } = await stepFor({
      task: 'When did order 3 arrive?',
      messages: conversation(6),
      budget_tokens: 3000,
    });
    expect(step.before).toEqual(step.after);
    expect(totalOf(step.after)).toBe(answer.tokens.total);
    expect(step).toMatchObject({ kept: 6, dropped: 0 });
  });

  it('counts before what was offered, without the fetch tool and the note that came for what left', async () => {
    const body = { task: 'When did order 3 arrive?', messages: conversation(80) };
    const whole = await stepFor({ ...body, budget_tokens: 100_000 });
    const small = await stepFor({ ...body, budget_tokens: 900 });
    expect(small.step.dropped).toBeGreaterThan(0);
    expect(totalOf(small.step.after)).toBeLessThanOrEqual(900);
    expect(small.step.before.tools).toBe(0);
    // Frames of what left are counted with it, so the two differ by little.
    const expected = totalOf(whole.step.after);
    expect(Math.abs(totalOf(small.step.before) - expected) / expected).toBeLessThan(0.05);
  });
});
