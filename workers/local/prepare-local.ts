/** Lays out the state of a local run: configuration, databases, embedded models. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { distinctDatabases, placedIn } from './databases.ts';
import { deriveAll, type LocalOptions, writeConfigs } from './derive.ts';
import { migrateLocal } from './migrate.ts';

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** What `npm install` puts there, and the script that does. */
const ARTEFACTS = [
  {
    path: 'workers/scoring/embedded/generated',
    script: 'workers/scoring/embedded/build/postinstall.mjs',
  },
  { path: 'workers/coordinator/generated', script: 'workers/coordinator/docs/install.mjs' },
];

/** Where a local run keeps things; all paths are absolute. */
export interface LocalState {
  readonly stateDir: string;
  /** Databases and objects, for `--persist-to`. */
  readonly persistTo: string;
  /** One configuration per Worker, the coordinator's first. */
  readonly configPaths: readonly [string, ...string[]];
  /** Brings the databases up to date; must have ended before anything asks one of them. */
  readonly migrate: () => Promise<void>;
}

/**
 * Makes everything ready that `wrangler dev` needs. Repeating it changes nothing and takes no time.
 * @param stateDir default: `.wrangler/local` of the checkout
 * @param purpose keeps configurations apart: a running server restarts when its own are written
 * @throws Error with the output of what failed
 */
export function prepareLocal(
  stateDir: string | undefined,
  purpose: 'server' | 'keys',
  options: LocalOptions = {},
): LocalState {
  const absolute = resolve(stateDir ?? join(ROOT, '.wrangler/local'));
  const persistTo = join(absolute, 'state');
  mkdirSync(persistTo, { recursive: true });
  installArtefacts();
  const configs = deriveAll(ROOT, options);
  const [first, ...rest] = writeConfigs(join(absolute, purpose), configs);
  if (first === undefined) throw new Error('Cannot prepare a local run: there is no configuration');
  const migrate = () =>
    migrateLocal({
      root: ROOT,
      databases: distinctDatabases(placedIn([first, ...rest], configs)),
      persistTo,
      stampPath: join(absolute, 'migrations.sha256'),
    });
  return { stateDir: absolute, persistTo, configPaths: [first, ...rest], migrate };
}

/** Does what `npm install` did not do, as with `--ignore-scripts`. */
function installArtefacts(): void {
  for (const { path, script } of ARTEFACTS) {
    if (existsSync(join(ROOT, path))) continue;
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, script)], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Cannot make ${path}: ${script} failed\n${stderr}`);
  }
}
