import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { workerdOptions } from './test/support/workerd-options.ts';

const SERVER_TIMEOUT_MS = 90_000;
const PROPERTY_TIMEOUT_MS = 60_000;
/** The first call in an isolate loads the token tables and the encoder; slow on a busy machine. */
const COLD_START_MS = 30_000;

export default defineConfig({
  test: {
    // v8 coverage does not work inside workerd.
    coverage: { provider: 'istanbul', include: ['shared/**/*.ts', 'workers/**/*.ts'] },
    projects: [
      {
        test: {
          name: 'core',
          environment: 'node',
          // Properties run over hundreds of windows; a slow machine is no failure.
          testTimeout: PROPERTY_TIMEOUT_MS,
          include: [
            'test/shared/**/*.test.ts',
            'test/architecture.test.ts',
            'test/workers/**/*.node.test.ts',
            'test/eval/**/*.node.test.ts',
          ],
        },
      },
      {
        plugins: [cloudflareTest(workerdOptions)],
        test: {
          name: 'workerd',
          include: ['test/workers/**/*.test.ts', 'test/faults/**/*.test.ts'],
          exclude: ['test/workers/**/*.node.test.ts'],
          setupFiles: ['test/support/apply-migrations.ts'],
          testTimeout: COLD_START_MS,
        },
      },
      {
        test: {
          name: 'system',
          environment: 'node',
          include: ['test/system/**/*.test.ts'],
          // Each file runs a whole server: one at a time, and with time to start.
          fileParallelism: false,
          testTimeout: SERVER_TIMEOUT_MS,
          hookTimeout: SERVER_TIMEOUT_MS,
        },
      },
    ],
  },
});
