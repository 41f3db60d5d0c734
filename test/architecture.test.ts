import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
/** Longest source file, in lines that are not blank. */
const MAX_LINES = 400;

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => join(folder, name))
    .sort();
}

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Imports of a file; relative ones as paths from the root. */
function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[\s\S]*?\sfrom\s+)?'([^']+)'/gm);
  return [...found].map(([, type, specifier = '']) => ({
    file,
    target: specifier.startsWith('.')
      ? relative(ROOT, resolve(ROOT, dirname(file), specifier))
      : specifier,
    typeOnly: type !== undefined,
  }));
}

const shared = sources('shared');
const workers = sources('workers');
const sharedImports = shared.flatMap(importsOf);
const workerImports = workers.flatMap(importsOf);
const show = ({ file, target }: Import) => `${file} → ${target}`;
const folder = (path: string) => path.split('/')[1] ?? '';

describe('architecture', () => {
  it('keeps the core free of platform and Workers', () => {
    const forbidden = /^(?:cloudflare:|hono|drizzle|node:|workers\/|@hono)/;
    expect(sharedImports.filter(({ target }) => forbidden.test(target)).map(show)).toEqual([]);
  });

  it('keeps the core free of clocks, randomness, network and environment', () => {
    const impure =
      /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bfetch\(|\bprocess\.|\bperformance\.now\(|crypto\.(?:randomUUID|getRandomValues)/;
    const found = shared.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && impure.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('never lets a Worker import another Worker', () => {
    const crossing = workerImports.filter(
      ({ file, target, typeOnly }) =>
        target.startsWith('workers/') &&
        folder(target) !== folder(file) &&
        !typeOnly &&
        // The dev tools are no Worker: they read what they configure and install.
        folder(file) !== 'local',
    );
    expect(crossing.map(show)).toEqual([]);
  });

  it('keeps pressure strategies and detectors from importing their siblings', () => {
    const variants = {
      fit: ['retrieve', 'offload', 'reduce', 'cut', 'isolate', 'consolidate'],
      health: [
        'poisoning',
        'clash',
        'distraction',
        'confusion',
        'rot',
        'claims',
        'indirect',
        'tool-poisoning',
      ],
    };
    for (const [stage, names] of Object.entries(variants)) {
      const files = names.map((name) => `shared/${stage}/${name}.ts`);
      const crossing = sharedImports.filter(
        ({ file, target }) => files.includes(file) && files.includes(target) && file !== target,
      );
      expect(crossing.map(show)).toEqual([]);
    }
  });

  it('lets contracts import nothing but zod, names and other contracts', () => {
    const allowed =
      /^(?:zod|shared\/contracts\/|shared\/(?:types|policy|errors|ports|result)\.ts$)/;
    const crossing = sharedImports.filter(
      ({ file, target }) => file.startsWith('shared/contracts/') && !allowed.test(target),
    );
    expect(crossing.map(show)).toEqual([]);
  });

  it('keeps types, results and errors at the bottom', () => {
    const bottom = ['shared/types.ts', 'shared/result.ts', 'shared/errors.ts'];
    const crossing = sharedImports.filter(
      ({ file, target }) => bottom.includes(file) && !bottom.includes(target),
    );
    expect(crossing.map(show)).toEqual([]);
  });

  it('has no import cycle in the core', () => {
    const edges = new Map<string, string[]>();
    for (const { file, target, typeOnly } of sharedImports) {
      if (!typeOnly && target.startsWith('shared/')) {
        edges.set(file, [...(edges.get(file) ?? []), target]);
      }
    }
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of shared) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('keeps files short enough to hold one idea', () => {
    const long = [...shared, ...workers]
      .map((file) => ({
        file,
        lines: readFileSync(join(ROOT, file), 'utf8')
          .split('\n')
          .filter((line) => line.trim() !== '').length,
      }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('documents every exported function of the core', () => {
    const bare = shared.flatMap((file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        if (!/^export (?:async )?function /.test(line)) return [];
        return /\*\/\s*$/.test(lines[index - 1] ?? '') ? [] : [`${file}: ${line}`];
      });
    });
    expect(bare).toEqual([]);
  });
});
