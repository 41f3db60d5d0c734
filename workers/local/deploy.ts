/**
 * `npm run deploy`: creates what is missing in the account, migrates every database and deploys every Worker.
 * Repeating it is harmless. `npm run deploy -- --dry-run` shows every command for an empty account and
 * bundles the Workers; it needs no account.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { must, type Run, readAccount } from './account.ts';
import { readConfigFile } from './config-file.ts';
import { placedIn } from './databases.ts';
import {
  type Existing,
  NOTHING,
  planRelease,
  planResources,
  type Step,
  withDatabaseIds,
} from './deploy-plan.ts';
import { writeConfigs } from './derive.ts';
import { dryRunAll } from './dry-run.ts';
import { ROOT } from './prepare-local.ts';
import { DEPLOYED_CONFIGS } from './resources.ts';
import { runWrangler } from './wrangler.ts';

const SECRET_BYTES = 32;

const wrangler: Run = (args) => runWrangler(args, { cwd: ROOT });

async function deploy(): Promise<void> {
  const configs = DEPLOYED_CONFIGS.map((path) => readConfigFile(ROOT, path));
  const makeSecret = () => randomBytes(SECRET_BYTES).toString('hex');
  const before = await readAccount(wrangler, configs);
  const missing = planResources(configs, before, makeSecret);
  for (const step of missing) await run(step);
  // Read again: a database that was just created has an id now.
  const existing: Existing = missing.length === 0 ? before : await readAccount(wrangler, configs);
  const deployable = configs.map((config) => withDatabaseIds(config, existing));
  const placed = placedIn(writeConfigs(join(ROOT, '.wrangler/release'), deployable), deployable);
  for (const step of planRelease(placed)) await run(step);
}

async function dryRun(): Promise<void> {
  const configs = DEPLOYED_CONFIGS.map((path) => readConfigFile(ROOT, path));
  const steps = [
    ...planResources(configs, NOTHING, () => ''),
    ...planRelease(placedIn(DEPLOYED_CONFIGS, configs)),
  ];
  for (const step of steps) process.stdout.write(`${describe(step)}\n`);
  for (const { name, size } of await dryRunAll(ROOT)) process.stdout.write(`${name}: ${size}\n`);
}

async function run(step: Step): Promise<void> {
  process.stdout.write(`${describe(step)}\n`);
  const { args, input } = step;
  const options = { cwd: ROOT, ...(input === undefined ? {} : { input }) };
  process.stdout.write(await must(runWrangler(args, options), `run "${describe(step)}"`));
}

function describe({ args }: Step): string {
  return `wrangler ${args.join(' ')}`;
}

const [option, ...more] = process.argv.slice(2);
try {
  if (more.length > 0 || (option !== undefined && option !== '--dry-run')) {
    throw new Error('Cannot deploy: the only option is --dry-run');
  }
  await (option === '--dry-run' ? dryRun() : deploy());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
