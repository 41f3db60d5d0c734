import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../../shared/messages/problems.ts';
import { validateMessages } from '../../../shared/messages/validate.ts';
import { DIALECTS, type Dialect, type JsonObject } from '../../../shared/types.ts';
import {
  assistant,
  calls,
  result,
  text,
  toolResult,
  toolUse,
  user,
} from '../../support/messages.ts';

type Row = readonly [code: string, pointer: string, messages: readonly JsonObject[]];

const Q = user('q');
const LONG = 'k'.repeat(65);
const signed = { type: 'thinking', thinking: 'hm', signature: 's' };

const OPENAI: readonly Row[] = [
  ['no_messages', '/messages', []],
  ['role_unknown', '/messages/1/role', [Q, { role: 'robot', content: 'x' }]],
  ['first_not_user', '/messages/1/role', [{ role: 'system', content: 's' }, assistant('hi')]],
  ['system_not_first', '/messages/1', [Q, { role: 'system', content: 's' }]],
  [
    'system_repeated',
    '/messages/1',
    [{ role: 'system', content: 's' }, { role: 'developer', content: 's' }, Q],
  ],
  ['content_invalid', '/messages/0/content', [user(7)]],
  ['content_empty', '/messages/0/content', [user(' ')]],
  ['content_empty', '/messages/1/content', [Q, assistant(null)]],
  ['content_empty', '/messages/0/content', [user([])]],
  ['content_empty', '/messages/0/content/0/text', [user([text('')])]],
  ['block_invalid', '/messages/0/content/0/type', [user([{ text: 'x' }])]],
  ['block_invalid', '/messages/0/content/0', [user(['x'])]],
  ['block_not_allowed', '/messages/0/content/0/type', [user([toolResult('a', 'x')])]],
  ['list_empty', '/messages/1/tool_calls', [Q, { ...assistant('x'), tool_calls: [] }]],
  ['call_invalid', '/messages/1/tool_calls', [Q, { ...assistant('x'), tool_calls: {} }]],
  ['call_id_invalid', '/messages/1/tool_calls/0/id', [Q, calls(['']), result('', 'x')]],
  ['call_id_invalid', '/messages/1/tool_calls/0/id', [Q, calls([LONG]), result(LONG, 'x')]],
  [
    'call_id_repeated',
    '/messages/1/tool_calls/1/id',
    [Q, calls(['a', 'a']), result('a', 'x'), result('a', 'x')],
  ],
  [
    'tool_name_invalid',
    '/messages/1/tool_calls/0/function/name',
    [Q, calls(['a'], '{}', 'a b'), result('a', 'x')],
  ],
  [
    'arguments_invalid',
    '/messages/1/tool_calls/0/function/arguments',
    [Q, calls(['a'], '{"cut'), result('a', 'x')],
  ],
  ['call_without_result', '/messages/1/tool_calls/1', [Q, calls(['a', 'b']), result('a', 'x')]],
  ['call_without_result', '/messages/1/tool_calls/0', [Q, calls(['a']), Q]],
  ['result_without_call', '/messages/1/tool_call_id', [Q, result('a', 'x')]],
  [
    'result_repeated',
    '/messages/3/tool_call_id',
    [Q, calls(['a']), result('a', 'x'), result('a', 'x')],
  ],
  ['text_ill_formed', '/messages/0/content', [user('half \ud83e')]],
  ['nesting_too_deep', '/messages/1', [Q, user([{ type: 'x', deep: nested(400) }])]],
];

const ANTHROPIC: readonly Row[] = [
  ['no_messages', '/messages', []],
  ['role_unknown', '/messages/1/role', [Q, result('a', 'x')]],
  ['first_not_user', '/messages/0/role', [assistant('hi'), Q]],
  ['roles_not_alternating', '/messages/1/role', [Q, Q]],
  ['system_not_first', '/messages/0/role', [{ role: 'system', content: 's' }, Q]],
  ['content_empty', '/messages/0/content/0/text', [user([text(' ')])]],
  ['block_not_allowed', '/messages/0/content/0/type', [user([signed, text('x')])]],
  ['block_not_allowed', '/messages/1/content/0/type', [Q, assistant([toolResult('a', 'x')])]],
  [
    'call_id_invalid',
    '/messages/1/content/0/id',
    [Q, assistant([toolUse('a.b')]), user([toolResult('a.b', 'x')])],
  ],
  [
    'call_id_repeated',
    '/messages/3/content/0/id',
    [
      Q,
      assistant([toolUse('a')]),
      user([toolResult('a', 'x')]),
      assistant([toolUse('a')]),
      user([toolResult('a', 'x')]),
    ],
  ],
  [
    'arguments_invalid',
    '/messages/1/content/0/input',
    [Q, assistant([toolUse('a', '{}')]), user([toolResult('a', 'x')])],
  ],
  [
    'call_without_result',
    '/messages/1/content/1',
    [Q, assistant([toolUse('a'), toolUse('b')]), user([toolResult('a', 'x')])],
  ],
  ['call_without_result', '/messages/1/content/0', [Q, assistant([toolUse('a')])]],
  ['result_without_call', '/messages/0/content/0/tool_use_id', [user([toolResult('a', 'x')])]],
  [
    'result_repeated',
    '/messages/2/content/1/tool_use_id',
    [Q, assistant([toolUse('a')]), user([toolResult('a', 'x'), toolResult('a', 'y')])],
  ],
  [
    'result_not_first',
    '/messages/2/content/1',
    [Q, assistant([toolUse('a')]), user([text('x'), toolResult('a', 'y')])],
  ],
  [
    'content_empty',
    '/messages/2/content/0/content',
    [Q, assistant([toolUse('a')]), user([toolResult('a', ' ')])],
  ],
  [
    'thinking_unsigned',
    '/messages/1/content/0/signature',
    [Q, assistant([{ type: 'thinking', thinking: 'x' }, text('y')])],
  ],
  ['thinking_last', '/messages/1/content/1', [Q, assistant([text('x'), signed])]],
  ['trailing_whitespace', '/messages/1/content', [Q, assistant('so ')]],
];

function nested(levels: number): JsonObject['x'] {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels));
}

function problems(messages: readonly JsonObject[], dialect: Dialect) {
  return validateMessages({ messages, dialect }).map(({ code, pointer }) => [code, pointer]);
}

describe('validateMessages()', () => {
  it.each(OPENAI)('finds exactly %s at %s (openai)', (code, pointer, messages) => {
    expect(problems(messages, 'openai')).toEqual([[code, pointer]]);
  });

  it.each(ANTHROPIC)('finds exactly %s at %s (anthropic)', (code, pointer, messages) => {
    expect(problems(messages, 'anthropic')).toEqual([[code, pointer]]);
  });

  it('accepts what the providers accept', () => {
    const openai: readonly JsonObject[] = [
      { role: 'developer', content: 's' },
      user([text('q'), { type: 'image_url', image_url: { url: 'https://img.example/a' } }]),
      { ...calls(['functions.lookup:0', 'b']), content: '' },
      result('b', 'x'),
      result('functions.lookup:0', [text('x')]),
      { role: 'assistant', refusal: 'no' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'x' },
    ];
    expect(problems(openai, 'openai')).toEqual([]);
    const anthropic = [
      Q,
      assistant([signed, text('x'), toolUse('a')]),
      user([{ type: 'tool_result', tool_use_id: 'a' }, text('go on')]),
      assistant([{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }]),
    ];
    expect(problems(anthropic, 'anthropic')).toEqual([]);
  });

  it('checks tools: empty list, names, repeats, schemas', () => {
    const check = (tools: readonly JsonObject[], dialect: Dialect) =>
      validateMessages({ messages: [Q], tools, dialect }).map((p) => [p.code, p.pointer]);
    const open = (name: string): JsonObject => ({ type: 'function', function: { name } });
    expect(check([], 'openai')).toEqual([['list_empty', '/tools']]);
    expect(check([open('a.b')], 'openai')).toEqual([
      ['tool_name_invalid', '/tools/0/function/name'],
    ]);
    expect(check([open('a'), open('a')], 'openai')).toEqual([
      ['tool_repeated', '/tools/1/function/name'],
    ]);
    expect(check([{ name: 'a' }], 'anthropic')).toEqual([
      ['tool_invalid', '/tools/0/input_schema'],
    ]);
    expect(check([{ type: 'web_search_20250305', name: 'web_search' }], 'anthropic')).toEqual([]);
  });

  it('checks system text', () => {
    const check = (system: JsonObject['x']) =>
      validateMessages({ messages: [Q], system, dialect: 'anthropic' }).map((p) => p.pointer);
    expect(check('be brief')).toEqual([]);
    expect(check(' ')).toEqual(['/system']);
    expect(check([text('a'), text('')])).toEqual(['/system/1/text']);
    expect(check(7)).toEqual(['/system']);
  });

  it('never throws, and reports only codes of the closed list', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(...DIALECTS), (values, dialect) => {
        for (const problem of validateMessages({ messages: values as JsonObject[], dialect })) {
          expect(PROBLEM_CODES).toContain(problem.code);
        }
      }),
    );
  });
});
