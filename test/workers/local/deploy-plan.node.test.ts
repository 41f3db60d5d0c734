import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfigFile } from '../../../workers/local/config-file.ts';
import { placedIn } from '../../../workers/local/databases.ts';
import {
  type Existing,
  NOTHING,
  planRelease,
  planResources,
  type Step,
  withDatabaseIds,
} from '../../../workers/local/deploy-plan.ts';
import { DEPLOYED_CONFIGS, METADATA_INDEXES } from '../../../workers/local/resources.ts';

const ROOT = join(import.meta.dirname, '../../..');
const configs = DEPLOYED_CONFIGS.map((path) => readConfigFile(ROOT, path));
const properties = Object.keys(METADATA_INDEXES['casement-memories'] ?? {});

const EVERYTHING: Existing = {
  databases: [{ name: 'casement', uuid: 'the-id' }],
  buckets: ['casement-offload'],
  indexes: [{ name: 'casement-memories', dimensions: 768, metadataProperties: properties }],
  secrets: Object.fromEntries(
    configs.map(({ name, secrets }) => [name, secrets?.required ?? []] as const),
  ),
};

const plan = (existing: Existing) => planResources(configs, existing, () => 'generated');
const commands = (steps: readonly Step[]) => steps.map(({ args }) => args.join(' '));

describe('planResources()', () => {
  it('creates everything in an empty account, each thing once', () => {
    const planned = commands(plan(NOTHING));
    expect(planned).toContain('d1 create casement --update-config=false');
    expect(planned).toContain('r2 bucket create casement-offload --update-config=false');
    expect(planned).toContain(
      'vectorize create casement-memories --dimensions 768 --metric cosine --update-config=false',
    );
    expect(planned).toContain('secret put HANDLE_SECRET --name casement-offload');
    expect(new Set(planned).size).toBe(planned.length);
  });

  it('creates metadata indexes after their index', () => {
    const planned = commands(plan(NOTHING));
    const created = planned.findIndex((command) => command.startsWith('vectorize create '));
    const first = planned.findIndex((command) => command.includes('create-metadata-index'));
    expect(first).toBeGreaterThan(created);
    expect(planned.filter((command) => command.includes('create-metadata-index'))).toHaveLength(
      properties.length,
    );
  });

  it('does nothing when everything is there', () => {
    expect(plan(EVERYTHING)).toEqual([]);
  });

  it('creates only what is missing', () => {
    const [index] = EVERYTHING.indexes;
    const partial: Existing = {
      ...EVERYTHING,
      indexes: index ? [{ ...index, metadataProperties: properties.slice(1) }] : [],
      buckets: ['another'],
    };
    expect(commands(plan(partial))).toEqual([
      'r2 bucket create casement-offload --update-config=false',
      `vectorize create-metadata-index casement-memories --propertyName ${properties[0]} --type string`,
    ]);
  });

  it('sends secrets to standard input, never as an argument', () => {
    const secrets = plan(NOTHING).filter(({ args }) => args[0] === 'secret');
    expect(secrets.length).toBeGreaterThan(0);
    for (const { args, input } of secrets) {
      expect(input).toBe('generated');
      expect(args.join(' ')).not.toContain('generated');
    }
  });

  it('uses the dimensions of the model that is deployed', () => {
    const embedded = configs.map((config) =>
      config.vars === undefined || !('MODELS' in config.vars)
        ? config
        : { ...config, vars: { ...config.vars, MODELS: 'embedded' } },
    );
    const planned = commands(planResources(embedded, NOTHING, () => ''));
    expect(planned.join('\n')).toContain('--dimensions 512');
  });

  it('refuses an index whose dimensions are not those of the model', () => {
    const other: Existing = {
      ...EVERYTHING,
      indexes: [{ name: 'casement-memories', dimensions: 512, metadataProperties: [] }],
    };
    expect(() => plan(other)).toThrow('has 512 dimensions, the model makes 768');
  });
});

describe('withDatabaseIds()', () => {
  it('adds the id of the account to every database binding', () => {
    const ids = configs
      .map((config) => withDatabaseIds(config, EVERYTHING))
      .flatMap(({ d1_databases = [] }) => d1_databases.map(({ database_id }) => database_id));
    expect(ids).toEqual(['the-id', 'the-id', 'the-id']);
  });

  it('refuses to go on without the database', () => {
    const [, offload] = configs;
    expect(() => offload && withDatabaseIds(offload, NOTHING)).toThrow('is not there');
  });
});

/** The configurations with two further databases of the memory Worker. */
const sharded = configs.map((config) =>
  config.name === 'casement-memory'
    ? {
        ...config,
        d1_databases: [
          ...(config.d1_databases ?? []),
          { binding: 'DB_1', database_name: 'memories-1' },
          { binding: 'DB_2', database_name: 'memories-2' },
        ],
      }
    : config,
);

describe('planRelease()', () => {
  it('migrates first and deploys in the given order', () => {
    const paths = configs.map(({ name }) => `${name}.json`);
    expect(commands(planRelease(placedIn(paths, configs)))).toEqual([
      'd1 migrations apply DB --remote -c casement-offload.json',
      'deploy -c casement-scoring.json',
      'deploy -c casement-offload.json',
      'deploy -c casement-memory.json',
      'deploy -c casement.json',
    ]);
  });

  it('creates and migrates each of three databases once, and knows their ids', () => {
    const created = commands(planResources(sharded, EVERYTHING, () => ''));
    expect(created).toEqual([
      'd1 create memories-1 --update-config=false',
      'd1 create memories-2 --update-config=false',
    ]);
    const paths = sharded.map(({ name }) => `${name}.json`);
    const released = commands(planRelease(placedIn(paths, sharded)));
    expect(released.filter((command) => command.startsWith('d1 '))).toEqual([
      'd1 migrations apply DB --remote -c casement-offload.json',
      'd1 migrations apply DB_1 --remote -c casement-memory.json',
      'd1 migrations apply DB_2 --remote -c casement-memory.json',
    ]);
    const databases = ['casement', 'memories-1', 'memories-2'];
    const existing = {
      ...EVERYTHING,
      databases: databases.map((name) => ({ name, uuid: `id-of-${name}` })),
    };
    const memory = sharded.find(({ name }) => name === 'casement-memory');
    const ids = memory && withDatabaseIds(memory, existing).d1_databases;
    expect(ids?.map(({ database_id }) => database_id)).toEqual(
      databases.map((name) => `id-of-${name}`),
    );
  });

  it('refuses databases that are numbered with a gap', () => {
    const gap = sharded.map((config) => ({
      ...config,
      ...(config.d1_databases === undefined
        ? {}
        : { d1_databases: config.d1_databases.filter(({ binding }) => binding !== 'DB_1') }),
    }));
    expect(() => planRelease(placedIn([], gap))).toThrow('binds DB_2 and not DB_1');
  });
});
