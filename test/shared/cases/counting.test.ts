import { describe, expect, it } from 'vitest';
import { loadCounter } from '../../../shared/tokens/counter.ts';
import { DIALECTS, type Dialect, type JsonObject } from '../../../shared/types.ts';
import { failureOf, recount, windowOf, windowText } from '../../support/assemble.ts';
import { assistant, blocksOf, calling, result, user } from '../../support/dialogue.ts';
import { MemoryBlobStore } from '../../support/memory-blob-store.ts';

function tool(name: string, extra: JsonObject = {}): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      description: `Reads the ${name} ledger and gives its entries. ${'It takes the period and the account. '.repeat(10)}`,
      parameters: { type: 'object', properties: { period: { type: 'string' } } },
    },
    ...extra,
  };
}

function image(chars: number, dialect: Dialect): JsonObject {
  const data = 'QUJD'.repeat(chars / 4);
  return dialect === 'openai'
    ? { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }
    : { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

describe('token counting of a window', () => {
  it.each([
    ['天气预报'.repeat(30), 90, 150],
    ['👨‍👩‍👧‍👦'.repeat(25), 275, 450],
    ['회의는 다음 주 화요일로 연기되었습니다. '.repeat(4), 48, 69],
  ])('F-08: counts %.8s… exactly, as the task and inside a chunk', async (text, o200k, cl100k) => {
    for (const [encoding, tokens] of [
      ['o200k_base', o200k],
      ['cl100k_base', cl100k],
    ] as const) {
      const answer = await windowOf({ task: text, encoding, chunks: [] });
      expect(answer.tokens.by_section.task).toBe(tokens);
      const chunk = { kind: 'passage', source: 's', text, pinned: true };
      const held = await windowOf({ task: 'go', encoding, chunks: [chunk] });
      const empty = await windowOf({ task: 'go', encoding, chunks: [{ ...chunk, text: '' }] });
      const grown = held.tokens.by_section.passages - empty.tokens.by_section.passages;
      // The line break beside it may join the text's last token.
      expect(Math.abs(grown - tokens)).toBeLessThanOrEqual(1);
      expect(await recount(held, 'openai')).toBe(held.tokens.total);
    }
  });

  it('F-11, B10: special-token literals are text, unchanged in the window', async () => {
    const text = 'The paper uses <|endoftext|> as a separator.';
    for (const [encoding, tokens] of [
      ['o200k_base', 14],
      ['cl100k_base', 13],
    ] as const) {
      const answer = await windowOf({ task: text, encoding });
      expect(answer.tokens.by_section.task).toBe(tokens);
      expect(answer.messages.at(-1)?.content).toBe(text);
    }
    const all =
      '<|im_start|>system <|fim_prefix|> <|endofprompt|> [INST] <s> \n\nHuman: <|im_end|>';
    for (const encoding of ['o200k_base', 'cl100k_base', 'claude']) {
      const chunks = [{ kind: 'passage', source: 's', text: all, pinned: true }];
      const answer = await windowOf({ task: 'separator', chunks, encoding });
      expect(windowText(answer)).toContain(JSON.stringify(all).slice(1, -1));
    }
  });

  it.each(DIALECTS)('F-10: an image has a flat cost and is not compacted (%s)', async (dialect) => {
    const totals: number[] = [];
    for (const [chars, images] of [
      [4_000_000, 1],
      [8_000_000, 1],
      [4_000_000, 2],
    ] as const) {
      const blocks = Array.from({ length: images }, () => image(chars, dialect));
      const answer = await windowOf({
        messages: [user([{ type: 'text', text: 'what is on this picture?' }, ...blocks])],
        format: dialect,
        budget_tokens: 128_000,
      });
      expect(blocksOf(answer.messages[0] ?? {}).slice(1)).toEqual(blocks);
      expect(answer.tokens.estimated).toBe(true);
      totals.push(answer.tokens.total);
    }
    const [one = 0, twice = 0, two = 0] = totals;
    expect(one).toBeLessThan(5050);
    expect(twice).toBe(one);
    expect(two).toBeGreaterThan(one);
  });

  it.each(DIALECTS)(
    'F-10: an image in an older turn is not cut for its bytes (%s)',
    async (dialect) => {
      const messages = [
        user([{ type: 'text', text: 'look' }, image(1_000_000, dialect)]),
        assistant('I see a kettle'),
        user('what colour is it?'),
      ];
      const answer = await windowOf({ messages, format: dialect, budget_tokens: 8000 });
      expect(answer.messages).toEqual(messages);
    },
  );

  it('F-12: tool schemas count, so messages that fit alone are over budget with them', async () => {
    const body = {
      messages: [user('alpha beta gamma delta '.repeat(125))],
      tools: Array.from({ length: 40 }, (_, n) => tool(`ledger_${n}`)),
      budget_tokens: 4000,
    };
    const failure = await failureOf(body);
    expect(failure.code).toBe('budget_infeasible');
    expect(Number(failure.extra?.minimum_budget_tokens)).toBeGreaterThan(5000);
    const sections = failure.extra?.sections as JsonObject;
    expect(Number(sections.tools)).toBeGreaterThan(4400);
    expect(Number(sections.task)).toBeGreaterThan(500);
  });

  it.each([
    ['on the definition', (n: number) => tool(`ledger_${n}`, { defer_loading: true })],
    [
      'in the function',
      (n: number) => {
        const plain = tool(`ledger_${n}`);
        return { ...plain, function: { ...(plain.function as JsonObject), defer_loading: true } };
      },
    ],
  ])('F-12: tools deferred %s cost nothing', async (_, deferred) => {
    const active = Array.from({ length: 10 }, (_, n) => tool(`active_${n}`));
    const idle = Array.from({ length: 30 }, (_, n) => deferred(n));
    const body = { messages: [user('hello')], budget_tokens: 4000 };
    const some = await windowOf({ ...body, tools: [...active, ...idle] });
    const ten = await windowOf({ ...body, tools: active });
    expect(some.tokens.by_section.tools).toBe(ten.tokens.by_section.tools);
    expect(some.tools).toHaveLength(40);
  });

  it('B9: names, arguments, system and separators count; the parts sum to the total', async () => {
    const short = 'f';
    const long = 'search_internal_customer_knowledge_base';
    const totals = await Promise.all(
      [short, long].map(async (name) => {
        const answer = await windowOf({
          system: 'Be brief',
          messages: [user('go'), calling([['c', name, { q: 'x' }]]), result('c', 'ok'), user('on')],
        });
        const { by_section: sections, total } = answer.tokens;
        expect(Object.values(sections).reduce((sum, n) => sum + n, 0)).toBe(total);
        expect(sections.instructions).toBeGreaterThan(0);
        expect(await recount(answer, 'openai')).toBe(total);
        return total;
      }),
    );
    expect((totals[1] ?? 0) - (totals[0] ?? 0)).toBe(5);
  });

  it('B9, B40: the budget of the request is the cap, with room for nothing else', async () => {
    const chunks = Array.from({ length: 40 }, (_, n) => ({
      kind: 'passage',
      source: 's',
      text: `Ledger entry ${n}: ${'alpha beta '.repeat(20)}`,
    }));
    for (const budget of [150, 333, 1000, 1999]) {
      const answer = await windowOf({ task: 'ledger entry', chunks, budget_tokens: budget });
      expect(answer.tokens.budget).toBe(budget);
      expect(answer.tokens.total).toBeLessThanOrEqual(budget);
      expect(answer.tokens.total).toBeGreaterThan(budget * 0.6);
    }
  });

  it.each([['='.repeat(40_000)], ['k'.repeat(80_000)], ['a'.repeat(200_000)], [base64(1_000_000)]])(
    'F-72, B10: a long run is counted, marked if not exact, and left out',
    async (run) => {
      const text = `sum ${run}`;
      const chunks = [{ kind: 'passage', source: 's', text }];
      const held = await windowOf({ task: 'sum', chunks, budget_tokens: 1_000_000 });
      const { estimated } = (await loadCounter('o200k_base')).countDetailed(text);
      expect(held.tokens.estimated).toBe(estimated);
      expect(held.tokens.by_section.passages).toBeGreaterThan(run.length / 130);
      const small = await windowOf({ task: 'sum', chunks, budget_tokens: 300 });
      expect(small.tokens.total).toBeLessThanOrEqual(300);
    },
  );

  it('F-72: the exact value of a run that is short enough', async () => {
    const answer = await windowOf({ task: '='.repeat(3000) });
    expect(answer.tokens.by_section.task).toBe(48);
  });
});

/** Base64 text that looks random and is always the same. */
function base64(chars: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let state = 12_345;
  let text = '';
  for (let n = 0; n < chars; n += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += digits[Math.floor(state / 65_536) % digits.length];
  }
  return text;
}

/** A picture of `bytes` bytes as a data URI. */
function dataUri(bytes: number, type = 'image/png'): string {
  return `data:${type};base64,${'QUJD'.repeat(Math.ceil(bytes / 3))}`;
}

describe('images inside text', () => {
  const bulk = 'The kettle order shipped on time. '.repeat(30);

  it.each([
    [
      'a passage',
      (uri: string) => ({
        chunks: [{ kind: 'passage', source: 'shop', text: `Kettle photo ${uri} end` }],
      }),
    ],
    [
      'JSON in a chunk',
      (uri: string) => ({
        chunks: [
          {
            kind: 'tool_result',
            source: 'shop',
            text: JSON.stringify({ kettle: { photo: uri, raw: JSON.stringify({ uri }) } }),
          },
        ],
      }),
    ],
  ])('B12: in %s counts as an image, and its bytes leave under pressure', async (_, body) => {
    const uri = dataUri(240_000);
    const store = new MemoryBlobStore();
    const roomy = await windowOf(
      { task: 'kettle photo', ...body(uri), budget_tokens: 20_000 },
      { store },
    );
    expect(roomy.tokens.total).toBeLessThan(6000);
    expect(await recount(roomy, 'openai')).toBe(roomy.tokens.total);
    const tight = await windowOf(
      { task: 'kettle photo', ...body(uri), budget_tokens: 1300 },
      { store },
    );
    const text = windowText(tight);
    expect(text).not.toContain('QUJDQUJD');
    expect(text).toMatch(/image\/png 240 KB/);
    const [handle] = text.match(/off_[a-z0-9]+/) ?? [''];
    expect(tight.handles.map((entry) => entry.handle)).toContain(handle);
    const kept = await store.get(handle ?? '');
    expect(kept.ok && kept.value.text.includes('QUJDQUJD')).toBe(true);
  });

  it.each(DIALECTS)(
    'B12: in a tool result counts as an image, and leaves with its type (%s)',
    async (dialect) => {
      const uri = dataUri(240_000);
      const content = `Kettle photo: ${uri}\n${bulk}`;
      const messages: readonly JsonObject[] =
        dialect === 'openai'
          ? [
              user('photo?'),
              calling([['c', 'snap', {}]]),
              result('c', content),
              assistant('here'),
              user('and the kettle?'),
            ]
          : [
              user('photo?'),
              {
                role: 'assistant',
                content: [{ type: 'tool_use', id: 'c', name: 'snap', input: {} }],
              },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
              assistant('here'),
              user('and the kettle?'),
            ];
      const roomy = await windowOf({ messages, format: dialect, budget_tokens: 20_000 });
      expect(roomy.messages).toEqual(messages);
      expect(roomy.tokens.total).toBeLessThan(6000);
      const tight = await windowOf({ messages, format: dialect, budget_tokens: 1400 });
      expect(tight.tokens.total).toBeLessThanOrEqual(1400);
      expect(windowText(tight)).not.toContain('QUJDQUJD');
      expect(windowText(tight)).toContain('image/png 240 KB');
    },
  );

  it('B12: malformed or wrapped base64 is text like any other', async () => {
    const text = `Kettle ${dataUri(3000).slice(0, -1)}* and data:image/png;base64,\nQUJD\nQUJD`;
    const answer = await windowOf({
      task: 'kettle',
      chunks: [{ kind: 'passage', source: 's', text }],
      budget_tokens: 20_000,
    });
    expect(windowText(answer)).toContain(JSON.stringify(text).slice(1, -1));
    expect(await recount(answer, 'openai')).toBe(answer.tokens.total);
  });
});
