import fc from 'fast-check';
import type { Dialect, JsonObject } from '../../shared/types.ts';

/**
 * Random conversations for property tests. `brokenConversation` breaks every rule that can be broken
 * while the messages can still be read: orphans, repeated and odd ids, blank texts, lone surrogates,
 * arguments that are no JSON, wrong order. `tidyConversation` follows the rules of its dialect.
 */

const LONG_ID = 'k'.repeat(2048);
const ids = fc.constantFrom('c1', 'c2', 'c3', '', LONG_ID, '../a b/ü', 'call_m1_0');
const names = fc.constantFrom('search', 'read_file', 'bad name!', '', 'n'.repeat(80));
const words = fc.constantFrom(
  'alpha',
  'beta 42',
  'line one\nline two',
  '🪁 kite',
  '<notes>',
  'x'.repeat(300),
);
const texts = fc.oneof(
  { weight: 6, arbitrary: fc.array(words, { minLength: 1, maxLength: 3 }).map((w) => w.join(' ')) },
  { weight: 1, arbitrary: fc.constantFrom('', '  \n', '\ud83e', 'half \ude81 pair', 'trailing  ') },
);
const argumentTexts = fc.constantFrom(
  '{}',
  '',
  '{"path":"notes/today.md","n":1}',
  'not json at all',
  '[1,2]',
  'null',
  '"text"',
  '{"a":"\\ud83e"}',
  '{"cut": "of',
);
const pixel = 'data:image/png;base64,iVBORw0KGgo=';

function optional(object: Readonly<Record<string, unknown>>): fc.Arbitrary<JsonObject> {
  const keys = Object.keys(object);
  return fc
    .subarray(keys)
    .map((kept) => Object.fromEntries(kept.map((key) => [key, object[key]])) as JsonObject);
}

const openAiPart: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: texts.map((text): JsonObject => ({ type: 'text', text })) },
  fc.constantFrom<JsonObject>(
    { type: 'image_url', image_url: { url: pixel } },
    { type: 'image_url', image_url: { url: 'https://img.example/a.png', detail: 'low' } },
    {
      type: 'file',
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
    },
    { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    { type: 'hologram', payload: [1, { deep: true }] },
  ),
);
const openAiContent = fc.oneof(
  { weight: 4, arbitrary: texts },
  fc.constant(null),
  fc.array(openAiPart, { maxLength: 3 }),
);
const openAiCall: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ id: ids, name: names, args: argumentTexts }).map(
      ({ id, name, args }): JsonObject => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      }),
    ),
  },
  fc
    .record({ id: ids, name: names, input: texts })
    .map(({ id, name, input }): JsonObject => ({ id, type: 'custom', custom: { name, input } })),
);

const openAiMessage: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc
      .record({ role: fc.constantFrom('system', 'developer'), content: texts })
      .map((m): JsonObject => m),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(openAiContent, optional({ name: 'kim' }))
      .map(([content, rest]): JsonObject => ({ role: 'user', content, ...rest })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(openAiContent, optional({ refusal: 'I cannot', audio: { id: 'audio_1' } }))
      .map(([content, rest]): JsonObject => ({ role: 'assistant', content, ...rest })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(openAiContent, fc.array(openAiCall, { maxLength: 3 }))
      .map(([content, calls]): JsonObject => ({ role: 'assistant', content, tool_calls: calls })),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(ids, openAiContent)
      .map(([id, content]): JsonObject => ({ role: 'tool', tool_call_id: id, content })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(names, argumentTexts, optional({ tool_calls: [] })).map(
      ([name, args, rest]): JsonObject => ({
        role: 'assistant',
        content: null,
        function_call: { name, arguments: args },
        ...rest,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(names, texts)
      .map(([name, content]): JsonObject => ({ role: 'function', name, content })),
  },
);

const anthropicResult: fc.Arbitrary<JsonObject> = fc
  .tuple(
    ids,
    fc.oneof(
      texts,
      fc.array(
        fc.oneof(
          texts.map((text): JsonObject => ({ type: 'text', text })),
          fc.constant<JsonObject>({
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
          }),
        ),
        { maxLength: 2 },
      ),
    ),
    optional({ is_error: true, cache_control: { type: 'ephemeral' } }),
  )
  .map(
    ([id, content, rest]): JsonObject => ({
      type: 'tool_result',
      tool_use_id: id,
      content,
      ...rest,
    }),
  );
const anthropicCall: fc.Arbitrary<JsonObject> = fc
  .tuple(
    ids,
    names,
    fc.constantFrom<JsonObject['x']>(
      {},
      { path: 'a', n: 1 },
      '',
      null,
      [],
      [1],
      'words',
      '{"a":1}',
      7,
    ),
  )
  .map(([id, name, input]): JsonObject => ({ type: 'tool_use', id, name, input: input ?? null }));
const thinking = fc.constantFrom<JsonObject>(
  { type: 'thinking', thinking: 'step step ', signature: 'sig-1' },
  { type: 'redacted_thinking', data: 'b3BhcXVl' },
  { type: 'thinking', thinking: 'unsigned' },
  { type: 'thinking', thinking: 'blank', signature: '' },
);
const anthropicBlock: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(texts, optional({ cache_control: { type: 'ephemeral' } }))
      .map(([text, rest]): JsonObject => ({ type: 'text', text, ...rest })),
  },
  { weight: 3, arbitrary: anthropicCall },
  { weight: 4, arbitrary: anthropicResult },
  { weight: 2, arbitrary: thinking },
  fc.constantFrom<JsonObject>(
    { type: 'image', source: { type: 'url', url: 'https://img.example/a.png' } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'page' } },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'compaction', content: 'summary of what was said', encrypted: 'AAAA' },
  ),
);
const anthropicMessage: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom('user', 'user', 'user', 'assistant', 'assistant', 'assistant', 'system'),
    fc.oneof(
      { weight: 2, arbitrary: texts },
      { weight: 5, arbitrary: fc.array(anthropicBlock, { maxLength: 4 }) },
    ),
  )
  .map(([role, content]): JsonObject => ({ role, content }));

/** A conversation that can be read, and breaks any rule of its dialect. */
export function brokenConversation(dialect: Dialect): fc.Arbitrary<readonly JsonObject[]> {
  const message = dialect === 'openai' ? openAiMessage : anthropicMessage;
  return fc.oneof(
    fc.array(message, { maxLength: 14 }),
    // Near-valid conversations: calls and results that almost match are the harder half.
    fc
      .tuple(tidyConversation(dialect), fc.array(damage, { maxLength: 5 }), message)
      .map(([messages, steps, extra]) =>
        steps.reduce((list, s) => damaged(list, s, extra), messages),
      ),
  );
}

const damage = fc.record({
  kind: fc.constantFrom('drop', 'repeat', 'move', 'insert', 'reverse_blocks', 'split_blocks'),
  from: fc.nat({ max: 30 }),
  to: fc.nat({ max: 30 }),
});

function damaged(
  messages: readonly JsonObject[],
  step: { readonly kind: string; readonly from: number; readonly to: number },
  extra: JsonObject,
): readonly JsonObject[] {
  const from = step.from % Math.max(1, messages.length);
  const to = step.to % Math.max(1, messages.length);
  const picked = messages[from];
  if (picked === undefined) return [extra];
  const blocks = picked.content;
  switch (step.kind) {
    case 'drop':
      return messages.toSpliced(from, 1);
    case 'repeat':
      return messages.toSpliced(to, 0, picked);
    case 'move':
      return messages.toSpliced(from, 1).toSpliced(to, 0, picked);
    case 'insert':
      return messages.toSpliced(to, 0, extra);
    case 'reverse_blocks':
      return Array.isArray(blocks)
        ? messages.toSpliced(from, 1, { ...picked, content: blocks.toReversed() })
        : messages;
    default:
      return Array.isArray(blocks)
        ? messages.toSpliced(from, 1, ...blocks.map((block) => ({ ...picked, content: [block] })))
        : messages;
  }
}

interface Exchange {
  readonly question: string;
  readonly calls: readonly { readonly name: string; readonly result: string }[];
  readonly answer: string;
}

const plainTexts = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const exchange: fc.Arbitrary<Exchange> = fc.record({
  question: plainTexts,
  calls: fc.array(fc.record({ name: fc.constantFrom('search', 'read_file'), result: plainTexts }), {
    maxLength: 3,
  }),
  answer: plainTexts,
});

/** A conversation that its provider accepts: questions, parallel calls with their results, answers. */
export function tidyConversation(dialect: Dialect): fc.Arbitrary<readonly JsonObject[]> {
  return fc
    .array(exchange, { minLength: 1, maxLength: 6 })
    .map((list) =>
      list.flatMap((item, turn) =>
        dialect === 'openai' ? tidyOpenAi(item, turn) : tidyAnthropic(item, turn),
      ),
    );
}

function tidyOpenAi(item: Exchange, turn: number): readonly JsonObject[] {
  const calls = item.calls.map(
    (call, index): JsonObject => ({
      id: `call_${turn}_${index}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify({ q: item.question }) },
    }),
  );
  const results = item.calls.map(
    (call, index): JsonObject => ({
      role: 'tool',
      tool_call_id: `call_${turn}_${index}`,
      content: call.result,
    }),
  );
  return [
    { role: 'user', content: item.question },
    ...(calls.length > 0 ? [{ role: 'assistant', content: null, tool_calls: calls }] : []),
    ...results,
    { role: 'assistant', content: item.answer },
  ];
}

function tidyAnthropic(item: Exchange, turn: number): readonly JsonObject[] {
  const calls = item.calls.map(
    (call, index): JsonObject => ({
      type: 'tool_use',
      id: `toolu_${turn}_${index}`,
      name: call.name,
      input: { q: item.question },
    }),
  );
  const results = item.calls.map(
    (call, index): JsonObject => ({
      type: 'tool_result',
      tool_use_id: `toolu_${turn}_${index}`,
      content: call.result,
    }),
  );
  const signed: JsonObject = { type: 'thinking', thinking: 'step ', signature: `sig-${turn}` };
  return [
    { role: 'user', content: item.question },
    ...(calls.length > 0
      ? [
          { role: 'assistant', content: [signed, ...calls] },
          { role: 'user', content: results },
        ]
      : []),
    { role: 'assistant', content: item.answer },
  ];
}
