import { OpenAPIHono } from '@hono/zod-openapi';
import { allowedMethods } from './allowed-methods.ts';
import type { AppEnv } from './app-env.ts';
import type { App } from './endpoint.ts';
import { failureOf, problem } from './http-error.ts';
import { errorFields, log } from './log.ts';
import { authenticate } from './middleware/authenticate.ts';
import { requestContext } from './middleware/request-context.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoute } from './routes/health.ts';
import { memoryRoutes } from './routes/memories.ts';
import { memoryActionRoutes } from './routes/memory-actions.ts';
import { memorySearchRoute } from './routes/memory-search.ts';
import { messageRoutes } from './routes/messages.ts';
import { offloadRoutes } from './routes/offload.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { subjectRoutes } from './routes/subjects.ts';
import { transferRoutes } from './routes/transfer.ts';
import { upkeepRoutes } from './routes/upkeep.ts';
import { windowRoutes } from './routes/windows.ts';

/** Builds the app: middleware, routes, and what answers when neither route nor handler does. */
export function buildApp(): App {
  const app: App = new OpenAPIHono<AppEnv>();
  app.use(requestContext);
  app.use('/v1/*', authenticate);
  healthRoute(app);
  docsRoutes(app);
  windowRoutes(app);
  sessionRoutes(app);
  memoryRoutes(app);
  memorySearchRoute(app);
  memoryActionRoutes(app);
  subjectRoutes(app);
  transferRoutes(app);
  upkeepRoutes(app);
  messageRoutes(app);
  offloadRoutes(app);

  app.notFound((c) => {
    const methods = allowedMethods(app, c.req.path);
    if (methods.length === 0) {
      const detail = 'Cannot find route: see /docs for those that exist';
      return problem({ code: 'not_found', detail }, c.get('requestId'));
    }
    const detail = `Cannot use ${c.req.method} here: use ${methods.join(', ')}`;
    const answer = problem({ code: 'method_not_allowed', detail }, c.get('requestId'));
    answer.headers.set('allow', methods.join(', '));
    return answer;
  });

  app.onError((error, c) => {
    const failure = failureOf(error);
    log('error', failure.code === 'internal' ? 'request_failed' : 'dependency_failed', {
      request_id: c.get('requestId'),
      method: c.req.method,
      route: c.req.routePath,
      ...errorFields(error),
    });
    return problem(failure, c.get('requestId'));
  });
  return app;
}
