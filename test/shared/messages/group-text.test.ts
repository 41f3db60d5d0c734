import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolResults } from '../../../shared/messages/edit.ts';
import { groupText, locateInResults } from '../../../shared/messages/group-text.ts';
import { DIALECTS } from '../../../shared/types.ts';
import { brokenConversation } from '../../support/conversations.ts';
import {
  assistant,
  callGroup,
  parsed,
  text,
  toolResult,
  toolUse,
  user,
} from '../../support/messages.ts';

const IMAGE = { type: 'image', source: { type: 'url', url: 'https://img.example/a' } };

function group() {
  const messages = [
    user('q'),
    assistant([
      { type: 'thinking', thinking: 'secret', signature: 's' },
      text('I look'),
      toolUse('a', { q: 1 }),
      toolUse('b'),
    ]),
    user([toolResult('a', [text('first'), IMAGE]), toolResult('b', 'second'), text('go on')]),
  ];
  return callGroup(parsed(messages, 'anthropic').groups);
}

describe('groupText()', () => {
  it('labels what was said and called, and leaves thinking out', () => {
    expect(groupText(group()).text).toBe(
      [
        'assistant: I look',
        'call lookup: {"q":1}',
        'call lookup: {}',
        'result of lookup: first [image]',
        'result of lookup: second',
        'user: go on',
      ].join('\n'),
    );
  });

  it('B37 reads the summary of a compaction block, and names blocks that it cannot read', () => {
    const blocks = [
      { type: 'compaction', content: 'They agreed on teal.', encrypted_content: 'AAAA' },
      { type: 'compaction', content: null, encrypted_content: 'AAAA' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    ];
    const [said] = parsed([assistant(blocks)], 'anthropic').groups;
    expect(said && groupText(said).text).toBe(
      'assistant: They agreed on teal.\nassistant: [compaction]\nassistant: [server_tool_use]',
    );
  });

  it('marks exactly the texts of tool results as data', () => {
    const { text: read, dataSpans } = groupText(group());
    expect(dataSpans.map((span) => [span.callId, read.slice(span.start, span.end)])).toEqual([
      ['a', 'first'],
      ['b', 'second'],
    ]);
  });

  it.each(DIALECTS)('marks them in random %s conversations too', (dialect) => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        for (const item of parsed(messages, dialect).groups) {
          const { text: read, dataSpans } = groupText(item);
          expect(dataSpans.map((span) => read.slice(span.start, span.end))).toEqual(
            toolResults(item).map((found) => found.text),
          );
        }
      }),
    );
  });
});

describe('locateInResults()', () => {
  it('maps a range back to the results that it touches', () => {
    const read = groupText(group());
    const from = read.text.indexOf('rst [image]');
    const to = read.text.indexOf('second') + 3;
    expect(locateInResults(read, { start: from, end: to })).toEqual([
      { callId: 'a', start: 2, end: 5 },
      { callId: 'b', start: 0, end: 3 },
    ]);
  });

  it('gives [] for what the assistant or the user said', () => {
    const read = groupText(group());
    expect(locateInResults(read, { start: 0, end: 10 })).toEqual([]);
  });
});
