/** Runs before each test file of the workerd project: fresh databases with the real schema. */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

await Promise.all(
  [env.DB, env.TEST_DB_1, env.TEST_DB_2].map((database) =>
    applyD1Migrations(database, env.MIGRATIONS),
  ),
);
