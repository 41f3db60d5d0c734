import { z } from 'zod';
import { document } from '../document.ts';
import type { App } from '../endpoint.ts';
import { checkHealth } from '../health.ts';

const OK = 200;
const UNAVAILABLE = 503;

const answer = z
  .object({
    status: z.enum(['ok', 'degraded']),
    bindings: z.array(
      z.object({
        worker: z.string(),
        binding: z.string(),
        ok: z.boolean(),
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Health' });

/** `GET /health`: every binding of every Worker by name and state; 503 when one is down. */
export function healthRoute(app: App): void {
  document(app, {
    method: 'get',
    path: '/health',
    tag: 'Service',
    summary: 'State of every binding of every Worker',
    answer,
    open: true,
  });
  app.get('/health', async (c) => {
    const bindings = await checkHealth(c.env);
    const healthy = bindings.every((binding) => binding.ok);
    c.get('timing').mark('check');
    if (!healthy) c.header('retry-after', '5');
    return c.json({ status: healthy ? 'ok' : 'degraded', bindings }, healthy ? OK : UNAVAILABLE);
  });
}
