import { beforeAll, describe, expect, it } from 'vitest';
import { call, callJson, createdWindow, createKey } from '../../support/coordinator.ts';

const SESSION = 'ses_shared_name';
const REQUEST = { task: 'What is the secret?', session_id: SESSION };
const UNKNOWN_WINDOW = 'win_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const UNKNOWN_HANDLE = `off_${'a'.repeat(32)}`;
const REQUEST_ID = { 'x-request-id': 'same' };

let anna = '';
let bert = '';
let annasWindow = '';
let annasHandle = '';

beforeAll(async () => {
  anna = await createKey('anna');
  bert = await createKey('bert');
  await createdWindow(REQUEST, { key: anna });
  annasWindow = await createdWindow(REQUEST, { key: anna });
  const stored = await callJson('/v1/offload', { key: anna, json: { text: "anna's secret" } });
  annasHandle = String(stored.body.handle);
});

/** Status, headers and bytes of an answer, timings aside. */
async function seen(path: string, json?: unknown) {
  const response = await call(path, {
    key: bert,
    headers: REQUEST_ID,
    ...(json === undefined ? {} : { json }),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'server-timing');
  return { status: response.status, headers, body: await response.text() };
}

describe('tenants', () => {
  it.each([
    ['/v1/windows/{id}', UNKNOWN_WINDOW, undefined],
    ['/v1/windows/{id}/replay', UNKNOWN_WINDOW, {}],
    ['/v1/windows/{id}/outcome', UNKNOWN_WINDOW, { quality: 1 }],
    ['/v1/offload/{id}', UNKNOWN_HANDLE, undefined],
    ['/v1/offload/{id}/fetch', UNKNOWN_HANDLE, { mode: 'head' }],
  ])('%s answers a foreign id like an unknown one (F-51, B22)', async (path, unknown, json) => {
    const owned = path.includes('windows') ? annasWindow : annasHandle;
    const foreign = await seen(path.replace('{id}', owned), json);
    expect(foreign).toEqual(await seen(path.replace('{id}', unknown), json));
    expect(foreign.status).toBe(404);
    const mine = await call(path.replace('{id}', owned), {
      key: anna,
      ...(json === undefined ? {} : { json }),
    });
    expect(mine.status).toBe(200);
    await mine.text();
  });

  it('lists nothing of another tenant, not even in a session of the same name', async () => {
    for (const query of ['', `?session_id=${SESSION}`]) {
      const { body } = await callJson(`/v1/windows${query}`, { key: bert });
      expect(body).toEqual({ items: [], next_cursor: null });
    }
  });

  it('a foreign cursor answers like a broken one', async () => {
    const { body } = await callJson('/v1/windows?limit=1', { key: anna });
    const foreign = await seen(
      `/v1/windows?cursor=${encodeURIComponent(String(body.next_cursor))}`,
    );
    expect(foreign).toEqual(await seen('/v1/windows?cursor=zz'));
    expect(foreign.status).toBe(400);
  });

  it('does not compare the prefix with the session of another tenant', async () => {
    const { body } = await callJson('/v1/windows', {
      key: bert,
      json: { ...REQUEST, session_id: 'ses_bert_first', system: 'Be brief.' },
    });
    expect(body.prefix).toMatchObject({ hit: false, first_difference: null });
  });

  it('keeps idempotency keys apart', async () => {
    const headers = { 'idempotency-key': 'same' };
    const first = await callJson('/v1/windows', { key: anna, headers, json: REQUEST });
    const second = await callJson('/v1/windows', { key: bert, headers, json: REQUEST });
    expect(second.status).toBe(200);
    expect(second.body.window_id).not.toBe(first.body.window_id);
  });

  it('gives the same bytes another handle', async () => {
    const { body } = await callJson('/v1/offload', { key: bert, json: { text: "anna's secret" } });
    expect(body.handle).not.toBe(annasHandle);
  });
});
