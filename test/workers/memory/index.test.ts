import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { checkBindings } from '../../../workers/memory/health.ts';

describe('Memory', () => {
  it('health() reports both bindings', async () => {
    expect(await env.MEMORY.health()).toEqual({
      ok: true,
      value: [
        { binding: 'DB', ok: true, detail: null },
        { binding: 'VECTORIZE', ok: true, detail: '0 vectors of 512 dimensions' },
      ],
    });
  });

  it('checkBindings() reports a binding that is down with its message', async () => {
    const down = {
      prepare() {
        throw new Error('no database');
      },
    };
    const env0 = { DB: down as unknown as D1Database, VECTORIZE: env.VECTORIZE };
    expect((await checkBindings(env0))[0]).toEqual({
      binding: 'DB',
      ok: false,
      detail: 'no database',
    });
  });
});
