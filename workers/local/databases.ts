/** Which databases the Workers bind: some bind the same one, and the memory Worker may bind several. */
import type { WranglerConfig } from './config-file.ts';

/** A configuration, and where the file lies that is given to wrangler. */
export interface PlacedConfig {
  readonly config: WranglerConfig;
  readonly path: string;
}

/** The configurations with their files, which are in the same order. */
export function placedIn(
  paths: readonly string[],
  configs: readonly WranglerConfig[],
): readonly PlacedConfig[] {
  return configs.map((config, index) => ({ config, path: paths[index] ?? '' }));
}

/** One database, and one of the places that name it. */
export interface BoundDatabase {
  readonly name: string;
  readonly binding: string;
  /** The file that binds it. */
  readonly path: string;
}

/**
 * Every database once, in the order of the configurations; `[]` when nothing binds one.
 * @throws Error when a Worker binds `DB_2` without `DB_1`: it would never use it
 */
export function distinctDatabases(placed: readonly PlacedConfig[]): readonly BoundDatabase[] {
  const byName = new Map<string, BoundDatabase>();
  for (const { config, path } of placed) {
    const { d1_databases = [] } = config;
    requireNoGap(
      config.name,
      d1_databases.map(({ binding }) => binding),
    );
    for (const { binding, database_name: name } of d1_databases) {
      if (!byName.has(name)) byName.set(name, { name, binding, path });
    }
  }
  return [...byName.values()];
}

function requireNoGap(worker: string, bindings: readonly string[]): void {
  const numbers = bindings.flatMap((binding) => {
    const number = /^DB_(\d+)$/.exec(binding)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  for (let number = 1; number <= numbers.length; number += 1) {
    if (numbers.includes(number)) continue;
    const last = Math.max(...numbers);
    throw new Error(
      `Cannot use the databases of ${worker}: it binds DB_${last} and not DB_${number}; number them from 1 without a gap`,
    );
  }
}
