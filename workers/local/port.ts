/** Chooses and checks the port that a local run listens on. */
import { createServer } from 'node:net';

/** The address local runs listen on: this machine only. */
export const LOCAL_HOST = '127.0.0.1';

const MAX_PORT = 65_535;

/**
 * Reads a port as a person sets it. `undefined` or "" gives `fallback`; 0 means "any free port".
 * @throws Error when it is not a whole number from 0 to 65535
 */
export function parsePort(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > MAX_PORT) {
    throw new Error(`Cannot use PORT "${text}": it must be a whole number from 0 to ${MAX_PORT}`);
  }
  return port;
}

/**
 * Makes sure that a port can be listened on, and turns 0 into a free one.
 * @throws Error when the port is taken or may not be used
 */
export function claimPort(port: number): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const state = error.code === 'EADDRINUSE' ? 'it is in use' : error.message;
      reject(new Error(`Cannot listen on port ${port}: ${state}; set PORT to another port`));
    });
    server.listen(port, LOCAL_HOST, () => {
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(chosen));
    });
  });
}
