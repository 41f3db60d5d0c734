/** Runs wrangler: quiet, never asking, and without the network unless the command needs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// The file behind the `wrangler` command: starting it directly saves a process that only passes signals on.
const CLI = join(
  dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'wrangler-dist/cli.js',
);

const QUIET_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  CI: '1',
};

/** What a finished command left behind. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of one run. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Written to the command's standard input. */
  readonly input?: string;
}

/** Runs a wrangler command to its end. Never throws for a command that fails: look at `code`. */
export function runWrangler(args: readonly string[], options: RunOptions): Promise<CommandResult> {
  const child = spawn(process.execPath, ['--no-warnings', CLI, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...QUIET_ENV, ...options.env },
    stdio: 'pipe',
  });
  child.stdin.end(options.input ?? '');
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    );
  });
}

/** Starts `wrangler dev`, which runs until it is stopped or its starter ends. Output goes to the file `logFd`. */
export function spawnDev(
  args: readonly string[],
  options: RunOptions & { readonly logFd: number },
): ChildProcess {
  const preload = join(import.meta.dirname, 'preload.ts');
  return spawn(process.execPath, ['--no-warnings', '--import', preload, CLI, 'dev', ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...QUIET_ENV, CLOUDFLARE_CF_FETCH_ENABLED: 'false', ...options.env },
    stdio: ['ignore', options.logFd, options.logFd],
    // Its own process group: an interrupt from the terminal reaches the dev runner only, which then stops it.
    detached: process.platform !== 'win32',
  });
}
