/**
 * `npm run key -- create --tenant NAME [--name LABEL] [--remote]`: makes an API key and prints it once.
 * Only its SHA-256 is stored. Without `--remote` the key is for the local server (same STATE_DIR).
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { must } from './account.ts';
import { prepareLocal, ROOT } from './prepare-local.ts';
import { COORDINATOR } from './resources.ts';
import { runWrangler } from './wrangler.ts';

/** 24 bytes are 32 characters of base64url. */
const KEY_BYTES = 24;
/** A tenant's name is part of namespaces and object keys, so it is short and plain. */
const TENANT_PATTERN = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const LABEL_PATTERN = /^[\w .-]{1,80}$/;

async function createKey(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      name: { type: 'string', default: 'default' },
      remote: { type: 'boolean', default: false },
    },
  });
  const { tenant, name, remote } = values;
  if (positionals.length !== 1 || positionals[0] !== 'create') {
    throw new Error('Cannot run: say "create --tenant NAME [--name LABEL] [--remote]"');
  }
  if (tenant === undefined || !TENANT_PATTERN.test(tenant)) {
    throw new Error('Cannot create a key: --tenant takes 1 to 40 of a-z, 0-9, "-" and "_"');
  }
  if (!LABEL_PATTERN.test(name)) {
    throw new Error(
      'Cannot create a key: --name takes 1 to 80 letters, digits, " ", ".", "-", "_"',
    );
  }
  const key = `csm_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  // The patterns above leave no quote that could end a string.
  const sql = `INSERT INTO api_keys (hash, tenant, name, created_at_ms) VALUES ('${hash}', '${tenant}', '${name}', ${Date.now()})`;
  const command = ['d1', 'execute', 'DB', '--command', sql, '--yes', ...(await target(remote))];
  await must(runWrangler(command, { cwd: ROOT }), 'store the key');
  return key;
}

/** Arguments that choose the database. */
async function target(remote: boolean): Promise<string[]> {
  if (!remote) {
    const { configPaths, persistTo, migrate } = prepareLocal(process.env.STATE_DIR, 'keys');
    await migrate();
    return ['--local', '--persist-to', persistTo, '-c', configPaths[0]];
  }
  const released = join(ROOT, `.wrangler/release/${COORDINATOR}.json`);
  if (!existsSync(released)) {
    throw new Error(
      'Cannot create a key: nothing is deployed from here; npm run deploy comes first',
    );
  }
  return ['--remote', '-c', released];
}

try {
  process.stdout.write(`${await createKey(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
