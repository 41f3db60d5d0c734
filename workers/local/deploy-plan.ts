/** Decides what a deployment has to create, from what is there. Pure: the commands are run elsewhere. */
import type { WranglerConfig } from './config-file.ts';
import { distinctDatabases, type PlacedConfig } from './databases.ts';
import { DIMENSIONS, METADATA_INDEXES } from './resources.ts';

/** What the account holds already, as far as it matters here. */
export interface Existing {
  readonly databases: readonly { readonly name: string; readonly uuid: string }[];
  readonly buckets: readonly string[];
  readonly indexes: readonly {
    readonly name: string;
    readonly dimensions: number;
    readonly metadataProperties: readonly string[];
  }[];
  /** Names of the secrets of each Worker. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

/** An account with nothing in it. */
export const NOTHING: Existing = { databases: [], buckets: [], indexes: [], secrets: {} };

/** One wrangler command. */
export interface Step {
  readonly args: readonly string[];
  /** Sent to standard input and never shown. */
  readonly input?: string;
}

// wrangler would otherwise offer to write the new resource into a configuration file.
const KEEP_CONFIG = '--update-config=false';

/**
 * The commands that create what is missing; none when everything is there.
 * @param makeSecret gives a new random secret
 * @throws Error when an index exists whose dimensions are not those of the model: it has to be remade by hand
 */
export function planResources(
  configs: readonly WranglerConfig[],
  existing: Existing,
  makeSecret: () => string,
): readonly Step[] {
  const models = configs.map(({ vars }) => vars?.MODELS).find((value) => value !== undefined);
  const dimensions = models === 'embedded' ? DIMENSIONS.embedded : DIMENSIONS['workers-ai'];
  const databases = names(
    configs.flatMap(({ d1_databases = [] }) => d1_databases),
    'database_name',
  );
  const buckets = names(
    configs.flatMap(({ r2_buckets = [] }) => r2_buckets),
    'bucket_name',
  );
  const indexes = names(
    configs.flatMap(({ vectorize = [] }) => vectorize),
    'index_name',
  );
  return [
    ...databases
      .filter((name) => !existing.databases.some((database) => database.name === name))
      .map((name) => ({ args: ['d1', 'create', name, KEEP_CONFIG] })),
    ...buckets
      .filter((name) => !existing.buckets.includes(name))
      .map((name) => ({ args: ['r2', 'bucket', 'create', name, KEEP_CONFIG] })),
    ...indexes.flatMap((name) => planIndex(name, dimensions, existing)),
    ...configs.flatMap(({ name, secrets }) =>
      (secrets?.required ?? [])
        .filter((secret) => !existing.secrets[name]?.includes(secret))
        .map((secret) => ({
          args: ['secret', 'put', secret, '--name', name],
          input: makeSecret(),
        })),
    ),
  ];
}

/** Metadata indexes come before any vector: the service does not index what was inserted earlier. */
function planIndex(name: string, dimensions: number, existing: Existing): Step[] {
  const index = existing.indexes.find((candidate) => candidate.name === name);
  if (index !== undefined && index.dimensions !== dimensions) {
    throw new Error(
      `Cannot deploy: index "${name}" has ${index.dimensions} dimensions, the model makes ${dimensions}; delete the index so that it is made anew`,
    );
  }
  const create = [
    ...['vectorize', 'create', name],
    ...['--dimensions', String(dimensions), '--metric', 'cosine', KEEP_CONFIG],
  ];
  return [
    ...(index === undefined ? [{ args: create }] : []),
    ...Object.entries(METADATA_INDEXES[name] ?? {})
      .filter(([property]) => !index?.metadataProperties.includes(property))
      .map(([property, type]) => ({
        args: [
          ...['vectorize', 'create-metadata-index', name],
          ...['--propertyName', property, '--type', type],
        ],
      })),
  ];
}

/**
 * The configuration that is deployed: the production one with the ids of the account's databases.
 * @throws Error when a database is missing
 */
export function withDatabaseIds(config: WranglerConfig, existing: Existing): WranglerConfig {
  if (config.d1_databases === undefined) return config;
  return {
    ...config,
    d1_databases: config.d1_databases.map((entry) => {
      const found = existing.databases.find(({ name }) => name === entry.database_name);
      if (found === undefined) {
        throw new Error(`Cannot deploy: database "${entry.database_name}" is not there`);
      }
      return { ...entry, database_id: found.uuid };
    }),
  };
}

/**
 * Migrations of every database first, then each Worker after those it is bound to.
 * @param placed deployable configurations, in the order of deployment
 * @throws Error when the databases of a Worker are numbered with a gap
 */
export function planRelease(placed: readonly PlacedConfig[]): readonly Step[] {
  return [
    ...distinctDatabases(placed).map(({ binding, path }) => ({
      args: ['d1', 'migrations', 'apply', binding, '--remote', '-c', path],
    })),
    ...placed.map(({ path }) => ({ args: ['deploy', '-c', path] })),
  ];
}

function names<K extends string>(entries: readonly Record<K, string>[], key: K): string[] {
  return [...new Set(entries.map((entry) => entry[key]))];
}
