import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateMessages } from '../../../shared/messages/validate.ts';
import type { SessionOutcome } from '../../../shared/session/rot.ts';
import { DIALECTS, type JsonObject, ORDERS } from '../../../shared/types.ts';
import { dialectOf, recount, run, windowOf, windowText } from '../../support/assemble.ts';
import { brokenConversation, tidyConversation } from '../../support/conversations.ts';
import { MemoryBlobStore } from '../../support/memory-blob-store.ts';

const outcomes = (qualities: readonly number[]): readonly SessionOutcome[] =>
  qualities.map((quality, n) => ({ windowId: `win_${n}`, tokens: 100 + 10 * n, quality }));
/** A session that shows rot, and one that does not. */
const ROTTEN = outcomes([0.9, 0.9, 0.9, 0.9, 0.9, 0.5, 0.4, 0.4]);
const STEADY = outcomes([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.9]);

const say = (n: number) =>
  `Message ${n}: the parcel of customer ${n * 7} left Lyon on day ${n} and went by road to the north.`;
const talk = (turns: number): JsonObject[] =>
  Array.from({ length: turns }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: say(n),
  }));
const request = (turns: number, over: JsonObject = {}): JsonObject => ({
  task: 'Which parcel went north?',
  system: 'Answer in one sentence.',
  messages: talk(turns),
  budget_tokens: 6000,
  session_id: 'ses_1',
  ...over,
});

describe('easeTranscript()', () => {
  it('leaves the older half of the conversation out of a window that would fit', async () => {
    const store = new MemoryBlobStore();
    const answer = await windowOf(request(40), { outcomes: ROTTEN, store });
    const whole = await windowOf(request(40), { outcomes: STEADY });
    expect(whole.chunks.every(({ fate }) => fate === 'kept')).toBe(true);
    const share = answer.tokens.by_section.history / whole.tokens.by_section.history;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.55);
    const left = answer.chunks.filter(({ by }) => by === 'rot');
    expect(left.length).toBeGreaterThanOrEqual(20);
    for (const { fate, reason, handle, kept_at_budget } of left) {
      expect(fate).toBe('cut');
      expect(reason).toContain('got worse');
      expect(kept_at_budget).toBeUndefined();
      expect(handle).toMatch(/^off_/);
    }
    // The oldest left, the newest stayed.
    const fates = answer.chunks.filter(({ kind }) => kind === 'history').map(({ fate }) => fate);
    expect(fates.lastIndexOf('cut')).toBeLessThan(fates.indexOf('kept'));
    const [handle = ''] = left.map((entry) => entry.handle);
    const original = await store.get(handle);
    expect(original.ok && original.value.text).toContain(say(0));
    expect(original.ok && original.value.text.split('\n')).toHaveLength(left.length);
    expect(windowText(answer)).toContain(handle);
    expect(JSON.stringify(answer.tools)).toContain('fetch_offloaded');
  });

  it('flags the window with the detector rot, and leaves a steady session alone', async () => {
    const rotten = await windowOf(request(40), { outcomes: ROTTEN });
    expect(rotten.health.status).toBe('flagged');
    expect(rotten.health.findings).toMatchObject([{ detector: 'rot', action: 'flag' }]);
    const steady = await windowOf(request(40), { outcomes: STEADY });
    expect(steady.health).toMatchObject({ status: 'healthy', findings: [] });
    expect(steady).toEqual(await windowOf(request(40)));
  });

  it('keeps what the policy says: reduce_keep of the conversation, or all of it', async () => {
    const keep = async (share: number) => {
      const policy = { reduce_keep: share };
      const answer = await windowOf(request(60, { policy }), { outcomes: ROTTEN });
      return answer.tokens.by_section.history;
    };
    const [all, most, some] = [await keep(1), await keep(0.7), await keep(0.2)];
    expect(all).toBeGreaterThan(most);
    expect(most).toBeGreaterThan(some);
    const lenient = request(40, { policy: { rot_drop: 0.6 } });
    expect((await windowOf(lenient, { outcomes: ROTTEN })).health.status).toBe('healthy');
  });

  it('never takes the newest turns, not even with reduce_keep 0', async () => {
    const body = request(10, { policy: { reduce_keep: 0 } });
    const answer = await windowOf(body, { outcomes: ROTTEN });
    const text = windowText(answer);
    expect(text).toContain(say(9));
    expect(text).toContain(say(8));
    expect(text).not.toContain(say(7));
  });

  it('ends at the same turn while the conversation grows, so that the prefix survives', async () => {
    const opens = new Set<string>();
    for (let turns = 40; turns < 56; turns += 1) {
      const answer = await windowOf(request(turns), { outcomes: ROTTEN });
      opens.add(String(answer.chunks.filter(({ by }) => by === 'rot').at(-1)?.id));
    }
    // Half of sixteen more turns would leave one by one otherwise.
    expect(opens.size).toBeLessThanOrEqual(4);
  });

  it('states the cut without a handle where nothing may be offloaded', async () => {
    const body = request(40, { policy: { allow_offload: false } });
    const answer = await windowOf(body, { outcomes: ROTTEN });
    expect(windowText(answer)).toContain('earlier turns are left out');
    expect(answer.handles).toEqual([]);
    expect(answer.tools).toEqual([]);
  });

  it('does not let a short conversation grow by the note and the fetch tool', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const rotten = await windowOf(request(turns), { outcomes: ROTTEN });
      const whole = await windowOf(request(turns));
      expect(rotten.tokens.total).toBeLessThanOrEqual(whole.tokens.total);
    }
  });

  it('shortens history that came as text, with the handle to the whole', async () => {
    const text = Array.from({ length: 80 }, (_, n) => say(n)).join('\n');
    const chunks = [{ id: 'log', kind: 'history', source: 'chat', text }];
    const body = { task: 'Which parcel went north?', budget_tokens: 6000, chunks };
    const answer = await windowOf(body, { outcomes: ROTTEN });
    const [chunk] = answer.chunks;
    expect(chunk).toMatchObject({ fate: 'reduced', by: 'rot' });
    expect(chunk?.handle).toMatch(/^off_/);
    expect(chunk?.tokens_out).toBeLessThan(0.6 * (chunk?.tokens_in ?? 0));
  });

  it('leaves pinned text, knowledge and the task as they are', async () => {
    const passage = say(3).repeat(20);
    const chunks = [
      { id: 'p', kind: 'passage', source: 'handbook', text: passage },
      { id: 'h', kind: 'history', source: 'chat', text: say(4).repeat(20), pinned: true },
    ];
    const answer = await windowOf(request(30, { chunks }), { outcomes: ROTTEN });
    expect(answer.chunks.find(({ id }) => id === 'p')?.fate).toBe('kept');
    expect(answer.chunks.find(({ id }) => id === 'h')?.fate).toBe('kept');
    expect(windowText(answer)).toContain(passage);
    expect(answer.messages.at(-1)).toMatchObject({ content: 'Which parcel went north?' });
  });
});

const conversation = fc.constantFrom(...DIALECTS).chain((dialect) =>
  fc
    .record({
      messages: fc.oneof(brokenConversation(dialect), tidyConversation(dialect)),
      budget_tokens: fc.integer({ min: 40, max: 3000 }),
      order: fc.constantFrom(...ORDERS),
      policy: fc.record({ reduce_keep: fc.double({ min: 0, max: 1, noNaN: true }) }),
    })
    .map((value): JsonObject => {
      const plain = JSON.parse(JSON.stringify(value)) as JsonObject;
      return { ...plain, task: 'What next?', format: dialect };
    }),
);

describe('easeTranscript() keeps the invariants of a window', () => {
  it('fits, adds up, is valid in its dialect, and every handle it shows is stored', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (body) => {
        const store = new MemoryBlobStore();
        const result = await run(body, { outcomes: ROTTEN, store });
        if (!result.ok) {
          expect(['budget_infeasible', 'invalid_request']).toContain(result.error.code);
          return;
        }
        const { answer } = result.value;
        const dialect = dialectOf(body);
        expect(answer.tokens.total).toBeLessThanOrEqual(Number(body.budget_tokens));
        expect(await recount(answer, dialect)).toBe(answer.tokens.total);
        const problems = validateMessages({
          messages: answer.messages,
          ...(answer.tools.length === 0 ? {} : { tools: answer.tools }),
          ...(answer.system === undefined ? {} : { system: answer.system }),
          dialect,
        });
        expect(problems).toEqual([]);
        expect(new Set(answer.chunks.map(({ id }) => id)).size).toBe(answer.chunks.length);
        for (const { handle } of answer.chunks) {
          if (handle !== undefined) expect((await store.get(handle)).ok).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('gives the same bytes for the same input', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (body) => {
        const [first, second] = [
          await run(body, { outcomes: ROTTEN }),
          await run(body, { outcomes: ROTTEN }),
        ];
        expect(JSON.stringify(first)).toBe(JSON.stringify(second));
      }),
      { numRuns: 50 },
    );
  });
});
