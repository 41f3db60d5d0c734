import { describe, expect, it } from 'vitest';
import { DIALECTS, type JsonObject } from '../../../shared/types.ts';
import { windowOf, windowText } from '../../support/assemble.ts';
import {
  assistant,
  calling,
  callsIn,
  inDialect,
  problemsIn,
  result,
  user,
} from '../../support/dialogue.ts';
import { MemoryBlobStore } from '../../support/memory-blob-store.ts';

/** Shortening instead of moving out. */
const SHORTEN = { offload_min_share: 1 };
const FULL_TOKENS = 20_000;

/** A request in which pinned text leaves `room` tokens, so that what is given is shortened to that. */
function crowded(room: number, body: JsonObject): JsonObject {
  const filler = 'alpha '.repeat(FULL_TOKENS - room);
  return { ...body, system: filler, budget_tokens: FULL_TOKENS, policy: SHORTEN };
}

/** The text of the only context block, without its wrapper. */
function blockText(answer: Awaited<ReturnType<typeof windowOf>>): string {
  const message = answer.messages.find((entry) => String(entry.content).startsWith('<context'));
  const [, ...lines] = String(message?.content ?? '').split('\n');
  return lines.slice(0, -2).join('\n');
}

function omitted(text: string): number {
  const counts = text.matchAll(
    /… ([\d,]+)(?: of [\d,]+)? (?:lines?|rows?|sentences?|items?|characters?) omitted/g,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count?.replaceAll(',', '')), 0);
}

describe('shortening inside a window', () => {
  it.each([
    `${'k'.repeat(14)}🪁${'m'.repeat(60)}`,
    `${'m'.repeat(60)}🪁${'k'.repeat(14)}`,
    '🚀👩‍👩‍👧‍👦你好'.repeat(60),
    `kite ${'🪁'.repeat(400)}`,
    `${'word '.repeat(100)}e\u0301🇫🇷`.repeat(4),
  ])('F-13, B11: no cut splits a character: %.20s…', async (text) => {
    const chunks = [{ kind: 'passage', source: 's', text: `kite ${text}` }];
    for (let budget = 60; budget < 400; budget += 7) {
      for (const policy of [SHORTEN, { allow_offload: false }, {}]) {
        const answer = await windowOf({ task: 'kite', chunks, budget_tokens: budget, policy });
        const all = JSON.stringify(answer);
        expect(all.isWellFormed()).toBe(true);
        expect(all).not.toContain('\ufffd');
        expect(all).not.toMatch(/\\ud[89a-f]/i);
      }
    }
  });

  it.each(DIALECTS)(
    'B11: half a character in the input is repaired everywhere (%s)',
    async (dialect) => {
      const half = 'half \ud83e of a kite';
      const tool: JsonObject =
        dialect === 'openai'
          ? {
              type: 'function',
              function: { name: 'fly', description: half, parameters: { type: 'object' } },
            }
          : { name: 'fly', description: half, input_schema: { type: 'object' } };
      const answer = await windowOf({
        task: half,
        system:
          dialect === 'anthropic'
            ? [{ type: 'text', text: half, cache_control: { type: 'ephemeral' } }]
            : half,
        tools: [tool],
        chunks: [
          {
            id: 'a\ud83e',
            kind: 'passage',
            source: 'b\ude81',
            entity: 'c\ud83e',
            text: half,
            metadata: { title: half },
          },
        ],
        messages: inDialect(
          [
            user(half),
            calling([['c1', 'fly', { note: half }]]),
            result('c1', half),
            assistant(half),
          ],
          dialect,
        ),
        format: dialect,
      });
      expect(JSON.stringify(answer)).not.toMatch(/\\ud[89a-f]/i);
      expect(JSON.stringify(answer).isWellFormed()).toBe(true);
      expect(problemsIn(answer, dialect)).toEqual([]);
      // The instructions stand there once, repaired, with their cache mark.
      const system = JSON.stringify(dialect === 'anthropic' ? answer.system : answer.messages[0]);
      expect(system.match(/of a kite/g)).toHaveLength(1);
    },
  );

  it.each(DIALECTS)(
    'F-14: shortened arguments stay JSON with their keys and values (%s)',
    async (dialect) => {
      const args = {
        path: 'notes/today.md',
        content: 'say "hi" \\ tab\t\n'.repeat(120),
        mode: 'w',
      };
      const messages = inDialect(
        [
          user('save it'),
          calling([['c1', 'write_file', args]]),
          result('c1', 'ok'),
          assistant('done'),
          user('and now?'),
        ],
        dialect,
      );
      const answer = await windowOf({ messages, format: dialect, budget_tokens: 330 });
      const [call] = callsIn(answer, dialect);
      const shown = call?.args as JsonObject;
      expect(Object.keys(shown)).toEqual(['path', 'content', 'mode']);
      expect(shown.path).toBe('notes/today.md');
      expect(shown.mode).toBe('w');
      expect(String(shown.content)).toMatch(/chars omitted/);
      expect(args.content.startsWith(String(shown.content).split('…')[0] ?? '-')).toBe(true);
    },
  );

  it('F-14: arguments that are no JSON are wrapped, or gone with their group', async () => {
    const messages = [
      user('save it'),
      calling([['c1', 'write_file', 'not json at all'.repeat(40)]]),
      result('c1', 'ok'),
      assistant('done'),
      user('and now?'),
    ];
    for (const budget of [60, 150, 200, 900]) {
      const answer = await windowOf({ messages, budget_tokens: budget });
      for (const call of callsIn(answer, 'openai')) {
        const raw = String((call.args as JsonObject).raw_arguments);
        expect(raw === 'not json at all'.repeat(40) || raw.includes('omitted')).toBe(true);
      }
    }
  });

  const log = [
    "error E17: symbol 'foo' not found",
    ...Array.from({ length: 1398 }, (_, n) => `step ${n + 2} ok`),
    'PANIC: ledger checksum mismatch',
  ];

  it.each([400, 600, 1000, 2500])(
    'F-15: a shortened log keeps what matters and says what is gone (budget %i)',
    async (budget) => {
      const store = new MemoryBlobStore();
      const answer = await windowOf(
        crowded(budget, {
          task: 'why did the ledger step fail?',
          chunks: [{ id: 'log', kind: 'tool_result', source: 'ci', text: log.join('\n') }],
        }),
        { store },
      );
      const text = blockText(answer);
      const lines = text.split('\n');
      expect(lines[0]).toBe(log[0]);
      expect(lines.at(-1)).toBe(log.at(-1));
      const kept = lines.filter((line) => log.includes(line)).length;
      expect(kept + omitted(text)).toBe(1400);
      const fate = answer.chunks.find((chunk) => chunk.id === 'log');
      expect(fate?.fate).toBe('reduced');
      const whole = await store.get(fate?.handle ?? '');
      expect(whole.ok && whole.value.text).toBe(log.join('\n'));
    },
  );

  it('F-15: a log that is moved out is described by the line that matters', async () => {
    const answer = await windowOf({
      task: 'why did the ledger step fail?',
      chunks: [{ kind: 'tool_result', source: 'ci', text: log.join('\n') }],
      budget_tokens: 1000,
    });
    expect(windowText(answer)).toContain('PANIC: ledger checksum mismatch');
    expect(windowText(answer)).toContain('1,400 lines');
    expect(answer.handles).toHaveLength(1);
  });

  it.each(DIALECTS)(
    'F-15: the same log as a tool result of the conversation (%s)',
    async (dialect) => {
      const messages = inDialect(
        [
          user('run it'),
          calling([['c1', 'run', {}]]),
          result('c1', log.join('\n')),
          assistant('it failed'),
          user('why did the ledger step fail?'),
        ],
        dialect,
      );
      for (const policy of [{}, SHORTEN, { allow_offload: false }]) {
        const answer = await windowOf({ messages, format: dialect, budget_tokens: 1000, policy });
        const text = windowText(answer);
        expect(text).toContain('PANIC: ledger checksum mismatch');
        expect(callsIn(answer, dialect)).toHaveLength(1);
      }
    },
  );

  it('F-17: a shortened table keeps its header and whole rows, and says how many are gone', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| part-${n} | ${n * 3} Nm |`);
    const table = ['| part | torque |', '| --- | --- |', ...rows].join('\n');
    for (const room of [250, 400, 550]) {
      const answer = await windowOf(
        crowded(room, {
          task: 'torque of part-7',
          chunks: [{ kind: 'passage', source: 'manual', text: table }],
        }),
      );
      const text = blockText(answer);
      const lines = text.split('\n');
      expect(lines.slice(0, 2)).toEqual(['| part | torque |', '| --- | --- |']);
      const kept = lines.filter((line) => line.startsWith('| part-'));
      for (const row of kept) expect(rows).toContain(row);
      expect(kept).toContain(rows[7]);
      expect(kept.length + omitted(text)).toBe(60);
    }
  });

  it('F-17: CSV and JSON keep their form too', async () => {
    const csv = ['part,torque', ...Array.from({ length: 80 }, (_, n) => `part-${n},${n * 3}`)].join(
      '\n',
    );
    const json = JSON.stringify({
      parts: Array.from({ length: 80 }, (_, n) => ({ part: `part-${n}`, torque: n * 3 })),
    });
    for (const [text, check] of [
      [csv, (shown: string) => expect(shown.split('\n')[0]).toBe('part,torque')],
      [
        json,
        (shown: string) => expect(Object.keys(JSON.parse(shown) as JsonObject)).toContain('parts'),
      ],
    ] as const) {
      const answer = await windowOf(
        crowded(500, {
          task: 'torque of part-7',
          chunks: [{ id: 'parts', kind: 'tool_result', source: 'db', text }],
        }),
      );
      expect(answer.chunks.find((chunk) => chunk.id === 'parts')?.fate).toBe('reduced');
      check(blockText(answer));
    }
  });
});
