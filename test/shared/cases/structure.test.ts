import { describe, expect, it } from 'vitest';
import type { WindowAnswer } from '../../../shared/contracts/windows.ts';
import { DIALECTS, type Dialect, type Json, type JsonObject } from '../../../shared/types.ts';
import { failureOf, recount, run, windowOf, windowText } from '../../support/assemble.ts';
import {
  assistant,
  blocksOf,
  calling,
  callsIn,
  firstTurn,
  inDialect,
  problemsIn,
  result,
  user,
} from '../../support/dialogue.ts';

/** 1,201 tokens in o200k and cl100k. */
const T = 'alpha beta gamma delta '.repeat(300);

async function checked(body: JsonObject, dialect: Dialect): Promise<WindowAnswer> {
  const answer = await windowOf({ ...body, format: dialect });
  expect(problemsIn(answer, dialect)).toEqual([]);
  expect(answer.tokens.total).toBeLessThanOrEqual(Number(body.budget_tokens));
  expect(await recount(answer, dialect)).toBe(answer.tokens.total);
  callsIn(answer, dialect);
  return answer;
}

function lastText(answer: WindowAnswer): Json {
  const last = answer.messages.at(-1) ?? {};
  return blocksOf(last).at(-1)?.text ?? last.content ?? null;
}

describe.each(DIALECTS)('message structure (%s)', (dialect) => {
  const writing = [
    user('write the report'),
    calling([['c1', 'write_file', { content: T }]]),
    result('c1', 'ok'),
    assistant('done'),
    user('now rename it'),
  ];

  it('F-01: keeps a call and its result together, with valid arguments', async () => {
    const answer = await checked(
      { messages: inDialect(writing, dialect), budget_tokens: 600 },
      dialect,
    );
    for (const call of callsIn(answer, dialect)) {
      expect(Object.keys(call.args as JsonObject)).toEqual(['content']);
      expect(call.results).toEqual(['ok']);
    }
    expect(lastText(answer)).toBe('now rename it');
  });

  it('F-01: shortens the arguments rather than lose the turn, and keeps the small turns around it', async () => {
    const answer = await checked(
      { messages: inDialect(writing, dialect), budget_tokens: 600 },
      dialect,
    );
    const [call] = callsIn(answer, dialect);
    expect(JSON.stringify(call?.args)).toContain('omitted');
    expect(windowText(answer)).toContain('write the report');
    expect(windowText(answer)).toContain('done');
  });

  it('F-01: moves what stands between a call and its result before the call', async () => {
    const messages = inDialect(writing, dialect).toSpliced(2, 0, user('[summary] earlier work'));
    const answer = await checked({ messages, budget_tokens: 600 }, dialect);
    for (const call of callsIn(answer, dialect)) expect(call.results).toEqual(['ok']);
    const text = windowText(answer);
    expect(text).not.toContain('no result recorded');
    if (text.includes('[summary] earlier work') && text.includes('write_file')) {
      expect(text.indexOf('[summary] earlier work')).toBeLessThan(text.indexOf('write_file'));
    }
    const whole = await checked({ messages, budget_tokens: 4000 }, dialect);
    expect(windowText(whole).indexOf('[summary]')).toBeLessThan(
      windowText(whole).indexOf('write_file'),
    );
    expect(callsIn(whole, dialect)).toHaveLength(1);
  });

  it('B1: keeps both or neither at every budget', async () => {
    const messages = inDialect(
      [
        user('find the invoice'),
        calling([['c1', 'search', { query: 'invoice' }]], 'searching'),
        result('c1', T.slice(0, 2000)),
        assistant('found it'),
        user('send it'),
      ],
      dialect,
    );
    const whole = await checked({ messages, budget_tokens: 8000 }, dialect);
    let feasible = 0;
    for (let budget = 1; budget <= whole.tokens.total; budget += 1) {
      const outcome = await run({ messages, budget_tokens: budget, format: dialect });
      if (!outcome.ok) {
        expect(outcome.error.code).toBe('budget_infeasible');
        expect(feasible).toBe(0);
        continue;
      }
      feasible += 1;
      const { answer } = outcome.value;
      expect(answer.tokens.total).toBeLessThanOrEqual(budget);
      expect(problemsIn(answer, dialect)).toEqual([]);
      callsIn(answer, dialect);
      expect(lastText(answer)).toBe('send it');
    }
    expect(feasible).toBeGreaterThan(300);
  });

  it('F-02: keeps all results of a parallel call in order, or none', async () => {
    const messages = inDialect(
      [
        user('compare'),
        calling([
          ['p1', 'probe', { n: 1 }],
          ['p2', 'probe', { n: 2 }],
          ['p3', 'probe', { n: 3 }],
        ]),
        result('p1', '4'),
        result('p2', T),
        result('p3', '9'),
        assistant('noted'),
        user('go on'),
      ],
      dialect,
    );
    for (const budget of [60, 150, 250, 400, 600, 900, 1300]) {
      const answer = await checked({ messages, budget_tokens: budget }, dialect);
      expect([0, 3]).toContain(callsIn(answer, dialect).length);
    }
  });

  it('B4: gives the same bytes for any order in which parallel results arrive', async () => {
    const call = calling([
      ['a', 'probe', { n: 1 }],
      ['b', 'probe', { n: 2 }],
      ['c', 'probe', { n: 3 }],
    ]);
    const arrivals = ['abc', 'cab', 'bca', 'cba'];
    const windows: string[] = [];
    for (const arrival of arrivals) {
      const results = [...arrival].map((id) => result(id, `value of ${id}`));
      const messages = inDialect([user('probe all'), call, ...results], dialect);
      const answer = await checked({ messages, task: 'sum up', budget_tokens: 900 }, dialect);
      expect(callsIn(answer, dialect).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      windows.push(windowText(answer));
    }
    expect(new Set(windows).size).toBe(1);
  });

  it('B2: a call that was never answered gets a stub and does not stop the fitting', async () => {
    const filler = Array.from({ length: 98 }, (_, n) => [
      user(`question ${n} ${T.slice(0, 150)}`),
      assistant(`answer ${n} ${T.slice(0, 150)}`),
    ]).flat();
    const messages = inDialect(
      [user('start'), calling([['dead', 'search', { q: 'x' }]]), ...filler, user('last words')],
      dialect,
    );
    const answer = await checked({ messages, budget_tokens: 2000 }, dialect);
    expect(answer.chunks.some((entry) => entry.fate === 'cut')).toBe(true);
    const roomy = await checked({ messages, budget_tokens: 50_000 }, dialect);
    expect(callsIn(roomy, dialect)[0]?.results).toEqual(['[no result recorded]']);
    expect(roomy.repairs.map((repair) => repair.code)).toContain('missing_result_filled');
  });

  it('B2: an unanswered call of the current turn stays and is answered by a stub', async () => {
    const messages = inDialect(
      [user('delete the branch'), calling([['now', 'delete_branch', { name: 'old' }]])],
      dialect,
    );
    const answer = await checked(
      { messages, task: 'what is pending?', budget_tokens: 800 },
      dialect,
    );
    expect(callsIn(answer, dialect).map(({ name }) => name)).toEqual(['delete_branch']);
  });

  it('F-04: opens with the user whatever is cut', async () => {
    const messages = [assistant('Welcome!'), user('Q1'), assistant(T.slice(0, 1000)), user('Q2')];
    for (let budget = 20; budget <= 400; budget += 5) {
      const answer = await checked({ messages, budget_tokens: budget }, dialect);
      expect(firstTurn(answer)?.role).toBe('user');
      expect(lastText(answer)).toBe('Q2');
    }
  });

  it('F-04: only the question is left when the answer before it does not fit beside its own question', async () => {
    const messages = [
      assistant('Welcome!'),
      user(T.slice(0, 900)),
      assistant('A1 '.repeat(100)),
      user('Q2'),
    ];
    const answer = await checked({ messages, budget_tokens: 215 }, dialect);
    expect(firstTurn(answer)?.role).toBe('user');
    expect(lastText(answer)).toBe('Q2');
  });

  it('F-04, B6: puts out no blank text and no empty list', async () => {
    const messages = inDialect(
      [
        user(''),
        user([{ type: 'text', text: ' \n' }]),
        assistant([]),
        calling([['r', 'read', {}]], ''),
        result('r', '   \n'),
        assistant('   '),
        user('and now?'),
      ],
      dialect,
    );
    for (const budget of [60, 200, 1000]) {
      const answer = await checked({ messages, budget_tokens: budget }, dialect);
      for (const call of callsIn(answer, dialect)) expect(call.results).toEqual(['(empty)']);
    }
  });

  it('B6: blank instructions leave, and blank chunks do not become messages', async () => {
    const answer = await checked(
      {
        system:
          dialect === 'anthropic'
            ? [
                { type: 'text', text: '  ' },
                { type: 'text', text: 'Be brief' },
              ]
            : '  \n',
        chunks: [{ kind: 'passage', source: 's', text: '' }],
        task: 'go on',
        budget_tokens: 500,
      },
      dialect,
    );
    expect(lastText(answer)).toBe('go on');
  });

  it('B26: several system messages become one at the front', async () => {
    const messages = [
      { role: 'system', content: 'First rule' },
      user('one'),
      user('two'),
      { role: 'system', content: 'Second rule' },
      assistant('three'),
      assistant('four'),
      user('five'),
    ];
    const answer = await checked({ messages, budget_tokens: 900 }, dialect);
    const system = dialect === 'anthropic' ? answer.system : answer.messages[0]?.content;
    expect(system).toBe('First rule\n\nSecond rule');
    expect(answer.messages.filter((message) => message.role === 'system')).toHaveLength(
      dialect === 'anthropic' ? 0 : 1,
    );
    const text = windowText(answer);
    const order = ['one', 'two', 'three', 'four', 'five'].map((word) => text.indexOf(`"${word}"`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('B16: instructions and the last request are byte-identical at every budget', async () => {
    const system = 'Rules:\n1. Never push.\n2. Answer in  French.  ';
    const last = 'do X, then Y,\n  then Z ';
    const filler = Array.from({ length: 20 }, (_, n) => [
      user(`question ${n} ${T.slice(0, 300)}`),
      assistant(`answer ${n} ${T.slice(0, 300)}`),
    ]).flat();
    for (const budget of [60, 100, 400, 1500, 6000]) {
      const answer = await checked(
        { system, messages: [...filler, user(last)], budget_tokens: budget },
        dialect,
      );
      expect(dialect === 'anthropic' ? answer.system : answer.messages[0]?.content).toBe(system);
      expect(lastText(answer)).toBe(last);
    }
  });

  it('F-07: sentences of the user in the window are byte-identical', async () => {
    const rule = 'Do not push to the release branch.';
    const filler = Array.from({ length: 40 }, (_, n) =>
      n === 20
        ? assistant('Never touch tests.')
        : (n % 2 === 0 ? assistant : user)(`turn ${n} ${T.slice(0, 500)}`),
    );
    const messages = [user(rule), ...filler, user('what is next?')];
    const answer = await checked({ messages, budget_tokens: 1000 }, dialect);
    const said = new Set(messages.filter((m) => m.role === 'user').map((m) => m.content));
    for (const message of answer.messages) {
      if (message.role !== 'user') continue;
      const texts =
        typeof message.content === 'string'
          ? [message.content]
          : blocksOf(message).map((b) => b.text ?? null);
      for (const text of texts) {
        if (typeof text === 'string' && !text.startsWith('[')) expect(said.has(text)).toBe(true);
      }
    }
    expect(windowText(answer)).not.toContain('user said: Never');
  });
});

describe('thinking (anthropic)', () => {
  const thought = { type: 'thinking', thinking: 'step '.repeat(500), signature: 'sig-1' };
  const use = (id: string, input: Json = {}): JsonObject => ({
    type: 'tool_use',
    id,
    name: 'run',
    input,
  });
  const used = (id: string, content: Json): JsonObject => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content }],
  });

  it('F-05: a signed thinking block is byte-identical or gone with its turn', async () => {
    const messages = [
      user('start'),
      { role: 'assistant', content: [thought, use('t1', { text: T })] },
      used('t1', 'done'),
    ];
    for (const budget of [100, 300, 700, 1200, 1900, 3000]) {
      const answer = await checked({ messages, task: 'go on', budget_tokens: budget }, 'anthropic');
      const blocks = answer.messages.flatMap(blocksOf);
      const thinking = blocks.filter((block) => block.type === 'thinking');
      const uses = blocks.filter((block) => block.type === 'tool_use');
      expect(thinking.length).toBe(uses.length);
      for (const block of thinking) expect(block).toEqual(thought);
      // Signed turns are one: its calls are not shortened either.
      for (const block of uses) expect(block).toEqual(use('t1', { text: T }));
    }
  });

  it('F-05: a call whose result was trimmed leaves no thinking without it', async () => {
    const older = {
      role: 'assistant',
      content: [{ ...thought, signature: 'sig-0' }, { type: 'text', text: 'ok' }, use('t0')],
    };
    const messages = [user('start'), older, user('next'), assistant('fine'), user('last')];
    const answer = await checked({ messages, budget_tokens: 3000 }, 'anthropic');
    const text = windowText(answer);
    expect(text.includes('sig-0')).toBe(text.includes('"t0"'));
    expect(text).toContain('"ok"');
  });

  it('B5: the latest tool loop passes byte-identical; older loops are whole or gone', async () => {
    const loops = Array.from({ length: 6 }, (_, n) => [
      { role: 'assistant', content: [{ ...thought, thinking: `plan ${n} ` }, use(`t${n}`)] },
      used(`t${n}`, n === 5 ? 'short' : T),
    ]);
    const messages = [user('start'), ...loops.flat()];
    const answer = await checked({ messages, task: 'go on', budget_tokens: 1500 }, 'anthropic');
    const text = JSON.stringify(answer.messages);
    for (const [call] of loops) {
      const whole = text.includes(JSON.stringify(call));
      const id = JSON.stringify(call).match(/t\d/)?.[0] ?? '';
      expect(whole).toBe(text.includes(`"id":"${id}"`));
    }
    expect(text).toContain(JSON.stringify(loops.at(-1)?.[0]));
    expect(text).toContain(JSON.stringify(blocksOf(loops.at(-1)?.[1] ?? {})[0]));
  });

  it('F-05: a window that cannot hold its pinned turn says so', async () => {
    const failure = await failureOf({
      messages: [user(T)],
      format: 'anthropic',
      budget_tokens: 300,
    });
    expect(failure.code).toBe('budget_infeasible');
  });
});

describe('tool input (anthropic)', () => {
  it.each(['', null, []])('B6: input %j becomes an object', async (input) => {
    const messages = [
      user('go'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'run', input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    ];
    const answer = await checked({ messages, task: 'next', budget_tokens: 900 }, 'anthropic');
    expect(callsIn(answer, 'anthropic')[0]?.args).toEqual({});
  });
});
