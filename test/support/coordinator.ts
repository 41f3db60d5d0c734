/** The coordinator in the real runtime, with bindings that a test may replace. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { buildApp } from '../../workers/coordinator/app.ts';
import type { CoordinatorEnv } from '../../workers/coordinator/env.ts';
import { sha256 } from '../../workers/coordinator/store/keys.ts';

const app = buildApp();

/** Bindings of the coordinator as the test project has them; files of the viewer are not among them. */
export const bindings: CoordinatorEnv = {
  DB: env.DB,
  // Their RPC types are deeper than the compiler follows; the contracts say what they have.
  SCORING: env.SCORING as unknown as CoordinatorEnv['SCORING'],
  MEMORY: env.MEMORY as unknown as CoordinatorEnv['MEMORY'],
  OFFLOAD: env.OFFLOAD as unknown as CoordinatorEnv['OFFLOAD'],
  ASSETS: { fetch: async () => new Response('asset') } as unknown as Fetcher,
  DEV_KEY: env.DEV_KEY,
};

export interface CallOptions {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body to send as it is. */
  readonly body?: BodyInit;
  /** A value to send as JSON; makes the call a POST. */
  readonly json?: unknown;
  readonly bindings?: Partial<CoordinatorEnv>;
  /** False: does not wait for what runs after the answer. */
  readonly settle?: boolean;
}

/** Calls a route with the local key. The answer is read as late work may go on. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const { json, key = env.DEV_KEY } = options;
  const headers = new Headers({ authorization: `Bearer ${key}` });
  if (json !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const body = json === undefined ? options.body : JSON.stringify(json);
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const request = new Request(`https://casement.test${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const context = createExecutionContext();
  const response = await app.fetch(request, { ...bindings, ...options.bindings }, context);
  if (options.settle !== false) await waitOnExecutionContext(context);
  return response;
}

/** Calls a route and reads the JSON of its answer. */
export async function callJson(
  path: string,
  options: CallOptions = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await call(path, options);
  return { status: response.status, body: await response.json() };
}

/** Makes a key for a tenant. */
export async function createKey(tenant: string): Promise<string> {
  const key = `csm_${crypto.randomUUID()}`;
  await env.DB.prepare(
    'INSERT INTO api_keys (hash, tenant, name, created_at_ms) VALUES (?, ?, ?, ?)',
  )
    .bind(await sha256(key), tenant, 'test', 0)
    .run();
  return key;
}

/** Assembles a window and returns its id. */
export async function createdWindow(json: object, options: CallOptions = {}): Promise<string> {
  const { status, body } = await callJson('/v1/windows', { ...options, json });
  if (status !== 200) throw new Error(`Expected a window, got ${JSON.stringify(body)}`);
  return String(body.window_id);
}
