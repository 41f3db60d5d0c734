import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXCISED,
  exciseText,
  replaceToolResult,
  shortenArguments,
  toolResults,
} from '../../../shared/messages/edit.ts';
import { answerPending } from '../../../shared/messages/group.ts';
import { mergeRoles, renderGroups } from '../../../shared/messages/render.ts';
import { validateMessages } from '../../../shared/messages/validate.ts';
import { openWithUser } from '../../../shared/messages/window-start.ts';
import { DIALECTS, type JsonObject } from '../../../shared/types.ts';
import { brokenConversation } from '../../support/conversations.ts';
import { deepFreeze } from '../../support/freeze.ts';
import {
  assistant,
  callGroup,
  calls,
  parsed,
  result,
  text,
  toolResult,
  toolUse,
  user,
} from '../../support/messages.ts';

const IMAGE: JsonObject = { type: 'image', source: { type: 'url', url: 'https://img.example/a' } };
const SIGNED: JsonObject = { type: 'thinking', thinking: 'step ', signature: 'sig-1' };

function openAiGroup() {
  const marked = { ...result('a', 'old'), name: 'lookup' };
  const { groups } = parsed([user('q'), calls(['a', 'b']), marked, result('b', 'B')], 'openai');
  return deepFreeze(callGroup(groups));
}

function anthropicGroup() {
  const first = { ...toolResult('a', [text('one'), text('two'), IMAGE]), cache_control: { t: 1 } };
  const messages = [
    user('q'),
    assistant([SIGNED, text('I look'), toolUse('a', { path: 'x'.repeat(900) }), toolUse('b')]),
    user([first, toolResult('b', 'B'), text('go on')]),
  ];
  return deepFreeze(callGroup(parsed(messages, 'anthropic').groups));
}

describe('toolResults()', () => {
  it('lists results in call order with their tool and their place', () => {
    expect(toolResults(openAiGroup())).toEqual([
      { callId: 'a', name: 'lookup', turn: 1, part: 0, text: 'old' },
      { callId: 'b', name: 'lookup', turn: 2, part: 0, text: 'B' },
    ]);
    expect(toolResults(anthropicGroup()).map((item) => [item.turn, item.part, item.text])).toEqual([
      [1, 0, 'one\ntwo'],
      [1, 1, 'B'],
    ]);
  });
});

describe('replaceToolResult()', () => {
  it('changes one result and keeps every other byte', () => {
    const before = openAiGroup();
    const group = replaceToolResult(before, 'a', 'new');
    expect(renderGroups([group], 'openai')).toEqual([
      calls(['a', 'b']),
      { ...result('a', 'new'), name: 'lookup' },
      result('b', 'B'),
    ]);
    expect(group.turns[0]).toBe(before.turns[0]);
    expect(group.turns[2]).toBe(before.turns[2]);
  });

  it('keeps marks, images, thinking and the text beside Anthropic results', () => {
    const before = anthropicGroup();
    const output = renderGroups([replaceToolResult(before, 'a', 'new')], 'anthropic');
    expect(output[0]).toBe(before.turns[0]?.raw?.message);
    expect(output[1]).toEqual(
      user([
        { ...toolResult('a', [text('new'), IMAGE]), cache_control: { t: 1 } },
        toolResult('b', 'B'),
        text('go on'),
      ]),
    );
  });

  it('leaves the blocks of the other results as they were sent', () => {
    const before = anthropicGroup();
    const output = renderGroups([replaceToolResult(before, 'b', 'new')], 'anthropic');
    const sent = before.turns[1]?.raw?.message.content;
    expect(output[1]).toEqual(
      user([Array.isArray(sent) ? sent[0] : null, toolResult('b', 'new'), text('go on')]),
    );
  });

  it('writes legacy functions and custom tools in their own form', () => {
    const legacy = [
      user('q'),
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":"b"}' } },
      { role: 'function', name: 'f', content: 'old' },
    ];
    const custom = [
      user('q'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'sh', input: 'x'.repeat(400) } }],
      },
      result('c', 'old'),
    ];
    const edited = [legacy, custom].flatMap((messages) => {
      const group = callGroup(parsed(messages, 'openai').groups);
      const [found] = toolResults(group);
      const next = replaceToolResult(group, found?.callId ?? '', 'new');
      return renderGroups([shortenArguments(next, 60)], 'openai');
    });
    expect(edited).toEqual([
      legacy[1],
      { role: 'function', name: 'f', content: 'new' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c',
            type: 'custom',
            custom: { name: 'sh', input: expect.stringMatching(/^x+… \[\d+ chars omitted\]$/) },
          },
        ],
      },
      result('c', 'new'),
    ]);
  });

  it('drops images when asked to', () => {
    const group = replaceToolResult(anthropicGroup(), 'a', 'new', { dropAttachments: true });
    expect(JSON.stringify(renderGroups([group], 'anthropic'))).not.toContain('img.example');
  });

  it('writes "(empty)" for blank text, and returns the same group for nothing to do', () => {
    const group = openAiGroup();
    expect(toolResults(replaceToolResult(group, 'a', ' \n'))[0]?.text).toBe('(empty)');
    expect(replaceToolResult(group, 'zzz', 'new')).toBe(group);
    expect(replaceToolResult(group, 'a', 'old')).toBe(group);
  });
});

describe('shortenArguments()', () => {
  const args = JSON.stringify({
    path: 'notes/today.md',
    content: 'say "hi" \\ tab\t\n'.repeat(60),
  });

  it('F-14 keeps JSON, members and short values, and marks the cut', () => {
    const { groups } = parsed([user('q'), calls(['a'], args), result('a', 'ok')], 'openai');
    const group = shortenArguments(deepFreeze(callGroup(groups)), 200);
    const [part] = group.turns[0]?.parts ?? [];
    if (part?.type !== 'tool_call') throw new Error('No call');
    expect(part.arguments.length).toBeLessThanOrEqual(200);
    expect(part.arguments.length).toBeGreaterThan(180);
    const value = JSON.parse(part.arguments) as { path: string; content: string };
    expect(Object.keys(value)).toEqual(['path', 'content']);
    expect(value.path).toBe('notes/today.md');
    expect(value.content).toMatch(/^say "hi" \\ tab\t\n.*… \[\d+ chars omitted\]$/s);
    expect(renderGroups([group], 'openai')[0]).toMatchObject({
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { arguments: part.arguments } }],
    });
  });

  it('F-05 leaves a turn with thinking as it is', () => {
    const group = anthropicGroup();
    expect(shortenArguments(group, 50)).toBe(group);
  });

  it('returns the same group when nothing is longer', () => {
    const group = openAiGroup();
    expect(shortenArguments(group, 400)).toBe(group);
  });
});

describe('exciseText()', () => {
  const group = () => {
    const messages = [user('q'), calls(['a']), result('a', 'keep 🪁 evil evil keep')];
    return deepFreeze(callGroup(parsed(messages, 'openai').groups));
  };
  const cut = (spans: readonly { start: number; end: number }[]) =>
    toolResults(exciseText(group(), 'a', spans))[0]?.text;

  it('cuts spans out, in any order, with one marker for spans that touch', () => {
    expect(cut([{ start: 8, end: 12 }])).toBe(`keep 🪁 ${EXCISED} evil keep`);
    expect(
      cut([
        { start: 12, end: 17 },
        { start: 8, end: 12 },
        { start: 9, end: 10 },
      ]),
    ).toBe(`keep 🪁 ${EXCISED} keep`);
  });

  it('never splits a character, and clamps', () => {
    expect(cut([{ start: 6, end: 99 }])).toBe(`keep ${EXCISED}`);
    expect(cut([{ start: -5, end: 6 }])).toBe(`${EXCISED} evil evil keep`);
  });

  it('returns the same group for nothing to cut', () => {
    const same = group();
    expect(exciseText(same, 'a', [])).toBe(same);
    expect(exciseText(same, 'a', [{ start: 3, end: 3 }])).toBe(same);
    expect(exciseText(same, 'b', [{ start: 0, end: 3 }])).toBe(same);
  });
});

describe.each(DIALECTS)('edits of random %s conversations', (dialect) => {
  it('B5 stay valid, keep thinking byte-identical and leave their input alone', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), fc.integer({ min: 0, max: 60 }), (messages, max) => {
        const { groups } = answerPending(parsed(messages, dialect).groups, dialect);
        const edited = deepFreeze(groups).map((group) =>
          toolResults(group).reduce(
            (next, { callId }) => replaceToolResult(next, callId, '[moved: off_1]'),
            shortenArguments(group, max),
          ),
        );
        const output = mergeRoles(renderGroups(openWithUser(edited), dialect), dialect);
        const problems = output.length === 0 ? [] : validateMessages({ messages: output, dialect });
        expect(problems.filter((problem) => problem.code !== 'trailing_whitespace')).toEqual([]);
        expect(thinkingOf(output)).toEqual(thinkingOf(renderGroups(groups, dialect)));
      }),
      { numRuns: 500 },
    );
  });
});

function thinkingOf(messages: readonly JsonObject[]): readonly string[] {
  return messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content
          .filter((block) => String(block?.type).endsWith('thinking'))
          .map((block) => JSON.stringify(block))
      : [],
  );
}
