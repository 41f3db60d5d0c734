/** The parts of a wrangler configuration that are read or changed here. Everything else passes through. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';

/** Every database has all tables, so that they all take the same migrations. */
const MIGRATIONS = 'migrations';

/** A wrangler configuration, as far as it matters here. */
export interface WranglerConfig {
  readonly name: string;
  readonly main: string;
  readonly compatibility_date: string;
  readonly d1_databases?: readonly D1Binding[];
  readonly r2_buckets?: readonly { readonly binding: string; readonly bucket_name: string }[];
  readonly services?: readonly ServiceBinding[];
  readonly vectorize?: readonly { readonly binding: string; readonly index_name: string }[];
  readonly ai?: { readonly binding: string };
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly secrets?: { readonly required: readonly string[] };
  readonly assets?: { readonly directory?: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

export interface D1Binding {
  readonly binding: string;
  readonly database_name: string;
  readonly database_id?: string;
  readonly migrations_dir?: string;
}

export interface ServiceBinding {
  readonly binding: string;
  readonly service: string;
  readonly entrypoint?: string;
  readonly props?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a configuration and makes its paths absolute, so that a copy of it can lie anywhere.
 * @param root absolute path of the checkout; `path` is relative to it
 * @throws Error when the file is missing, not TOML, or lacks a name or a main file
 */
export function readConfigFile(root: string, path: string): WranglerConfig {
  const file = join(root, path);
  const config: unknown = parse(readFileSync(file, 'utf8'));
  if (!isWranglerConfig(config)) {
    throw new Error(`Cannot use ${path}: name, main and compatibility_date must be set`);
  }
  const absolute = (relative: string) => join(dirname(file), relative);
  return {
    ...config,
    main: absolute(config.main),
    ...(config.d1_databases === undefined
      ? {}
      : {
          d1_databases: config.d1_databases.map((entry) => ({
            ...entry,
            migrations_dir: join(root, MIGRATIONS),
          })),
        }),
    ...(config.assets?.directory === undefined
      ? {}
      : { assets: { ...config.assets, directory: absolute(config.assets.directory) } }),
  };
}

// wrangler checks the rest against its own schema; these are what the code here relies on.
function isWranglerConfig(value: unknown): value is WranglerConfig {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'main', 'compatibility_date'].every(
      (key) => typeof Reflect.get(value, key) === 'string',
    )
  );
}
