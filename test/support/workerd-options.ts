/** Options of the workerd test project, taken from the same derived configuration that local runs use. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readD1Migrations } from '@cloudflare/vitest-plugin';
import { kCurrentWorker } from 'miniflare';
import type { ServiceBinding } from '../../workers/local/config-file.ts';
import { deriveAll } from '../../workers/local/derive.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Which export of `workerd-main.ts` plays which Worker; a service that is not listed is not bound. */
const ENTRYPOINTS: Readonly<Record<string, string>> = {
  'casement-local': 'VectorizeStandIn',
  'casement-memory': 'Memory',
  'casement-offload': 'Offload',
  'casement-scoring': 'Scoring',
};

/** Small indexes for tests of the stand-in itself: visible at once, soon, and not within a test run. */
const TEST_INDEXES = {
  SMALL_VECTORIZE: {
    index: 'small',
    dimensions: 4,
    metadataIndexes: { user_id: 'string', size: 'number', 'nested.flag': 'boolean' },
  },
  SOON_VECTORIZE: { index: 'soon', dimensions: 4, delayMs: 50 },
  LATE_VECTORIZE: { index: 'late', dimensions: 4, delayMs: 3_600_000 },
} as const;

/** The bindings of all Workers in one; service bindings lead back into the same Worker. */
export async function workerdOptions() {
  const configs = deriveAll(ROOT);
  const migrations = existsSync(`${ROOT}/migrations`)
    ? await readD1Migrations(`${ROOT}/migrations`)
    : [];
  const services = configs
    .flatMap((config) => config.services ?? [])
    .filter(({ service }) => service in ENTRYPOINTS);
  return {
    main: `${ROOT}/test/support/workerd-main.ts`,
    miniflare: {
      compatibilityDate: configs[0]?.compatibility_date ?? '',
      compatibilityFlags: ['nodejs_compat'],
      modulesRules: [
        { type: 'CompiledWasm' as const, include: ['**/*.wasm'] },
        { type: 'Data' as const, include: ['**/*.bin'] },
      ],
      bindings: {
        ...Object.assign({}, ...configs.map(({ vars }) => vars)),
        MIGRATIONS: migrations,
      },
      d1Databases: {
        ...Object.fromEntries(
          configs.flatMap(({ d1_databases = [] }) =>
            d1_databases.map(({ binding, database_name }) => [binding, database_name]),
          ),
        ),
        // Not DB_1 and DB_2: tests that are about several databases hand these to what they test.
        TEST_DB_1: 'test-1',
        TEST_DB_2: 'test-2',
      },
      r2Buckets: Object.fromEntries(
        configs.flatMap(({ r2_buckets = [] }) =>
          r2_buckets.map(({ binding, bucket_name }) => [binding, bucket_name]),
        ),
      ),
      durableObjects: { INDEXES: { className: 'VectorizeStore', useSQLite: true } },
      serviceBindings: {
        ...Object.fromEntries(services.map((service) => [service.binding, loopBack(service)])),
        ...Object.fromEntries(
          Object.entries(TEST_INDEXES).map(([binding, props]) => [
            binding,
            { name: kCurrentWorker, entrypoint: 'VectorizeStandIn', props },
          ]),
        ),
      },
    },
  };
}

function loopBack({ service, props }: ServiceBinding) {
  return {
    name: kCurrentWorker,
    entrypoint: ENTRYPOINTS[service] ?? 'default',
    ...(props === undefined ? {} : { props }),
  };
}
