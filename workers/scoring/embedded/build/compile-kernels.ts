import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const KERNELS_FOLDER = join(import.meta.dirname, '../kernels');
/** "Exchange of 'v128' values": said of helpers inside the module, which no caller sees. */
const VECTOR_EXPORT_WARNING = '112';

/** Compiles the AssemblyScript kernels to WebAssembly SIMD. Throws with the compiler's messages. */
export async function compileKernels(): Promise<Uint8Array> {
  let output: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      ...['--baseDir', KERNELS_FOLDER, '--outFile', 'kernels.wasm', '--runtime', 'stub'],
      ...['-O3', '--noAssert', '--importMemory', '--enable', 'simd'],
      ...['--disableWarning', VECTOR_EXPORT_WARNING],
    ],
    {
      writeFile: (_name: string, contents: Uint8Array | string) => {
        output = typeof contents === 'string' ? Buffer.from(contents) : contents;
      },
    },
  );
  if (error || !output) {
    throw new Error(`Cannot compile the encoder's kernels: ${stderr.toString()}`, { cause: error });
  }
  return output;
}
