import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerPending } from '../../../shared/messages/group.ts';
import { mergeRoles, renderGroups } from '../../../shared/messages/render.ts';
import type { Group } from '../../../shared/messages/types.ts';
import { validateMessages } from '../../../shared/messages/validate.ts';
import { dropLeadingNonUser, openWithUser } from '../../../shared/messages/window-start.ts';
import { DIALECTS, type Dialect, type JsonObject } from '../../../shared/types.ts';
import { brokenConversation, tidyConversation } from '../../support/conversations.ts';
import {
  assistant,
  calls,
  parsed,
  result,
  text,
  toolResult,
  toolUse,
  user,
} from '../../support/messages.ts';

const PNG = 'iVBORw0KGgo=';

function converted(messages: readonly JsonObject[], from: Dialect): readonly JsonObject[] {
  return renderGroups(parsed(messages, from).groups, other(from));
}

function other(dialect: Dialect): Dialect {
  return dialect === 'openai' ? 'anthropic' : 'openai';
}

describe('renderGroups() in the same dialect', () => {
  it.each(DIALECTS)('returns unedited %s messages as the same objects', (dialect) => {
    fc.assert(
      fc.property(tidyConversation(dialect), (messages) => {
        const output = renderGroups(parsed(messages, dialect).groups, dialect);
        expect(output.length).toBe(messages.length);
        expect(output.every((message, index) => message === messages[index])).toBe(true);
      }),
    );
  });

  it('keeps names, refusals, cache marks, reasoning and unknown members', () => {
    const messages: readonly JsonObject[] = [
      { role: 'user', name: 'kim', content: [{ ...text('q'), cache_control: { type: 'x' } }] },
      { refusal: 'I cannot', role: 'assistant', content: null, reasoning_content: 'hm' },
      { role: 'user', content: 'why', future: { a: [1] } },
      { role: 'assistant', content: null, audio: { id: 'a1' } },
    ];
    const { groups, repairs } = parsed(messages, 'openai');
    expect(repairs).toEqual([]);
    expect(JSON.stringify(renderGroups(groups, 'openai'))).toBe(JSON.stringify(messages));
  });
});

describe('renderGroups() to Anthropic', () => {
  it('converts images, files, refusals and calls', () => {
    const output = converted(
      [
        user([
          text('look'),
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
          { type: 'image_url', image_url: { url: 'https://img.example/a.png' } },
          {
            type: 'file',
            file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
          },
          { type: 'input_audio', input_audio: { data: 'x', format: 'wav' } },
        ]),
        { role: 'assistant', content: null, refusal: 'I cannot' },
        user('then this'),
        calls(['functions.lookup:0'], ''),
        result('functions.lookup:0', [text('a'), text('b')]),
      ],
      'openai',
    );
    expect(output).toEqual([
      user([
        text('look'),
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        { type: 'image', source: { type: 'url', url: 'https://img.example/a.png' } },
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
          title: 'a.pdf',
        },
        text('[input_audio: not available in this format]'),
      ]),
      assistant('I cannot'),
      user('then this'),
      assistant([toolUse('call_m3_0', {})]),
      user([toolResult('call_m3_0', 'a\nb')]),
    ]);
  });

  it('gives calls that share an id over several turns ids of their own', () => {
    const messages = [user('q'), calls(['c']), result('c', '1'), calls(['c']), result('c', '2')];
    expect(converted(messages, 'openai').slice(3)).toEqual([
      assistant([toolUse('call_m3_0')]),
      user([toolResult('call_m3_0', '2')]),
    ]);
  });
});

describe('renderGroups() to OpenAI', () => {
  it('converts calls, errors, images in results, documents, and leaves thinking out', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
    const output = converted(
      [
        user([
          text('read'),
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'page' } },
        ]),
        assistant([
          { type: 'thinking', thinking: 'hm', signature: 's' },
          text('I look'),
          toolUse('a', { q: 1 }),
          toolUse('b'),
        ]),
        user([
          { ...toolResult('a', [text('seen'), image]), is_error: false },
          { ...toolResult('b', 'broken'), is_error: true },
          text('go on'),
        ]),
      ],
      'anthropic',
    );
    expect(output).toEqual([
      user([text('read'), text('page')]),
      {
        role: 'assistant',
        content: 'I look',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'lookup', arguments: '{"q":1}' } },
          { id: 'b', type: 'function', function: { name: 'lookup', arguments: '{}' } },
        ],
      },
      result('a', 'seen'),
      result('b', '[tool error] broken'),
      user([
        text('[attached to the result of a]'),
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        text('go on'),
      ]),
    ]);
  });
});

describe.each(DIALECTS)('renderGroups() of random %s conversations', (dialect) => {
  const valid = (groups: readonly Group[], target: Dialect) => {
    const messages = mergeRoles(renderGroups(groups, target), target);
    return messages.length === 0 ? [] : validateMessages({ messages, dialect: target });
  };

  it('B1 F-04 is valid for any subset of the groups, in both dialects', () => {
    const scenario = brokenConversation(dialect).chain((messages) => {
      const { groups } = parsed([...messages, user('and now?')], dialect);
      return fc.subarray([...groups]);
    });
    fc.assert(
      fc.property(scenario, (subset) => {
        const answered = answerPending(subset, dialect).groups;
        for (const target of DIALECTS) {
          // An assistant's last words may end in white space; a window ends with the user.
          const end = parsed([user('and now?')], target).groups;
          expect(valid([...dropLeadingNonUser(answered).kept, ...end], target)).toEqual([]);
          expect(valid([...openWithUser(answered), ...end], target)).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same bytes for the same groups', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        const once = JSON.stringify(converted(messages, dialect));
        expect(JSON.stringify(converted(structuredClone(messages), dialect))).toBe(once);
      }),
    );
  });
});

describe('mergeRoles()', () => {
  it('B26 joins consecutive messages of one role into blocks, each text byte-identical', () => {
    const marked = { ...text(' two \n'), cache_control: { type: 'ephemeral' } };
    const messages = [user('one'), user([marked]), assistant('a'), user('three')];
    const merged = mergeRoles(messages, 'anthropic');
    expect(merged).toEqual([user([text('one'), marked]), assistant('a'), user('three')]);
    expect(merged[1]).toBe(messages[2]);
  });

  it('leaves OpenAI messages as they are, and gives [] for []', () => {
    const messages = [user('one'), user('two')];
    expect(mergeRoles(messages, 'openai')).toBe(messages);
    expect(mergeRoles([], 'anthropic')).toEqual([]);
  });
});

// Recorded agent runs; the folder is not part of the project.
const transcripts = join(process.env.CASEMENT_DATA ?? '../shared/data', 'transcripts');

describe.skipIf(!existsSync(transcripts))(
  'recorded agent runs (skipped without CASEMENT_DATA)',
  () => {
    const runs = existsSync(transcripts) ? recordedRuns(transcripts) : [];

    it('come back byte-identical wherever nothing had to be repaired', () => {
      expect(runs.length).toBeGreaterThan(0);
      let untouched = 0;
      for (const messages of runs) {
        const { groups, systemMessages, repairs } = parsed(messages, 'openai');
        const output = [...systemMessages, ...renderGroups(groups, 'openai')];
        if (repairs.length > 0) continue;
        untouched += 1;
        expect(JSON.stringify(output)).toBe(JSON.stringify(messages));
      }
      expect(untouched / runs.length).toBeGreaterThan(0.5);
    });

    it('are valid for Anthropic once converted', () => {
      for (const messages of runs) {
        const output = mergeRoles(converted(messages, 'openai'), 'anthropic');
        expect(validateMessages({ messages: output, dialect: 'anthropic' })).toEqual([]);
      }
    });
  },
);

function recordedRuns(folder: string): readonly (readonly JsonObject[])[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return lines.map((line) => (JSON.parse(line) as { messages: JsonObject[] }).messages);
}
