import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConversation } from '../../../shared/messages/parse.ts';
import { mergeRoles, renderGroups } from '../../../shared/messages/render.ts';
import { DIALECTS, type Dialect, type JsonObject } from '../../../shared/types.ts';
import { brokenConversation } from '../../support/conversations.ts';
import {
  assistant,
  callGroup,
  calls,
  codes,
  parsed,
  result,
  text,
  toolResult,
  toolUse,
  user,
} from '../../support/messages.ts';

function roundTrip(messages: readonly JsonObject[], dialect: Dialect) {
  return renderGroups(parsed(messages, dialect).groups, dialect);
}

describe('parseConversation() groups calls with their results', () => {
  it('F-01 moves what stands between call and result before the call, and keeps the real result', () => {
    const summary = user('[summary] earlier work');
    const call = calls(['c1'], '{"content":"T"}', 'write_file');
    const messages = [user('write'), call, summary, result('c1', 'ok'), assistant('done')];
    const { groups, repairs } = parsed(messages, 'openai');
    expect(renderGroups(groups, 'openai')).toEqual([
      user('write'),
      summary,
      call,
      result('c1', 'ok'),
      assistant('done'),
    ]);
    expect(groups.map((group) => group.id)).toEqual(['msg:0', 'msg:2', 'msg:1-3', 'msg:4']);
    expect(codes(repairs)).toEqual(['turn_moved']);
  });

  it('F-01 drops a result whose call is not there, and reports it', () => {
    const { groups, repairs } = parsed([user('q'), result('gone', 'x')], 'openai');
    expect(groups.length).toBe(1);
    expect(repairs).toMatchObject([{ code: 'orphan_result_dropped', pointer: '/messages/1' }]);
  });

  it('F-02 B4 gives the same bytes for any arrival order of parallel results', () => {
    const call = calls(['a', 'b', 'c']);
    const results = [result('a', '1'), result('b', '2'), result('c', '3')];
    const want = JSON.stringify([user('q'), call, ...results]);
    fc.assert(
      fc.property(fc.shuffledSubarray(results, { minLength: 3 }), (order) => {
        expect(JSON.stringify(roundTrip([user('q'), call, ...order], 'openai'))).toBe(want);
      }),
    );
  });

  it('F-02 renders the results of a group in one Anthropic message straight behind the call', () => {
    const { groups } = parsed(
      [user('q'), calls(['a', 'b', 'c']), result('c', '3'), result('a', '1'), result('b', '2')],
      'openai',
    );
    expect(renderGroups(groups, 'anthropic')[2]).toEqual(
      user([toolResult('a', '1'), toolResult('b', '2'), toolResult('c', '3')]),
    );
  });

  it('joins Anthropic results that came in several messages', () => {
    const messages = [
      user('q'),
      assistant([toolUse('a'), toolUse('b')]),
      user([toolResult('b', '2'), text('by the way')]),
      user([toolResult('a', '1')]),
    ];
    const { groups, repairs } = parsed(messages, 'anthropic');
    expect(renderGroups(groups, 'anthropic')[2]).toEqual(
      user([toolResult('a', '1'), toolResult('b', '2'), text('by the way')]),
    );
    expect(codes(repairs)).toEqual(['results_reordered', 'results_joined']);
  });

  it('B2 gives an old dead call a stub, and leaves the calls of the last turn unanswered', () => {
    const messages = [
      user('q'),
      calls(['dead']),
      user('and?'),
      calls(['x', 'y']),
      result('y', '1'),
    ];
    const { groups, repairs } = parsed(messages, 'openai');
    expect(renderGroups(groups, 'openai')).toEqual([
      user('q'),
      calls(['dead']),
      result('dead', '[no result recorded]'),
      user('and?'),
      calls(['x', 'y']),
      result('y', '1'),
    ]);
    expect(codes(repairs)).toEqual(['missing_result_filled']);
  });

  it('matches a repeated id to the latest turn that used it', () => {
    const messages = [
      user('q'),
      calls(['c1']),
      result('c1', 'first'),
      calls(['c1']),
      result('c1', 'second'),
      result('c1', 'third'),
    ];
    const { groups, repairs } = parsed(messages, 'openai');
    expect(groups.map((group) => group.turns.length)).toEqual([1, 2, 2]);
    expect(callGroup(groups, 1).turns[1]?.parts[0]).toMatchObject({ text: 'second' });
    expect(codes(repairs)).toEqual(['orphan_result_dropped']);
  });

  it('keeps both groups whole when two calls were opened before either was answered', () => {
    const messages = [user('q'), calls(['a']), calls(['b']), result('a', '1'), result('b', '2')];
    expect(roundTrip(messages, 'openai')).toEqual([
      user('q'),
      calls(['a']),
      result('a', '1'),
      calls(['b']),
      result('b', '2'),
    ]);
  });

  it('pairs legacy function calls by name and writes them back as they came', () => {
    const messages = [
      user('q'),
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: '42' },
    ];
    const { groups, repairs } = parsed(messages, 'openai');
    expect(repairs).toEqual([]);
    expect(renderGroups(groups, 'openai')).toEqual(messages);
    const converted = renderGroups(groups, 'anthropic');
    expect(converted.slice(1)).toEqual([
      assistant([{ type: 'tool_use', id: 'call_m1_0', name: 'f', input: {} }]),
      user([toolResult('call_m1_0', '42')]),
    ]);
  });
});

describe('parseConversation() repairs what a provider would refuse', () => {
  it.each(['', 'k'.repeat(2048)])(
    'gives calls and results with an id of %#. kind a valid one',
    (id) => {
      const messages = [user('q'), calls([id, id]), result(id, '1'), result(id, '2')];
      const { groups, repairs } = parsed(messages, 'openai');
      const output = renderGroups(groups, 'openai');
      const given = callGroup(groups).turns[0]?.parts.flatMap((p) =>
        p.type === 'tool_call' ? p.id : [],
      );
      expect(new Set(given).size).toBe(2);
      expect(output.slice(2)).toEqual([
        result(given?.[0] ?? '', '1'),
        result(given?.[1] ?? '', '2'),
      ]);
      expect(codes(repairs)).toEqual(['call_id_replaced', 'call_id_replaced']);
    },
  );

  it('F-13 B11 replaces lone surrogates on the way in and reports where', () => {
    const { groups, repairs } = parsed([user('half \ud83e kite')], 'openai');
    expect(renderGroups(groups, 'openai')).toEqual([user('half \ufffd kite')]);
    expect(repairs).toMatchObject([
      { code: 'text_made_well_formed', pointer: '/messages/0/content' },
    ]);
  });

  it('B11 finds lone surrogates that are escaped within arguments', () => {
    const { groups } = parsed(
      [user('q'), calls(['c'], '{"a":"\\ud83e"}'), result('c', 'x')],
      'openai',
    );
    expect(JSON.stringify(renderGroups(groups, 'openai'))).not.toMatch(/\\ud83e/);
  });

  it.each<[JsonObject['x'], JsonObject]>([
    ['', {}],
    [null, {}],
    [[], {}],
    ['{"a":1}', { a: 1 }],
    [[1], { value: [1] }],
    ['words', { raw_arguments: 'words' }],
  ])('B6 makes the tool input %j an object', (input, want) => {
    const { groups } = parsed(
      [user('q'), assistant([toolUse('a', input)]), user([toolResult('a', 'x')])],
      'anthropic',
    );
    expect(renderGroups(groups, 'anthropic')[1]).toEqual(assistant([toolUse('a', want)]));
  });

  it('F-14 wraps arguments that are no JSON, whole', () => {
    const broken = 'not json at all'.repeat(40);
    const { groups } = parsed([user('q'), calls(['c'], broken), result('c', 'x')], 'openai');
    const [part] = callGroup(groups).turns[0]?.parts ?? [];
    expect(part?.type === 'tool_call' && JSON.parse(part.arguments)).toEqual({
      raw_arguments: broken,
    });
  });

  it('F-04 drops messages and blocks without content, and fills a blank result', () => {
    const messages = [
      user('q'),
      assistant([]),
      user([text('  '), text('kept')]),
      assistant([toolUse('a')]),
      user([toolResult('a', '   \n')]),
    ];
    expect(roundTrip(messages, 'anthropic')).toEqual([
      user('q'),
      user([text('kept')]),
      assistant([toolUse('a')]),
      user([toolResult('a', '(empty)')]),
    ]);
  });

  it('B26 keeps system messages apart, also those behind other messages', () => {
    const late = { role: 'developer', content: 'now in French' };
    const messages = [{ role: 'system', content: 'be brief' }, user('q'), late, assistant('a')];
    const { system, systemMessages, repairs, groups } = parsed(messages, 'openai');
    expect(system).toEqual(['be brief', 'now in French']);
    expect(systemMessages).toEqual([messages[0], late]);
    expect(repairs).toMatchObject([{ code: 'system_moved', pointer: '/messages/2' }]);
    expect(groups.map((group) => group.role)).toEqual(['user', 'assistant']);
  });

  it('F-05 drops unsigned and final thinking, never edits it, and rejoins a split turn', () => {
    const signed = { type: 'thinking', thinking: 'step '.repeat(500), signature: 'sig-1' };
    const unsigned = { type: 'thinking', thinking: 'x' };
    const messages = [
      user('q'),
      assistant([signed]),
      assistant([unsigned, text('ok'), toolUse('a')]),
      user([toolResult('a', '1')]),
      assistant([text('done'), signed]),
    ];
    const { groups, repairs } = parsed(messages, 'anthropic');
    expect(renderGroups(groups, 'anthropic')).toEqual([
      user('q'),
      assistant([signed, text('ok'), toolUse('a')]),
      user([toolResult('a', '1')]),
      assistant([text('done')]),
    ]);
    expect(codes(repairs)).toEqual(['turns_joined', 'thinking_dropped', 'thinking_dropped']);
  });

  it('B37 passes blocks that it does not know through untouched', () => {
    const messages = [
      user([{ type: 'container_upload', file_id: 'f' }]),
      assistant([
        { type: 'compaction', encrypted_content: 'AAAA', content: null },
        { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } },
        text('found'),
      ]),
    ];
    expect(roundTrip(messages, 'anthropic')).toEqual(messages);
  });
});

describe('parseConversation() fails with a pointer', () => {
  it.each<[Dialect, JsonObject, string]>([
    ['openai', { role: 'robot', content: 'x' }, '/messages/1/role'],
    ['openai', { role: 'user', content: 7 }, '/messages/1/content'],
    ['openai', user([{ text: 'x' }]), '/messages/1/content/0/type'],
    ['openai', user([text('x'), { type: 'text' }]), '/messages/1/content/1/text'],
    ['openai', user(['x']), '/messages/1/content/0'],
    ['openai', user([toolResult('a', 'x')]), '/messages/1/content/0/type'],
    ['openai', { role: 'assistant', tool_calls: {} }, '/messages/1/tool_calls'],
    ['openai', { role: 'assistant', tool_calls: [{}] }, '/messages/1/tool_calls/0/function'],
    [
      'openai',
      { role: 'assistant', tool_calls: [{ function: {} }] },
      '/messages/1/tool_calls/0/function/name',
    ],
    ['anthropic', result('a', 'x'), '/messages/1/role'],
    ['anthropic', calls(['a']), '/messages/1/tool_calls'],
    ['anthropic', assistant([{ type: 'tool_use', id: 'a' }]), '/messages/1/content/0/name'],
    ['anthropic', user([toolResult('a', 7)]), '/messages/1/content/0/content'],
  ])('in the %s dialect for %j', (dialect, message, pointer) => {
    const read = parseConversation({ messages: [user('q'), message], dialect });
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error.errors?.[0]?.pointer).toBe(pointer);
  });

  it('for nesting that is too deep to handle', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
    const read = parseConversation({
      messages: [user([{ type: 'x', deep }])],
      dialect: 'openai',
    });
    expect(read.ok).toBe(false);
  });

  it('and never throws, whatever the messages hold', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(...DIALECTS), (values, dialect) => {
        const read = parseConversation({ messages: values as JsonObject[], dialect });
        if (!read.ok) expect(read.error.errors?.[0]?.pointer).toMatch(/^\/messages\/\d+/);
      }),
    );
  });
});

describe.each(DIALECTS)('parseConversation() of random %s conversations', (dialect) => {
  it('B16 keeps every text of the user, byte-identical', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        const output = mergeRoles(roundTrip(messages, dialect), dialect);
        const written = new Set(output.flatMap(textsOf));
        for (const wanted of messages.filter((m) => m.role === 'user').flatMap(textsOf)) {
          if (wanted.isWellFormed() && wanted.trim() !== '') expect(written).toContain(wanted);
        }
      }),
    );
  });

  it('makes groups in which every call but the last has exactly one result', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        const { groups } = parsed(messages, dialect);
        expect(new Set(groups.map((group) => group.id)).size).toBe(groups.length);
        for (const group of groups.slice(0, -1)) {
          const opened = idsOf(group.turns.slice(0, 1), 'tool_call');
          expect(idsOf(group.turns.slice(1), 'tool_result')).toEqual(opened);
        }
      }),
    );
  });
});

function textsOf(message: JsonObject): readonly string[] {
  const { content } = message;
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => (typeof block?.text === 'string' ? block.text : []));
}

function idsOf(
  turns: ReturnType<typeof parsed>['groups'][number]['turns'],
  type: 'tool_call' | 'tool_result',
): readonly string[] {
  return turns.flatMap((turn) =>
    turn.parts.flatMap((part) => {
      if (part.type !== type) return [];
      return part.type === 'tool_call' ? part.id : part.type === 'tool_result' ? part.callId : [];
    }),
  );
}
