import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalTools } from '../../shared/fit/cache.ts';
import { validateMessages } from '../../shared/messages/validate.ts';
import { DIALECTS, ENCODINGS, FORMATS, type JsonObject, ORDERS } from '../../shared/types.ts';
import { dialectOf, recount, run, windowOf, windowText } from '../support/assemble.ts';
import { brokenConversation, tidyConversation } from '../support/conversations.ts';
import { deepFreeze } from '../support/freeze.ts';
import { MemoryBlobStore } from '../support/memory-blob-store.ts';

const WORDS =
  'refund order policy kettle Lyon days delivery error build timeout 42 north fee'.split(' ');
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 60 })
  .map((words) => `${words.join(' ')}.`);
const text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(sentence, { minLength: 1, maxLength: 8 }).map((s) => s.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.json().map((json) => json.repeat(3)) },
  {
    weight: 1,
    arbitrary: fc
      .array(sentence, { minLength: 5, maxLength: 60 })
      .map((lines) => lines.map((line, n) => `2026-01-02 10:00:${n} INFO ${line}`).join('\n')),
  },
);
const chunk = fc.record(
  {
    kind: fc.constantFrom(
      'passage',
      'record',
      'memory',
      'tool_result',
      'notes',
      'policy',
      'example',
      'history',
    ),
    text,
    source: fc.constantFrom('help-centre', 'email', 'crm'),
    trust: fc.constantFrom('verified', 'retrieved', 'user', 'model'),
    pinned: fc.boolean(),
    created_at: fc.constantFrom('2026-01-02T00:00:00Z', '2025-01-02T00:00:00Z'),
  },
  { requiredKeys: ['kind', 'text', 'source'] },
);
const tool = fc.record({
  type: fc.constant('function'),
  function: fc.record({
    name: fc.constantFrom('search_orders', 'refund', 'lookup'),
    description: sentence,
    parameters: fc.constant({ type: 'object', properties: { id: { type: 'string' } } }),
  }),
});
const body = fc
  .record(
    {
      task: sentence,
      budget_tokens: fc.integer({ min: 1, max: 4000 }),
      chunks: fc.array(chunk, { maxLength: 14 }),
      tools: fc.uniqueArray(tool, { maxLength: 3, selector: (t) => t.function.name }),
      system: sentence,
      order: fc.constantFrom(...ORDERS),
      encoding: fc.constantFrom(...ENCODINGS),
      format: fc.constantFrom(...FORMATS),
    },
    { requiredKeys: ['task', 'budget_tokens', 'chunks'] },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);
const conversation = fc.constantFrom(...DIALECTS).chain((dialect) =>
  fc
    .record({
      messages: fc.oneof(brokenConversation(dialect), tidyConversation(dialect)),
      task: sentence,
      budget_tokens: fc.integer({ min: 40, max: 3000 }),
      chunks: fc.array(chunk, { maxLength: 3 }),
      order: fc.constantFrom(...ORDERS),
    })
    .map((value) => JSON.parse(JSON.stringify({ ...value, format: dialect })) as JsonObject),
);

const RUNS = { numRuns: 300 };

/** Runs a property over windows; requests that cannot fit are checked for their minimum elsewhere. */
async function onWindows(
  arbitrary: fc.Arbitrary<JsonObject>,
  check: (answer: Awaited<ReturnType<typeof windowOf>>, request: JsonObject) => unknown,
) {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (request) => {
      const result = await run(request);
      if (result.ok) await check(result.value.answer, request);
      else expect(['budget_infeasible', 'invalid_request']).toContain(result.error.code);
    }),
    RUNS,
  );
}

describe('assemble() invariants', () => {
  for (const [name, arbitrary] of [
    ['chunks', body],
    ['conversations', conversation],
  ] as const) {
    it(`keeps the total within the budget, and the sections sum to it (${name})`, async () => {
      await onWindows(arbitrary, async (answer, request) => {
        const sections = Object.values(answer.tokens.by_section);
        expect(answer.tokens.total).toBeLessThanOrEqual(Number(request.budget_tokens));
        expect(sections.reduce((sum, tokens) => sum + tokens, 0)).toBe(answer.tokens.total);
        if (request.format !== 'chunks') {
          expect(await recount(answer, dialectOf(request))).toBe(answer.tokens.total);
        }
      });
    });

    it(`gives the same bytes for the same input and does not change it (${name})`, async () => {
      await fc.assert(
        fc.asyncProperty(arbitrary, async (request) => {
          const frozen = deepFreeze(structuredClone(request)) as JsonObject;
          const [first, second] = [await run(frozen), await run(frozen)];
          expect(JSON.stringify(first)).toBe(JSON.stringify(second));
        }),
        { numRuns: 100 },
      );
    });
  }

  it('gives every candidate exactly one fate', async () => {
    await onWindows(body, (answer, request) => {
      const chunks = request.chunks as readonly JsonObject[];
      const ids = answer.chunks.map((entry) => entry.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(chunks.length + (request.system === undefined ? 0 : 1));
    });
  });

  it('keeps pinned text and the task byte-identical, the task last', async () => {
    await onWindows(body, (answer, request) => {
      if (request.format === 'chunks') return;
      const last = answer.messages.at(-1);
      const content = last?.content;
      const lastText = Array.isArray(content) ? (content.at(-1) as JsonObject).text : content;
      expect(lastText).toBe(request.task);
      const texts = textsOf(answer);
      for (const entry of request.chunks as readonly JsonObject[]) {
        const own = String(entry.text);
        if (entry.pinned !== true || /[<＜]/.test(own)) continue;
        expect(texts.some((candidate) => candidate.includes(own))).toBe(true);
      }
    });
  });

  it('gives messages that are valid in their dialect', async () => {
    await onWindows(conversation, (answer, request) => {
      const problems = validateMessages({
        messages: answer.messages,
        ...(answer.tools.length === 0 ? {} : { tools: answer.tools }),
        ...(answer.system === undefined ? {} : { system: answer.system }),
        dialect: dialectOf(request),
      });
      expect(problems).toEqual([]);
    });
  });

  it('says of an infeasible budget which budget works', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, conversation), async (request) => {
        const result = await run(request);
        if (result.ok || result.error.code !== 'budget_infeasible') return;
        const minimum = Number(result.error.extra?.minimum_budget_tokens);
        expect(minimum).toBeGreaterThan(Number(request.budget_tokens));
        const again = await run({ ...request, budget_tokens: minimum });
        expect(again.ok).toBe(true);
      }),
      { ...RUNS, numRuns: 150 },
    );
  });

  it('keeps a chunk whole at the budget it names', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (request) => {
        const result = await run(request);
        if (!result.ok) return;
        const named = result.value.answer.chunks.filter(
          (entry) => entry.kept_at_budget !== undefined,
        );
        const [some] = named;
        if (some?.kept_at_budget === undefined) return;
        const again = await windowOf({ ...request, budget_tokens: some.kept_at_budget });
        const fate = again.chunks.find((entry) => entry.id === some.id);
        expect(['kept', 'dropped']).toContain(fate?.fate);
      }),
      { numRuns: 150 },
    );
  });

  it('stores everything that a handle in the answer names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, conversation), async (request) => {
        const store = new MemoryBlobStore();
        const result = await run(request, { store });
        if (!result.ok) return;
        const shown = windowText(result.value.answer).match(/off_[a-z0-9]{20,}/g) ?? [];
        const listed = new Set(result.value.answer.handles.map((entry) => entry.handle));
        for (const handle of shown) {
          expect(listed.has(handle)).toBe(true);
          expect((await store.get(handle)).ok).toBe(true);
        }
        const names = canonicalTools(result.value.answer.tools).map((t) => JSON.stringify(t));
        if (shown.length > 0) expect(names.join()).toContain('fetch_offloaded');
      }),
      RUNS,
    );
  });
});

function textsOf(answer: { readonly messages: readonly JsonObject[]; readonly system?: unknown }) {
  const texts: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(answer.messages);
  walk(answer.system);
  return texts;
}

describe('assemble() with more to remove than it has rounds', () => {
  it('still gives every candidate one fate, and returns a window that was checked', async () => {
    const chunks = Array.from({ length: 300 }, (_, index) => ({
      id: `c${index}`,
      kind: 'passage',
      source: 'archive',
      text: `Meadow ${index} lies beside the river ${index * 7} and is mown in June by hand, ${index} times.`,
    }));
    const answer = await windowOf({ task: 'refund kettle', budget_tokens: 400, chunks });
    expect(answer.chunks).toHaveLength(300);
    expect(answer.chunks.filter((entry) => entry.fate === 'dropped').length).toBeGreaterThan(0);
    expect(answer.chunks.some((entry) => entry.fate === 'kept')).toBe(false);
  });
});
