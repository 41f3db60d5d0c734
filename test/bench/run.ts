/**
 * `npm run bench -- [NAME] [options]`: runs one benchmark, `windows` without a name, with the options that
 * are its own. Prints JSON on stdout and progress on stderr.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const BENCHES = ['windows', 'memory'] as const;

const [first, ...rest] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith('-');
const name = isNamed ? first : 'windows';
if (!BENCHES.some((known) => known === name)) {
  process.stderr.write(`Unknown benchmark "${name}": choose from ${BENCHES.join(', ')}\n`);
  process.exit(2);
}
const script = join(import.meta.dirname, `${name}.ts`);
const child = spawn(process.execPath, [script, ...(isNamed ? rest : process.argv.slice(2))], {
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
