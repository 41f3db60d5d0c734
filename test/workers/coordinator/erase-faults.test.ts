import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Receipt } from '../../../shared/contracts/memory-upkeep.ts';
import { bindings, callJson, createKey } from '../../support/coordinator.ts';
import { erase, killedAt, LONG, left, replaced, seed } from '../../support/erasure.ts';

let tenants = 0;
let tenant = '';
let key = '';

beforeEach(async () => {
  tenants += 1;
  tenant = `fault-${tenants}`;
  key = await createKey(tenant);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function remember(text: string): Promise<void> {
  await callJson('/v1/memories', { key, json: { text, user_id: 'ana' } });
}

describe('eraseSubject()', () => {
  it('finds what a window kept whose trace was never written', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const OFFLOAD = replaced(bindings.OFFLOAD, {
      putObject: async () => {
        throw new Error('killed');
      },
    });
    const chunks = [{ kind: 'tool_result', source: 'tool/parcels', text: LONG }];
    const json = { task: 'Where?', chunks, budget_tokens: 600, recall: { user_id: 'ana' } };
    const { body } = await callJson('/v1/windows', { key, json, bindings: { OFFLOAD } });
    const [handle] = body.handles as readonly { handle: string }[];
    const stored = await bindings.OFFLOAD.info(tenant, handle?.handle ?? '');
    expect(stored.ok).toBe(true);
    expect((await erase(tenant, 'ana')).erased).toMatchObject({ windows: 0, offloads: 1 });
    expect(await left(tenant)).toEqual({});
  }, 30_000);

  it('says when its time was over, and goes on when called again', async () => {
    await seed(tenant, 'ana', 250, 3);
    const receipts: Receipt[] = [];
    do receipts.push(await erase(tenant, 'ana', 0));
    while (receipts.at(-1)?.complete === false && receipts.length < 20);
    expect(receipts.length).toBeGreaterThan(2);
    const sum = (field: 'windows' | 'offloads' | 'sessions') =>
      receipts.reduce((total, { erased }) => total + erased[field], 0);
    expect([sum('windows'), sum('offloads'), sum('sessions')]).toEqual([250, 250, 3]);
    expect(receipts.every(({ degraded }) => degraded.length === 0)).toBe(true);
    expect(await left(tenant)).toEqual({});
  });

  it('says which part failed, erases the others, and a repeat ends it (B30)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await remember('Ana is here');
    await seed(tenant, 'ana', 1, 1);
    const MEMORY = replaced(bindings.MEMORY, {
      erase: async () => ({
        ok: false,
        error: { code: 'dependency_unavailable', detail: 'Cannot' },
      }),
    });
    const first = await erase(tenant, 'ana', undefined, { MEMORY });
    expect(first).toMatchObject({ complete: false, erased: { windows: 1, memories: 0 } });
    expect(first.degraded.map(({ dependency }) => dependency)).toEqual(['memory']);
    const second = await erase(tenant, 'ana');
    expect(second).toMatchObject({ complete: true, erased: { windows: 0, memories: 1 } });
    expect(await left(tenant)).toEqual({});
  });

  it('killed before any of its steps, it leaves nothing that a repeat does not find', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let step = 0;
    for (let isKilled = true; isKilled; step += 1) {
      await remember('Ana likes tea');
      await seed(tenant, 'ana', 3, 2);
      await callJson('/v1/offload', { key, json: { text: 'attached', session_id: 'ses_0' } });
      const headers = { 'idempotency-key': `fault-${step}` };
      await callJson('/v1/windows', {
        key,
        headers,
        json: { task: 'Tea?', recall: { user_id: 'ana' } },
      });
      const killed = killedAt(step);
      await erase(tenant, 'ana', undefined, killed.env);
      isKilled = killed.isDead();
      expect((await erase(tenant, 'ana')).complete).toBe(true);
      expect([step, await left(tenant)]).toEqual([step, {}]);
    }
    expect(step).toBeGreaterThan(10);
  }, 60_000);
});
