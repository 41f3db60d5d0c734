import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'core',
          environment: 'node',
          include: ['test/shared/**/*.test.ts', 'test/architecture.test.ts'],
        },
      },
    ],
  },
});
