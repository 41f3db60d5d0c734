/** The coordinator: the only public Worker. Parses, calls, maps; no arithmetic. */
import { buildApp } from './app.ts';
import { runCron } from './cron.ts';
import type { CoordinatorEnv } from './env.ts';

const app = buildApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: ({ cron }, env) => runCron(env, cron, Date.now()),
} satisfies ExportedHandler<CoordinatorEnv>;
