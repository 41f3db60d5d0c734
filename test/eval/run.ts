/**
 * `npm run eval -- [NAME…] --data DIR`: runs the evaluations on public data, each against its recorded
 * floors. Prints one JSON object, name to result, on stdout and progress on stderr; exits with 1 when
 * any is below its floors.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The evaluations, in the order in which they run. */
const EVALUATIONS = ['tokens', 'retrieval', 'memory', 'health', 'copies'] as const;

const { values, positionals } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !EVALUATIONS.some((known) => known === name));
if (unknown.length > 0 || !existsSync(values.data)) {
  const what =
    unknown.length > 0
      ? `Unknown evaluation "${unknown.join(', ')}": choose from ${EVALUATIONS.join(', ')}`
      : `Cannot read data: no folder "${values.data}"; give one with --data DIR`;
  process.stderr.write(`${what}\n`);
  process.exit(2);
}

const chosen = EVALUATIONS.filter((name) => positionals.length === 0 || positionals.includes(name));
const results: Record<string, unknown> = {};
for (const name of chosen) {
  process.stderr.write(`== ${name}\n`);
  const { code, output } = await evaluate(name, values.data);
  results[name] = JSON.parse(output);
  if (code !== 0) {
    process.stderr.write(`${name}: below its floors\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

/** Runs one evaluation in a process of its own, so that none warms the caches of the next. */
function evaluate(name: string, data: string): Promise<{ code: number | null; output: string }> {
  const script = join(import.meta.dirname, `${name}.ts`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, '--data', data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
