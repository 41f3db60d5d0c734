import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfigFile, type WranglerConfig } from '../../../workers/local/config-file.ts';
import { deriveAll, deriveLocal, writeConfigs } from '../../../workers/local/derive.ts';
import { DEPLOYED_CONFIGS, LOCAL_CONFIG } from '../../../workers/local/resources.ts';

const ROOT = join(import.meta.dirname, '../../..');
const production = DEPLOYED_CONFIGS.map((path) => readConfigFile(ROOT, path));
const local = deriveAll(ROOT);

/** Every name that code can read from `env`, sorted. */
function bindingNames(config: WranglerConfig): string[] {
  const { d1_databases = [], r2_buckets = [], services = [], vectorize = [] } = config;
  return [
    ...[...d1_databases, ...r2_buckets, ...services, ...vectorize].map(({ binding }) => binding),
    ...(config.secrets?.required ?? []),
    ...Object.keys(config.vars ?? {}),
  ].sort();
}

describe('production configuration', () => {
  it('names every Worker that a service binding leads to, before the one that is bound to it', () => {
    const deployed: string[] = [];
    for (const { name, services = [] } of production) {
      for (const { service } of services) expect(deployed).toContain(service);
      deployed.push(name);
    }
  });

  it('has one compatibility date and no secret, account or database id', () => {
    const dates = [...production, readConfigFile(ROOT, LOCAL_CONFIG)].map(
      (config) => config.compatibility_date,
    );
    expect(new Set(dates).size).toBe(1);
    const text = JSON.stringify(production);
    expect(text).not.toContain('DEV_KEY');
    expect(text).not.toContain('account_id');
    expect(text).not.toContain('database_id');
  });

  it('keeps the Workers that only others call off the public net', () => {
    for (const { name, ...config } of production) {
      if (name === 'casement-scoring' || name === 'casement-memory') {
        expect(config).toMatchObject({ workers_dev: false });
      }
    }
  });
});

describe('deriveAll()', () => {
  it('puts the coordinator first and the stand-in last', () => {
    expect(local.map(({ name }) => name)).toEqual([
      'casement',
      'casement-memory',
      'casement-offload',
      'casement-scoring',
      'casement-local',
    ]);
  });

  it('binds every name that production binds, and adds only the local key', () => {
    for (const config of production) {
      const derived = local.find(({ name }) => name === config.name);
      const added = config.name === 'casement' ? ['DEV_KEY'] : [];
      expect(derived && bindingNames(derived)).toEqual([...bindingNames(config), ...added].sort());
    }
  });

  it('leaves nothing that needs an account', () => {
    for (const config of local) {
      expect(config).not.toHaveProperty('ai');
      expect(config).not.toHaveProperty('vectorize');
      expect(config).not.toHaveProperty('secrets');
    }
  });

  it('binds only Workers that run, and entrypoints that stand in', () => {
    const names = local.map(({ name }) => name);
    const services = local.flatMap(({ services: list = [] }) => list);
    for (const { service } of services) expect(names).toContain(service);
    expect(services).toContainEqual({
      binding: 'VECTORIZE',
      service: 'casement-local',
      entrypoint: 'VectorizeStandIn',
      props: {
        index: 'casement-memories',
        dimensions: 512,
        metadataIndexes: expect.objectContaining({ user_id: 'string' }),
        delayMs: 0,
      },
    });
  });

  it('shares one database and uses the embedded models', () => {
    const ids = local.flatMap(({ d1_databases = [] }) => d1_databases.map((d) => d.database_id));
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    const scoring = local.find(({ name }) => name === 'casement-scoring');
    expect(scoring?.vars).toMatchObject({ MODELS: 'embedded' });
  });

  it('makes paths absolute, and they exist', () => {
    for (const { main, d1_databases = [] } of local) {
      expect(isAbsolute(main)).toBe(true);
      expect(existsSync(main)).toBe(true);
      for (const { migrations_dir } of d1_databases) {
        expect(migrations_dir).toBe(join(ROOT, 'migrations'));
      }
    }
  });

  it('hands the delay of the vector index on', () => {
    const delayed = JSON.stringify(deriveAll(ROOT, { vectorDelayMs: 1234 }));
    expect(delayed).toContain('"delayMs":1234');
  });
});

describe('deriveLocal()', () => {
  it('gives each database of a Worker an id of its own, the same one everywhere', () => {
    const named = (...names: string[]): WranglerConfig => ({
      name: 'x',
      main: '/x.ts',
      compatibility_date: '2026-11-01',
      d1_databases: names.map((name, index) => ({ binding: `DB_${index}`, database_name: name })),
    });
    const ids = (config: WranglerConfig) =>
      deriveLocal(config).d1_databases?.map(({ database_id }) => database_id) ?? [];
    const [first, second, third] = ids(named('casement', 'memories-1', 'memories-2'));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(second).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(ids(named('memories-2', 'casement'))).toEqual([third, first]);
  });

  it('keeps what it does not know, and does not change its input', () => {
    const config: WranglerConfig = {
      name: 'x',
      main: '/x.ts',
      compatibility_date: '2026-11-01',
      triggers: { crons: ['* * * * *'] },
      secrets: { required: ['HANDLE_SECRET'] },
    };
    const before = structuredClone(config);
    const derived = deriveLocal(config);
    expect(config).toEqual(before);
    expect(derived).toMatchObject({ triggers: { crons: ['* * * * *'] } });
    expect(derived.vars?.HANDLE_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(deriveLocal(config)).toEqual(derived);
  });
});

describe('writeConfigs()', () => {
  it('writes one file per Worker, and again only what changed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'casement-configs-'));
    try {
      const paths = writeConfigs(directory, local);
      expect(paths.map((path) => JSON.parse(readFileSync(path, 'utf8')))).toEqual(local);
      const longAgo = new Date(0);
      for (const path of paths) utimesSync(path, longAgo, longAgo);
      const [first, ...rest] = local;
      if (first === undefined) throw new Error('Cannot test: there is no configuration');
      writeConfigs(directory, [{ ...first, vars: { CHANGED: 'yes' } }, ...rest]);
      const touched = paths.filter((path) => statSync(path).mtimeMs > 0);
      expect(touched).toEqual([join(directory, 'casement.json')]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
