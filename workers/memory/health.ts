/** Looks at each binding of the memory Worker with the cheapest call that reaches it. */
import type { BindingHealth } from '../../shared/contracts/offload.ts';
import type { Env } from './env.ts';

/** State of the database and the vector index, in this order. Never throws: what is down is reported. */
export function checkBindings(
  env: Pick<Env, 'DB' | 'VECTORIZE'>,
): Promise<readonly BindingHealth[]> {
  return Promise.all([
    check('DB', async () => {
      await env.DB.prepare('SELECT 1').first();
      return null;
    }),
    check('VECTORIZE', async () => {
      const { vectorCount, dimensions } = await env.VECTORIZE.describe();
      return `${vectorCount} vectors of ${dimensions} dimensions`;
    }),
  ]);
}

async function check(binding: string, look: () => Promise<string | null>): Promise<BindingHealth> {
  try {
    return { binding, ok: true, detail: await look() };
  } catch (error) {
    return { binding, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
