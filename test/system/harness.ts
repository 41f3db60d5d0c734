/** A whole local server for one test file, with state of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { DEV_KEY } from '../../workers/local/derive.ts';
import {
  type LocalServer,
  type StartOptions,
  startLocal,
} from '../../workers/local/start-local.ts';

/** What a test asks of the server. */
export interface System {
  /** Where the server keeps its state, for commands that share it. */
  readonly stateDir: string;
  /** Fetches a path of the coordinator with the local key; `init.headers` may override it. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON with the local key. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Runs the coordinator's cron handler as if `cron` were due. */
  runCron(cron: string): Promise<Response>;
}

/** An empty directory that is gone after `remove`. */
export function temporaryDirectory(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'casement-system-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts a server before the tests of a file and stops it after them. */
export function useSystem(options: Omit<StartOptions, 'port' | 'stateDir'> = {}): System {
  const state = temporaryDirectory();
  let server: LocalServer | undefined;
  beforeAll(async () => {
    server = await startLocal({ ...options, stateDir: state.path });
  });
  afterAll(async () => {
    await server?.stop();
    state.remove();
  });
  const request = (path: string, init: RequestInit = {}) => {
    if (server === undefined) throw new Error('Cannot fetch: the server is not running');
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${DEV_KEY}`);
    return fetch(`${server.url}${path}`, { ...init, headers });
  };
  return {
    stateDir: state.path,
    fetch: request,
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    runCron: (cron) =>
      request(`/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron }).toString()}`),
  };
}
