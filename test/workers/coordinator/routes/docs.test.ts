import { describe, expect, it } from 'vitest';
import { call, callJson } from '../../../support/coordinator.ts';

const OPEN = { authorization: '' };

/** Every `$ref` in a document. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  );
}

function resolve(document: unknown, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
}

describe('GET /openapi.json', () => {
  it('describes every route, and every reference in it resolves', async () => {
    const { status, body } = await callJson('/openapi.json', { headers: OPEN });
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths as object).sort()).toEqual([
      '/health',
      '/v1/consolidations',
      '/v1/count',
      '/v1/export',
      '/v1/import',
      '/v1/memories',
      '/v1/memories/search',
      '/v1/memories/{id}',
      '/v1/memories/{id}/history',
      '/v1/memories/{id}/restore',
      '/v1/memories/{id}/strike',
      '/v1/memories/{id}/useful',
      '/v1/offload',
      '/v1/offload/{handle}',
      '/v1/offload/{handle}/fetch',
      '/v1/reconciliations',
      '/v1/repair',
      '/v1/sessions',
      '/v1/sessions/{id}',
      '/v1/subjects/{user_id}',
      '/v1/tools/fetch',
      '/v1/validate',
      '/v1/windows',
      '/v1/windows/{id}',
      '/v1/windows/{id}/outcome',
      '/v1/windows/{id}/replay',
    ]);
    const refs = refsIn(body);
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of refs) expect([ref, resolve(body, ref)]).toEqual([ref, expect.any(Object)]);
  });

  it('declares each parameter of a path, and a scheme for each security requirement', async () => {
    const { body } = await callJson('/openapi.json', { headers: OPEN });
    const paths = body.paths as Record<string, Record<string, Operation>>;
    const schemes = Object.keys(resolve(body, '#/components/securitySchemes') as object);
    for (const [path, operations] of Object.entries(paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const operation of Object.values(operations)) {
        const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
        expect(inPath.map((one) => one.name)).toEqual(wanted);
        const names = (operation.security ?? []).flatMap((one) => Object.keys(one));
        expect(schemes).toEqual(expect.arrayContaining(names));
        expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      }
    }
  });
});

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly security?: readonly object[];
  readonly responses: object;
}

describe('GET /docs', () => {
  it('loads only from this origin, without a key', async () => {
    const response = await call('/docs', { headers: OPEN });
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const page = await response.text();
    expect(page).not.toMatch(/https?:\/\//);
    for (const [, path = ''] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const file = await call(path, { headers: OPEN });
      expect([path, file.status]).toEqual([path, 200]);
      await file.text();
    }
  });

  it('/ leads there', async () => {
    const response = await call('/', { headers: OPEN });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
  });
});
