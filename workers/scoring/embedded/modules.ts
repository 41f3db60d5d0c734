// The encoder and the related words from the modules bundled with the Worker. Only the Worker
// imports this file; everything else is handed its data, so that it also runs in Node.

import type { RelatedWords } from '../../../shared/score/related.ts';
import { createEncoder, type SentenceEncoder } from './encoder.ts';
import kernels from './generated/kernels.wasm';
import relatedBytes from './generated/related.bin';
import vocabulary from './generated/vocabulary.bin';
import weights from './generated/weights.bin';
import { loadRelated } from './related.ts';

let encoder: SentenceEncoder | undefined;
let related: RelatedWords | undefined;

/** The isolate's encoder, made on first use (about 30 ms) so that start-up stays short. */
export function bundledEncoder(): SentenceEncoder {
  encoder ??= createEncoder({ kernels, weights, vocabulary });
  return encoder;
}

/** The isolate's related-word table, read on first use. */
export function bundledRelatedWords(): RelatedWords {
  related ??= loadRelated(relatedBytes);
  return related;
}
