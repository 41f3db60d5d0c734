import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfigFile } from '../../../workers/local/config-file.ts';
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

describe('planRelease()', () => {
  it('migrates first and deploys in the given order', () => {
    expect(commands(planRelease(['a.json', 'b.json'], 'b.json'))).toEqual([
      'd1 migrations apply DB --remote -c b.json',
      'deploy -c a.json',
      'deploy -c b.json',
    ]);
  });
});
