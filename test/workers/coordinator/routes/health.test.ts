import { describe, expect, it } from 'vitest';
import { type bindings, call } from '../../../support/coordinator.ts';

const OPEN = { authorization: '' };

async function health(replaced: Partial<typeof bindings> = {}) {
  const response = await call('/health', { headers: OPEN, bindings: replaced });
  const body = (await response.json()) as {
    status: string;
    bindings: { worker: string; binding: string; ok: boolean }[];
  };
  return { response, body };
}

describe('GET /health', () => {
  it('names the bindings of every Worker', async () => {
    const { response, body } = await health();
    expect([response.status, body.status]).toEqual([200, 'ok']);
    const names = body.bindings.map(({ worker, binding }) => `${worker}.${binding}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'coordinator.DB',
        'coordinator.SCORING',
        'coordinator.MEMORY',
        'coordinator.OFFLOAD',
        'memory.VECTORIZE',
        'offload.BUCKET',
      ]),
    );
  });

  it('answers 503 and names what is down, thrown or hanging', async () => {
    const throws = {
      health: () => {
        throw new Error('gone');
      },
    };
    const hangs = { health: () => new Promise(() => undefined) };
    const { response, body } = await health({
      OFFLOAD: throws as unknown as typeof bindings.OFFLOAD,
      SCORING: hangs as unknown as typeof bindings.SCORING,
    });
    expect(response.status).toBe(503);
    expect(response.headers.has('retry-after')).toBe(true);
    const down = body.bindings.filter((one) => !one.ok).map((one) => one.binding);
    expect(down).toEqual(['SCORING', 'OFFLOAD']);
  });
});
