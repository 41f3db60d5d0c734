import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimPort } from '../../workers/local/port.ts';
import { temporaryDirectory } from './harness.ts';

const ROOT = join(import.meta.dirname, '../..');
const DEV = join(ROOT, 'workers/local/dev.ts');
const READY_MS = 60_000;
const GONE_MS = 15_000;

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** Starts `command` with the dev runner's environment; `output()` is what it has printed so far. */
function start(command: string, args: readonly string[], port: number | string) {
  const state = temporaryDirectory();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), STATE_DIR: state.path },
    stdio: 'pipe',
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  cleanUps.push(() => {
    child.kill('SIGKILL');
    state.remove();
  });
  return { child, output: () => text };
}

function untilReady(output: () => string): Promise<void> {
  return vi.waitFor(() => expect(output()).toContain('is ready at'), { timeout: READY_MS });
}

function untilFree(port: number): Promise<number> {
  return vi.waitFor(() => claimPort(port), { timeout: GONE_MS });
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

describe('npm start', () => {
  it('prints a curl command that works, and ends on SIGTERM', async () => {
    const port = await claimPort(0);
    const { child, output } = start(process.execPath, [DEV], port);
    await untilReady(output);
    const curl = /^curl [\s\S]*?'$/m.exec(output().replace(/\\\n/g, ' '))?.[0] ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(JSON.parse(stdout)).toMatchObject({ window_id: expect.any(String) });
    const code = exitCode(child);
    child.kill('SIGTERM');
    expect(await code).toBe(0);
    await untilFree(port);
  });

  it('frees the port when it is killed outright', async () => {
    const port = await claimPort(0);
    const { child, output } = start(process.execPath, [DEV], port);
    await untilReady(output);
    child.kill('SIGKILL');
    await untilFree(port);
  });

  it('ends when the process that started it is killed outright', async () => {
    const port = await claimPort(0);
    // A shell that stays between us and the runner, as the one of npm does.
    const { child, output } = start('sh', ['-c', `"${process.execPath}" "${DEV}"; exit $?`], port);
    await untilReady(output);
    child.kill('SIGKILL');
    await untilFree(port);
  });

  it('says that a port is in use', async () => {
    const server = createServer();
    cleanUps.push(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { child, output } = start(process.execPath, [DEV], port);
    expect(await exitCode(child)).toBe(1);
    expect(output()).toBe(
      `Cannot listen on port ${port}: it is in use; set PORT to another port\n`,
    );
  });

  it.each(['abc', '70000', '-1', '80.5'])('refuses PORT=%s', async (port) => {
    const { child, output } = start(process.execPath, [DEV], port);
    expect(await exitCode(child)).toBe(1);
    expect(output()).toBe(`Cannot use PORT "${port}": it must be a whole number from 0 to 65535\n`);
  });
});
