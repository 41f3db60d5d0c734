import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { workerdOptions } from './test/support/workerd-options.ts';

const SERVER_TIMEOUT_MS = 90_000;

export default defineConfig({
  test: {
    // v8 coverage does not work inside workerd.
    coverage: { provider: 'istanbul', include: ['shared/**/*.ts', 'workers/**/*.ts'] },
    projects: [
      {
        test: {
          name: 'core',
          environment: 'node',
          include: [
            'test/shared/**/*.test.ts',
            'test/architecture.test.ts',
            'test/workers/**/*.node.test.ts',
          ],
        },
      },
      {
        plugins: [cloudflareTest(workerdOptions)],
        test: {
          name: 'workerd',
          include: ['test/workers/**/*.test.ts'],
          exclude: ['test/workers/**/*.node.test.ts'],
          setupFiles: ['test/support/apply-migrations.ts'],
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
