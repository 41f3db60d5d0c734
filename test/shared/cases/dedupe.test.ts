import { describe, expect, it } from 'vitest';
import { windowOf } from '../../support/assemble.ts';
import { FakeRanker } from '../../support/fake-ranker.ts';

/** A ranker that finds any two texts alike: whatever must not merge has to be caught by its words. */
class AlikeRanker extends FakeRanker {
  override async similarity(pairs: Parameters<FakeRanker['similarity']>[0]) {
    const result = await super.similarity(pairs);
    return result.ok
      ? { ...result, value: { ...result.value, values: pairs.map(() => 1) } }
      : result;
  }
}

async function merges(texts: readonly string[], kind = 'passage'): Promise<readonly string[]> {
  const chunks = texts.map((text, n) => ({ id: `t${n}`, kind, source: 's', text, pinned: false }));
  const answer = await windowOf(
    { task: texts.join(' '), chunks, budget_tokens: 8000 },
    { ranker: new AlikeRanker() },
  );
  return answer.chunks.filter((entry) => entry.fate === 'merged').map((entry) => entry.id);
}

describe('merging copies', () => {
  it('F-19: opposite statements both stay', async () => {
    expect(
      await merges([
        'Nightly backup is enabled on db-2.',
        'Nightly backup is disabled on db-2.',
        'Clients may retry writes.',
        'Clients may not retry writes.',
      ]),
    ).toEqual([]);
  });

  it.each([
    ['The cache is never cleared at night.', 'The cache is always cleared at night.'],
    ["Operators can't restart the primary node.", 'Operators can restart the primary node.'],
    ['You must sign the form before upload.', 'You should sign the form before upload.'],
    ['The job runs before the export on weekdays.', 'The job runs after the export on weekdays.'],
    ['Refunds are accepted without a receipt.', 'Refunds are accepted with a receipt.'],
    ['The feature flag is turned on for guests.', 'The feature flag is turned off for guests.'],
    ['Traffic increased in the north region.', 'Traffic decreased in the north region.'],
    ['Retries are limited to 3 per request.', 'Retries are limited to 5 per request.'],
    ['The lease ends on 2031-08-03 for unit K.', 'The lease ends on 2031-08-13 for unit K.'],
    ['Der Dienst ist nicht aktiv auf db-2.', 'Der Dienst ist aktiv auf db-2.'],
    ['No refunds are paid for open boxes.', 'Refunds are paid for open boxes.'],
    ['Guests are allowed to upload large files.', 'Guests are forbidden to upload large files.'],
  ])('F-19: %s / %s', async (a, b) => {
    expect(await merges([a, b])).toEqual([]);
  });

  it('F-21: different entities in the same sentence both stay, a punctuation twin merges', async () => {
    expect(
      await merges([
        'Team Heron owns billing.',
        'Team Osprey owns search.',
        'Team Heron owns billing',
      ]),
    ).toEqual(['t2']);
    expect(await merges(['Depot is in Arlo.', 'Depot is in Brant.'])).toEqual([]);
  });

  it.each([
    [
      'Team Heron owns the billing service in Europe.',
      'Team Osprey owns the billing service in Europe.',
    ],
    ['Invoice A-17 was paid by the customer.', 'Invoice A-18 was paid by the customer.'],
    ['The manager of the plant is Ines Duarte.', 'The manager of the plant is Rui Duarte.'],
    ['Customer 4471 prefers delivery on Monday.', 'Customer 4471 prefers delivery on Tuesday.'],
    [
      'user alice owns the billing dashboard and its alerts',
      'user bob owns the billing dashboard and its alerts',
    ],
    [
      'host alpha serves the search index for the shop and the blog',
      'host beta serves the search index for the shop and the blog',
    ],
    ['The config lives in /etc/app/a.toml today.', 'The config lives in /etc/app/b.toml today.'],
    ['Reports go to ops@example.com every week.', 'Reports go to dev@example.com every week.'],
    ['The office in Lisbon opens early in summer.', 'The office in Porto opens early in summer.'],
  ])('F-21: %s / %s', async (a, b) => {
    expect(await merges([a, b])).toEqual([]);
  });

  it.each([
    ['a', ['Deploy on  Friday.', 'deploy on Friday.'], 1],
    ['b', ['if a:\n    b()\nc()', 'if a:\n    b()\n    c()'], 2],
    ['c', ['const Foo = 1;', 'const foo = 1;'], 2],
    ['d', ['Caf\u00e9 opens at 9', 'Cafe\u0301 opens at 9'], 1],
    ['e', ['limit is 10\u00b2', 'limit is 102'], 2],
    ['spaces and case', ['The  kettle\nships today', 'the kettle ships TODAY'], 1],
    ['full stop', ['The kettle ships today', 'The kettle ships today.'], 1],
    ['indented YAML', ['a:\n  b: 1\n  c: 2', 'a:\n  b: 1\nc: 2'], 2],
    ['fenced code', ['```\nrun(A)\n```', '```\nrun(a)\n```'], 2],
    ['shell', ['rm -r ./Build && make all', 'rm -r ./build && make all'], 2],
    ['minus', ['The offset is -5 degrees', 'The offset is 5 degrees'], 2],
    ['exponent', ['size is 10\u2076 rows', 'size is 106 rows'], 2],
    ['half', ['take \u00bd tablet', 'take 1/2 tablet'], 2],
    ['quote marks', ['It\u2019s open on Friday', "It's open on Friday"], 1],
  ])('F-22: %s', async (_, texts, kept) => {
    expect(texts.length - (await merges(texts)).length).toBe(kept);
  });

  it('F-22: what is kept is the original, byte for byte', async () => {
    const texts = ['Deploy on  Friday, Caf\u00e9.', 'deploy on Friday, Cafe\u0301.'];
    const chunks = texts.map((text, n) => ({ id: `t${n}`, kind: 'passage', source: 's', text }));
    const answer = await windowOf({ task: 'deploy friday', chunks });
    expect(String(answer.messages[1]?.content)).toContain(texts[0]);
    expect(answer.chunks[1]).toMatchObject({ fate: 'merged', merged_into: 't0' });
  });

  it('keeps the more trusted copy, then the newer; pinned copies all stay', async () => {
    const text = 'The kettle warranty lasts two years.';
    const copy = (id: string, extra: object) => ({
      id,
      kind: 'passage',
      source: 's',
      text,
      ...extra,
    });
    const answer = await windowOf({
      task: 'kettle warranty',
      chunks: [
        copy('old', { created_at: '2025-01-01T00:00:00Z' }),
        copy('new', { created_at: '2026-01-01T00:00:00Z' }),
        copy('user', { trust: 'user', created_at: '2026-06-01T00:00:00Z' }),
        copy('verified', { trust: 'verified' }),
      ],
    });
    const into = Object.fromEntries(answer.chunks.map((entry) => [entry.id, entry.merged_into]));
    expect(into).toEqual({
      old: 'verified',
      new: 'verified',
      user: 'verified',
      verified: undefined,
    });
    const newer = await windowOf({
      task: 'kettle warranty',
      chunks: [
        copy('old', { created_at: '2025-01-01T00:00:00Z' }),
        copy('new', { created_at: '2026-01-01T00:00:00Z' }),
      ],
    });
    expect(newer.chunks[0]).toMatchObject({ id: 'old', merged_into: 'new' });
    const pinned = await windowOf({
      task: 'kettle warranty',
      chunks: [copy('a', { pinned: true }), copy('b', { pinned: true }), copy('c', {})],
    });
    expect(pinned.chunks.map((entry) => entry.fate)).toEqual(['kept', 'kept', 'merged']);
  });
});
