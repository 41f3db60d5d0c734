/** Applies the D1 migrations to the local databases, only when they changed since the last time. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoundDatabase } from './databases.ts';
import { runWrangler } from './wrangler.ts';

/** Where a local run keeps things. */
export interface MigrateOptions {
  readonly root: string;
  readonly databases: readonly BoundDatabase[];
  readonly persistTo: string;
  /** Remembers what was applied; starting wrangler to find nothing to do would take 3 seconds. */
  readonly stampPath: string;
}

/**
 * Brings every local database up to date.
 * @throws Error with wrangler's output when a migration fails
 */
export async function migrateLocal(options: MigrateOptions): Promise<void> {
  const { root, databases, persistTo, stampPath } = options;
  const names = databases.map(({ name }) => name);
  const stamp = hashMigrations(join(root, 'migrations'), names);
  if (stamp === null || stamp === readStamp(stampPath)) return;
  for (const { binding, path } of databases) {
    const { code, stdout, stderr } = await runWrangler(
      [
        ...['d1', 'migrations', 'apply', binding, '--local'],
        ...['--persist-to', persistTo, '-c', path],
      ],
      { cwd: root },
    );
    if (code !== 0) throw new Error(`Cannot apply migrations: wrangler failed\n${stdout}${stderr}`);
  }
  writeFileSync(stampPath, stamp);
}

/** SHA-256 over the databases, and the migrations' names and contents; null when there are no migrations. */
function hashMigrations(directory: string, databases: readonly string[]): string | null {
  if (!existsSync(directory)) return null;
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  if (files.length === 0) return null;
  const hash = createHash('sha256').update(`${databases.join('\0')}\n`);
  for (const name of files) hash.update(`${name}\0`).update(readFileSync(join(directory, name)));
  return hash.digest('hex');
}

function readStamp(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
