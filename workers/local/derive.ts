/** Derives the local configuration from the production files, so that there is no second copy to keep. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFile, type ServiceBinding, type WranglerConfig } from './config-file.ts';
import {
  COORDINATOR,
  DEPLOYED_CONFIGS,
  DIMENSIONS,
  LOCAL_CONFIG,
  METADATA_INDEXES,
} from './resources.ts';

/** Settings of a local run. */
export interface LocalOptions {
  /** Milliseconds until a write to the vector index becomes visible. */
  readonly vectorDelayMs?: number;
}

/** The key that only a local server accepts. */
export const DEV_KEY = 'dev';

// A laptop has no account: D1 tells databases apart by their ids alone. The first one's came before names counted.
const FIRST_DATABASE = 'casement';
const FIRST_DATABASE_ID = '00000000-0000-4000-8000-000000000000';
const STAND_IN = { service: 'casement-local', entrypoint: 'VectorizeStandIn' };

/** The local form of one production configuration. Pure; the input is not changed. */
export function deriveLocal(config: WranglerConfig, options: LocalOptions = {}): WranglerConfig {
  const { ai: _ai, vectorize = [], secrets, services = [], vars = {}, ...rest } = config;
  const standIns = vectorize.map(
    ({ binding, index_name }): ServiceBinding => ({
      binding,
      ...STAND_IN,
      props: {
        index: index_name,
        dimensions: DIMENSIONS.embedded,
        metadataIndexes: METADATA_INDEXES[index_name] ?? {},
        delayMs: options.vectorDelayMs ?? 0,
      },
    }),
  );
  return {
    ...rest,
    ...(config.d1_databases === undefined
      ? {}
      : {
          d1_databases: config.d1_databases.map((entry) => ({
            ...entry,
            database_id: localDatabaseId(entry.database_name),
          })),
        }),
    services: [...services, ...standIns],
    vars: {
      ...vars,
      ...Object.fromEntries((secrets?.required ?? []).map((name) => [name, localSecret(name)])),
      ...('MODELS' in vars ? { MODELS: 'embedded' } : {}),
      ...(config.name === COORDINATOR ? { DEV_KEY } : {}),
    },
  };
}

/** One id per name: Workers that name the same database share it, as in an account. */
function localDatabaseId(name: string): string {
  if (name === FIRST_DATABASE) return FIRST_DATABASE_ID;
  const hex = createHash('sha256').update(`casement database ${name}`).digest('hex');
  return FIRST_DATABASE_ID.slice(0, -12) + hex.slice(0, 12);
}

/** A stable value for a secret: a restart must not void the handles that were handed out. 64 hex digits. */
function localSecret(name: string): string {
  return createHash('sha256').update(`casement local ${name}`).digest('hex');
}

/** The local configuration of every Worker: the coordinator first, the stand-in last. */
export function deriveAll(root: string, options: LocalOptions = {}): readonly WranglerConfig[] {
  return [...DEPLOYED_CONFIGS]
    .reverse()
    .map((path) => deriveLocal(readConfigFile(root, path), options))
    .concat(readConfigFile(root, LOCAL_CONFIG));
}

/** Writes one file per configuration into `directory` and returns their paths, in the same order. */
export function writeConfigs(
  directory: string,
  configs: readonly WranglerConfig[],
): readonly string[] {
  mkdirSync(directory, { recursive: true });
  return configs.map((config) => {
    const path = join(directory, `${config.name}.json`);
    const text = `${JSON.stringify(config, null, 2)}\n`;
    // wrangler restarts a server whose configuration is written, even when nothing changed.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
    return path;
  });
}
