import { describe, expect, it } from 'vitest';
import { consolidate } from '../../../../workers/memory/consolidate/index.ts';
import { memoryEnv as env, putRows, rowOf, type Stored } from '../../../support/upkeep.ts';

const session = env.DB.withSession('first-primary');
const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const SEAT = 'Ana prefers the window seat on every long train ride to Madrid';
const ALWAYS = `${SEAT}, always`;

async function run(tenant: string, over: Partial<Parameters<typeof consolidate>[1]> = {}) {
  const { runs } = await consolidate(env, { tenant, nowMs: NOW, ...over });
  const [first] = runs;
  if (first === undefined) throw new Error('no run');
  return first;
}

async function left(tenant: string): Promise<readonly Stored[]> {
  const { results } = await session
    .prepare(
      `select id, text, useful_count as usefulCount, last_useful_at_ms as lastUsefulAtMs,
        holds_from_ms as holdsFromMs, restated_at_ms as restatedAtMs, metadata,
        superseded_by as supersededBy, settled_at_ms as settledAtMs
       from memory_memories where tenant = ? order by seq`,
    )
    .bind(tenant)
    .all<Stored>();
  return results;
}

describe('consolidate(): copies', () => {
  it('merges near-copies into the more trusted one and loses nothing of them', async () => {
    const tenant = 'copies';
    const [record, remark] = await putRows(session, [
      rowOf({
        tenant,
        text: SEAT,
        authorityRank: 0,
        createdAtMs: NOW - 9 * DAY,
        usefulCount: 2,
        metadata: '{"a":1}',
      }),
      rowOf({
        tenant,
        text: ALWAYS,
        createdAtMs: NOW - DAY,
        usefulCount: 3,
        lastUsefulAtMs: NOW - 5,
        metadata: '{"a":2,"b":3}',
        occurredAtMs: NOW - 2 * DAY,
      }),
      rowOf({ tenant, text: ALWAYS, userId: 'bob' }),
    ]);
    await session
      .prepare("insert into memory_credits values (?, ?, 'win_1', ?)")
      .bind(tenant, remark?.id ?? '', NOW - 4)
      .run();
    const report = await run(tenant);
    expect(report).toMatchObject({ status: 'done', counts: { examined: 3, merged: 1 } });
    expect(report.notes).toEqual([
      expect.stringContaining(`merge ${remark?.id} into ${record?.id}: Near-copy`),
    ]);
    const [kept, bobs, ...others] = await left(tenant);
    expect(others).toEqual([]);
    expect(bobs?.text).toBe(ALWAYS);
    expect(kept).toMatchObject({
      id: record?.id,
      text: SEAT,
      usefulCount: 6,
      lastUsefulAtMs: NOW - 4,
      holdsFromMs: NOW - 9 * DAY,
      restatedAtMs: JSON.stringify([NOW - 2 * DAY]),
      settledAtMs: NOW,
    });
    expect(JSON.parse(kept?.metadata ?? '')).toEqual({ a: 1, b: 3 });
    const history = await session
      .prepare(
        `select "by", changes from memory_history
         where tenant = ? and memory_id = ? and event = 'merged' order by seq`,
      )
      .bind(tenant, record?.id ?? '')
      .all<{ by: string; changes: string }>();
    const told = history.results.map(({ changes }) => JSON.parse(changes));
    expect(told).toContainEqual({
      merged: [null, expect.objectContaining({ id: remark?.id, text: ALWAYS, useful_count: 4 })],
    });
    expect(new Set(history.results.map(({ by }) => by))).toEqual(new Set(['casement:consolidate']));
    const links = await session
      .prepare('select from_id, to_id, kind, at_ms from memory_links where tenant = ?')
      .bind(tenant)
      .all();
    expect(links.results).toEqual([
      { from_id: remark?.id, to_id: record?.id, kind: 'merged', at_ms: NOW },
    ]);
    // The window that credited the copy counts for the kept memory, once.
    const credited = await session
      .prepare('select memory_id from memory_credits where tenant = ?')
      .bind(tenant)
      .all();
    expect(credited.results).toEqual([{ memory_id: record?.id }]);
  });

  it('is idempotent: a second run right after finds nothing to do', async () => {
    const tenant = 'twice';
    await putRows(session, [
      rowOf({ tenant, text: SEAT }),
      rowOf({ tenant, text: ALWAYS, createdAtMs: 1 }),
    ]);
    expect((await run(tenant)).counts.merged).toBe(1);
    const before = await left(tenant);
    const second = await run(tenant);
    expect(Object.values(second.counts).every((count) => count === 0)).toBe(true);
    expect(second.notes).toEqual([]);
    expect(await left(tenant)).toEqual(before);
  });

  it('finds a copy of a memory that was settled long ago, and follows merged ones into their next', async () => {
    const tenant = 'chain';
    const [first] = await putRows(session, [rowOf({ tenant, text: SEAT })]);
    await run(tenant);
    const [second] = await putRows(session, [
      rowOf({ tenant, text: ALWAYS, createdAtMs: 5, authorityRank: 1 }),
    ]);
    await run(tenant);
    const [third] = await putRows(session, [
      rowOf({ tenant, text: `${ALWAYS}!`, createdAtMs: 9, authorityRank: 0 }),
    ]);
    await run(tenant);
    expect((await left(tenant)).map(({ id }) => id)).toEqual([third?.id]);
    const links = await session
      .prepare('select from_id as "from", to_id as "to" from memory_links where tenant = ?')
      .bind(tenant)
      .all<{ from: string; to: string }>();
    expect(new Map(links.results.map(({ from, to }) => [from, to]))).toEqual(
      new Map([
        [first?.id, third?.id],
        [second?.id, third?.id],
      ]),
    );
    const { results } = await session
      .prepare(
        `select changes ->> '$.merged[1].text' as text from memory_history
         where tenant = ? and memory_id = ? and changes ->> '$.merged' is not null order by seq`,
      )
      .bind(tenant, third?.id ?? '')
      .all();
    expect(results).toEqual([{ text: SEAT }, { text: ALWAYS }]);
  });

  it('keeps the earliest time of a value, so that what it superseded stays superseded from then on', async () => {
    const tenant = 'series';
    const city = { tenant, series: 'o.city', entity: 'ana', key: 'city' };
    const [lisbon] = await putRows(session, [
      rowOf({ ...city, text: 'Ana lives in Lisbon', seriesValue: 'lisbon', createdAtMs: 100 }),
      rowOf({
        ...city,
        text: 'Ana now lives in the old town of Berlin with her two cats',
        seriesValue: 'berlin',
        createdAtMs: 200,
      }),
      rowOf({
        ...city,
        text: 'Ana now lives in the old town of Berlin with her two cats today',
        seriesValue: 'berlin',
        createdAtMs: 300,
      }),
    ]);
    const report = await run(tenant);
    // Written past the write path, so that the supersession had to be repaired first.
    expect(report.counts).toMatchObject({ merged: 1, superseded: 1 });
    const [old, kept, ...others] = await left(tenant);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ holdsFromMs: 200, restatedAtMs: '[300]' });
    expect(old).toMatchObject({ id: lisbon?.id, supersededBy: kept?.id });
    const at = await session
      .prepare('select superseded_at_ms as at from memory_memories where tenant = ? and id = ?')
      .bind(tenant, lisbon?.id ?? '')
      .first();
    expect(at).toEqual({ at: 200 });
  });

  it('merges nothing that does not hold any more, and no turns of a conversation', async () => {
    const tenant = 'kept';
    await putRows(session, [
      rowOf({ tenant, text: SEAT, validToMs: NOW - 5 }),
      rowOf({ tenant, text: ALWAYS }),
      rowOf({ tenant, text: `Then ${ALWAYS}`, session: 's', position: 1 }),
      rowOf({ tenant, text: `And then ${ALWAYS}`, session: 's', position: 2 }),
      rowOf({ tenant, text: `${ALWAYS}.`, supersededAtMs: 5, supersededBy: 'x' }),
      rowOf({ tenant, text: `${ALWAYS}?`, expiresAtMs: NOW + 1 }),
      rowOf({ tenant, text: SEAT.replace('Madrid', 'Lisbon') }),
      rowOf({ tenant, text: SEAT.replace('prefers', 'does not prefer') }),
    ]);
    const report = await run(tenant);
    expect(report.counts).toMatchObject({ examined: 8, merged: 0 });
  });

  it('says in a dry run what it would do, and changes nothing', async () => {
    const tenant = 'dry';
    await putRows(session, [
      rowOf({ tenant, text: SEAT, createdAtMs: 1 }),
      rowOf({ tenant, text: ALWAYS, createdAtMs: 2 }),
      rowOf({ tenant, text: 'gone', expiresAtMs: NOW - 1 }),
    ]);
    const before = await left(tenant);
    const report = await run(tenant, { dryRun: true });
    expect(report).toMatchObject({
      status: 'done',
      dry_run: true,
      counts: { examined: 3, merged: 1, expired: 1 },
    });
    expect(report.notes).toEqual([
      `merge ${before[0]?.id} into ${before[1]?.id}: Near-copy of "${before[1]?.id}" (word overlap 92 %)`,
      `expire ${before[2]?.id}`,
    ]);
    expect(await left(tenant)).toEqual(before);
    const real = await run(tenant);
    expect(real.counts).toEqual(report.counts);
  });

  it('leaves to the next run what would take more statements than a call has', async () => {
    const tenant = 'series-many';
    const row = (i: number, text: string, createdAtMs: number) =>
      rowOf({
        tenant,
        text,
        createdAtMs,
        entity: `thing ${i}`,
        key: 'state',
        series: `o.${i}`,
        seriesValue: 'v',
      });
    await putRows(
      session,
      Array.from({ length: 60 }, (_, i) => {
        const text = `The crane number ${i} of the northern harbour basin works without any limits`;
        return [row(i, text, 1), row(i, `${text}, always`, 2)];
      }).flat(),
    );
    let merged = 0;
    for (let i = 0; i < 4; i++) merged += (await run(tenant, { nowMs: NOW + i })).counts.merged;
    expect(merged).toBe(60);
    expect(await left(tenant)).toHaveLength(60);
    const { counts } = await run(tenant, { nowMs: NOW + 9 });
    expect(counts).toMatchObject({ examined: 0, merged: 0, superseded: 0 });
  });
});
