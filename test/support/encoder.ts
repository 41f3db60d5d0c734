import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RelatedWords } from '../../shared/score/related.ts';
import {
  createEncoder,
  type EncoderParts,
  type SentenceEncoder,
} from '../../workers/scoring/embedded/encoder.ts';
import { loadRelated } from '../../workers/scoring/embedded/related.ts';

const GENERATED = join(import.meta.dirname, '../../workers/scoring/embedded/generated');

function read(name: string): ArrayBuffer {
  const file = join(GENERATED, name);
  if (!existsSync(file)) {
    throw new Error(`Cannot load ${name}: it was not built, run "npm run postinstall"`);
  }
  // Copied, because a buffer from the pool is part of a larger ArrayBuffer.
  return new Uint8Array(readFileSync(file)).buffer;
}

/** The generated files that the encoder runs on, read from disk (Node only). */
export function encoderParts(): EncoderParts {
  return {
    // Workers may not compile, so their types hide the constructor that Node has.
    kernels: Reflect.construct(WebAssembly.Module, [read('kernels.wasm')]),
    weights: read('weights.bin'),
    vocabulary: read('vocabulary.bin'),
  };
}

let encoder: SentenceEncoder | undefined;
let related: RelatedWords | undefined;

/** The embedded sentence encoder, loaded once per test file. */
export function nodeEncoder(): SentenceEncoder {
  encoder ??= createEncoder(encoderParts());
  return encoder;
}

/** The related-word table, loaded once per test file. */
export function nodeRelatedWords(): RelatedWords {
  related ??= loadRelated(read('related.bin'));
  return related;
}
