import type { BindingHealth } from '../../shared/contracts/offload.ts';
import type { OffloadEnv } from './env.ts';

/** Asks each binding the cheapest question it can answer. Never throws. */
export async function checkBindings(env: OffloadEnv): Promise<readonly BindingHealth[]> {
  return Promise.all([
    probe('BUCKET', () => env.BUCKET.head('health')),
    probe('DB', () => env.DB.prepare('select 1 from offload_handles limit 1').all()),
    probe('HANDLE_SECRET', async () => {
      if (!env.HANDLE_SECRET) throw new Error('The secret is not set');
    }),
  ]);
}

async function probe(binding: string, ask: () => Promise<unknown>): Promise<BindingHealth> {
  try {
    await ask();
    return { binding, ok: true, detail: null };
  } catch (error) {
    return { binding, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
