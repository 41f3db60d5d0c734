import { createHash } from 'node:crypto';

/** The generated files, in ../generated/. All but the kernels are data modules (`.bin`) to a Worker. */
export const GENERATED_FILES = [
  'kernels.wasm',
  'weights.bin',
  'vocabulary.bin',
  'related.bin',
] as const;
export type GeneratedFile = (typeof GENERATED_FILES)[number];

/** Lower-case hex SHA-256. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
