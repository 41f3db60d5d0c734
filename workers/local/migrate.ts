/** Applies the D1 migrations to a local database, only when they changed since the last time. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWrangler } from './wrangler.ts';

/** Where a local run keeps things. */
export interface MigrateOptions {
  readonly root: string;
  /** Configuration of a Worker that binds the database as `DB`. */
  readonly configPath: string;
  readonly persistTo: string;
  /** Remembers what was applied; starting wrangler to find nothing to do would take 3 seconds. */
  readonly stampPath: string;
}

/**
 * Brings the local database up to date.
 * @throws Error with wrangler's output when a migration fails
 */
export async function migrateLocal(options: MigrateOptions): Promise<void> {
  const stamp = hashMigrations(join(options.root, 'migrations'));
  if (stamp === null || stamp === readStamp(options.stampPath)) return;
  const { code, stdout, stderr } = await runWrangler(
    [
      ...['d1', 'migrations', 'apply', 'DB', '--local'],
      ...['--persist-to', options.persistTo, '-c', options.configPath],
    ],
    { cwd: options.root },
  );
  if (code !== 0) throw new Error(`Cannot apply migrations: wrangler failed\n${stdout}${stderr}`);
  writeFileSync(options.stampPath, stamp);
}

/** SHA-256 over names and contents; null when there are no migrations. */
function hashMigrations(directory: string): string | null {
  if (!existsSync(directory)) return null;
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  if (files.length === 0) return null;
  const hash = createHash('sha256');
  for (const name of files) hash.update(`${name}\0`).update(readFileSync(join(directory, name)));
  return hash.digest('hex');
}

function readStamp(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
