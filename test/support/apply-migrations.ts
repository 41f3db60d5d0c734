/** Runs before each test file of the workerd project: a fresh database with the real schema. */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

await applyD1Migrations(env.DB, env.MIGRATIONS);
