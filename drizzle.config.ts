import { defineConfig } from 'drizzle-kit';

/** One database for all Workers: each owns the tables in its folder, and all migrations lie in one place. */
export default defineConfig({
  dialect: 'sqlite',
  schema: ['./workers/*/schema.ts', './workers/*/schema/*.ts'],
  out: './migrations',
});
