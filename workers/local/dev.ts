/** `npm start`: runs everything on this machine until it is interrupted or its parent ends. */
import { DEV_KEY } from './derive.ts';
import { watchParent } from './parent-watch.ts';
import { parsePort } from './port.ts';
import { type LocalServer, startLocal } from './start-local.ts';

const DEFAULT_PORT = 8787;

/** What to type first: a window from two chunks. */
function greeting({ url, logPath }: LocalServer): string {
  const body = JSON.stringify({
    task: 'How long do I have to return my order?',
    chunks: [
      { kind: 'policy', source: 'policy/returns', text: 'Orders may be returned within 30 days.' },
      { kind: 'passage', source: 'blog/shipping', text: 'We ship from two warehouses.' },
    ],
  });
  return `Casement is ready at ${url} (API: ${url}/docs, log: ${logPath}). Try:

curl -s ${url}/v1/windows -H 'Authorization: Bearer ${DEV_KEY}' -H 'Content-Type: application/json' \\
  -d '${body}'

Ctrl+C stops it.
`;
}

async function main(): Promise<void> {
  const { PORT, STATE_DIR, VECTOR_DELAY_MS } = process.env;
  let server: LocalServer | undefined;
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await server?.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  watchParent(stop);

  server = await startLocal({
    port: parsePort(PORT, DEFAULT_PORT),
    ...(STATE_DIR ? { stateDir: STATE_DIR } : {}),
    ...(VECTOR_DELAY_MS ? { vectorDelayMs: Number(VECTOR_DELAY_MS) } : {}),
  });
  process.stdout.write(greeting(server));
  await server.ended;
  if (!stopping) throw new Error(`Cannot go on: the server ended; see ${server.logPath}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
