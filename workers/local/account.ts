/** Asks wrangler what an account holds. */
import type { WranglerConfig } from './config-file.ts';
import type { Existing } from './deploy-plan.ts';
import type { CommandResult } from './wrangler.ts';

/** How the service says that a Worker has not been deployed yet. */
const WORKER_NOT_FOUND = '10007';

/** Runs one wrangler command. */
export type Run = (args: readonly string[]) => Promise<CommandResult>;

/**
 * What is there of what `configs` name.
 * @throws Error with wrangler's output when a list cannot be had, as when nobody is logged in
 */
export async function readAccount(run: Run, configs: readonly WranglerConfig[]): Promise<Existing> {
  const databases = parse<{ name: string; uuid: string }[]>(
    await must(run(['d1', 'list', '--json']), 'list databases'),
  );
  const buckets = await must(run(['r2', 'bucket', 'list']), 'list buckets');
  const indexes = parse<{ name: string; config: { dimensions: number } }[]>(
    await must(run(['vectorize', 'list', '--json']), 'list vector indexes'),
  );
  const wanted = new Set(
    configs.flatMap(({ vectorize = [] }) => vectorize.map((v) => v.index_name)),
  );
  const secrets: Record<string, readonly string[]> = {};
  for (const { name, secrets: needed } of configs) {
    if (needed !== undefined) secrets[name] = await listSecrets(run, name);
  }
  return {
    databases,
    // This list has no JSON form: "name:  casement-offload" on a line of its own.
    buckets: [...buckets.matchAll(/^name:\s+(\S+)/gm)].map((match) => match[1] ?? ''),
    indexes: await Promise.all(
      indexes
        .filter(({ name }) => wanted.has(name))
        .map(async ({ name, config }) => ({
          name,
          dimensions: config.dimensions,
          metadataProperties: await listProperties(run, name),
        })),
    ),
    secrets,
  };
}

async function listProperties(run: Run, index: string): Promise<string[]> {
  const output = await must(
    run(['vectorize', 'list-metadata-index', index, '--json']),
    `list metadata indexes of "${index}"`,
  );
  return parse<{ propertyName: string }[]>(output).map(({ propertyName }) => propertyName);
}

async function listSecrets(run: Run, worker: string): Promise<string[]> {
  const result = await run(['secret', 'list', '--name', worker]);
  if (result.code !== 0 && `${result.stdout}${result.stderr}`.includes(WORKER_NOT_FOUND)) return [];
  const output = await must(Promise.resolve(result), `list secrets of "${worker}"`);
  return parse<{ name: string }[]>(output).map(({ name }) => name);
}

/** The output of a command that has to succeed. @throws Error with everything it said otherwise */
export async function must(running: Promise<CommandResult>, action: string): Promise<string> {
  const { code, stdout, stderr } = await running;
  if (code !== 0) throw new Error(`Cannot ${action}: wrangler failed\n${stdout}${stderr}`);
  return stdout;
}

/** The JSON list in a command's output, which may have notes before it; [] when there is none. */
function parse<T extends readonly unknown[]>(output: string): T | [] {
  const start = output.search(/^\[/m);
  return start < 0 ? [] : JSON.parse(output.slice(start));
}
