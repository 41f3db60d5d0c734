/** Starts every Worker on this machine, in one process on one port, without an account or the network. */
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalOptions } from './derive.ts';
import { claimPort, LOCAL_HOST } from './port.ts';
import { type LocalState, prepareLocal } from './prepare-local.ts';
import { spawnDev } from './wrangler.ts';

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const HEALTH_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 5_000;
const LOG_TAIL_CHARS = 4_000;

/** Settings of `startLocal`. */
export interface StartOptions extends LocalOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Keeps databases, objects, configuration and the log. Default: `.wrangler/local` of the checkout. */
  readonly stateDir?: string;
  /** Configuration of a further Worker, served in place of the coordinator and bound to the others. */
  readonly front?: string;
}

/** A running server. */
export interface LocalServer {
  /** Such as "http://127.0.0.1:8787", without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Where wrangler and the Workers write what they have to say. */
  readonly logPath: string;
  /** Settles when the server has ended, whether stopped or not. */
  readonly ended: Promise<void>;
  /** Ends the server and its runtime. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts the server and waits until `GET /health` answers with 200.
 * @throws Error, with the end of the log where there is one, when the port is taken or the server does not come up
 */
export async function startLocal(options: StartOptions = {}): Promise<LocalServer> {
  const port = await claimPort(options.port ?? 0);
  const state = prepareLocal(options.stateDir, 'server', options);
  const logPath = join(state.stateDir, 'server.log');
  const child = launch(port, state, logPath, options.front);
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      killGroup(child);
      done();
    }),
  );
  const server: LocalServer = {
    url: `http://${LOCAL_HOST}:${port}`,
    port,
    logPath,
    ended,
    stop: () => stop(child, ended),
  };
  // While the Workers are bundled: they open the database on the first request, which comes after.
  try {
    await state.migrate();
  } catch (error) {
    await server.stop();
    throw error;
  }
  await waitUntilReady(server, child);
  return server;
}

function launch(
  port: number,
  state: LocalState,
  logPath: string,
  front: string | undefined,
): ChildProcess {
  const { stateDir, persistTo } = state;
  const configPaths = front === undefined ? state.configPaths : [front, ...state.configPaths];
  const logFd = openSync(logPath, 'w');
  const child = spawnDev(
    [
      ...configPaths.flatMap((path) => ['-c', path]),
      ...['--ip', LOCAL_HOST, '--port', String(port), '--inspector-port', '0'],
      ...['--persist-to', persistTo, '--show-interactive-dev-session=false'],
    ],
    // A registry of its own, so that two servers do not bind to each other's Workers.
    { cwd: stateDir, logFd, env: { WRANGLER_REGISTRY_PATH: join(stateDir, 'registry') } },
  );
  closeSync(logFd);
  return child;
}

async function waitUntilReady(server: LocalServer, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  let state = 'no answer yet';
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadlineMs) {
    const status = await fetch(`${server.url}/health`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => null,
    );
    if (status === 200) return;
    if (status !== null) state = `GET /health answered ${status}`;
    await sleep(READY_POLL_MS);
  }
  if (child.exitCode !== null) state = `wrangler ended with code ${child.exitCode}`;
  await server.stop();
  const tail = readFileSync(server.logPath, 'utf8').slice(-LOG_TAIL_CHARS);
  throw new Error(`Cannot start the server: ${state}\n${tail}`);
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = new AbortController();
  const timeout = sleep(STOP_TIMEOUT_MS, 'late', { signal: late.signal }).catch(() => 'ended');
  if ((await Promise.race([ended, timeout])) === 'late') {
    killGroup(child);
    await ended;
  }
  late.abort();
}

/** Ends what is left of wrangler's process group, so that no runtime outlives it. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: nothing is left, as it should be.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
