import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/types.ts';
import { windowOf } from '../../support/assemble.ts';

async function confused(body: JsonObject): Promise<readonly string[]> {
  const answer = await windowOf({ budget_tokens: 20_000, format: 'anthropic', ...body });
  return answer.health.findings
    .filter(({ detector }) => detector === 'confusion')
    .map(({ action, reason }) => {
      expect(action).toBe('flag');
      return reason;
    });
}

function tool(name: string, description: string): JsonObject {
  return { name, description, input_schema: { type: 'object', properties: {} } };
}

/** Topics with no word in common. */
const TOPICS =
  'weather invoices parcels flights hotels recipes songs maps stocks tickets reviews photos contacts notes'.split(
    ' ',
  );
const FILLER = `${'The quarterly report explains the figures of the northern plants. '.repeat(60)}`;

describe('records that are hard to tell apart', () => {
  it.each([
    [
      'orders',
      (n: number) =>
        `Order ${4400 + n}: blue cotton shirt, size medium, by parcel service, € ${n}9.90`,
    ],
    [
      'fees',
      (n: number) =>
        `Fee schedule ${2020 + n}: transfers ${n} EUR, cards ${n + 5} EUR, accounts free of charge`,
    ],
    [
      'JSON',
      (n: number) =>
        JSON.stringify({ id: n, type: 'flight', from: 'OSL', to: 'BER', seats: n, state: 'open' }),
    ],
  ])(
    '%s of one template are named, with the advice to resolve which one is meant',
    async (_, text) => {
      const chunks = [1, 2, 3, 4].map((n) => ({
        id: `r${n}`,
        kind: 'record',
        source: 'db',
        entity: `r${n}`,
        text: text(n),
      }));
      const found = await confused({ task: 'Which order, fee or flight?', chunks });
      expect(found.join()).toContain('4 of 4');
      expect(found.join()).toContain('resolve which one is meant first');
    },
  );

  it.each([
    [
      'different texts',
      ['Flights leave at noon.', 'Hotels open in May.', 'Songs last long.', 'Maps fold.'],
    ],
    [
      'a pair among others',
      ['Fee 2030: 5 EUR', 'Fee 2031: 6 EUR', 'Hotels open in May.', 'Songs last.', 'Maps fold.'],
    ],
    ['two texts', ['Fee of the year 2030: 5 EUR', 'Fee of the year 2031: 6 EUR']],
  ])('%s are no crowd', async (_, texts) => {
    const chunks = texts.map((text) => ({ kind: 'passage', source: 'help', text }));
    const policy = { distraction_min_similarity: 0 };
    expect(await confused({ task: 'What is known?', chunks, policy })).toEqual([]);
  });
});

describe('tools', () => {
  it('thirteen are many, twelve are not; the caller may say otherwise', async () => {
    const tools = TOPICS.slice(0, 13).map((topic) => tool(topic, `Finds ${topic}`));
    const body = { task: 'find a hotel', system: FILLER };
    expect(await confused({ ...body, tools: tools.slice(0, 12) })).toEqual([]);
    expect((await confused({ ...body, tools })).join()).toContain('13 tools');
    const policy = { confusion_max_tools: 20 };
    expect(await confused({ ...body, tools, policy })).toEqual([]);
  });

  it('schemas that fill the window are flagged with their share', async () => {
    const tools = [tool('report', `Writes a report. ${FILLER}`)];
    expect((await confused({ task: 'write it', tools })).join()).toMatch(/\d\d %/);
    expect(await confused({ task: 'write it', tools, system: FILLER.repeat(3) })).toEqual([]);
  });

  it('descriptions that say the same are named as a pair', async () => {
    const tools = [
      tool('find_user', 'Finds a user by name or email and returns the profile'),
      tool('get_weather', 'Gives the forecast of a city for the coming days'),
      tool('search_user', 'Finds a user by email or name and returns the full profile'),
    ];
    const found = await confused({ task: 'find Ana', tools, system: FILLER });
    expect(found.join()).toContain('find_user and search_user');
    expect(found.join()).not.toContain('get_weather');
  });
});
