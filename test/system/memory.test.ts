import { describe, expect, it, vi } from 'vitest';
import { useSystem } from './harness.ts';

/** As the real index: what is written becomes visible later. */
const VECTOR_DELAY_MS = 1_000;
const SETTLED_MS = 20_000;

const system = useSystem({ vectorDelayMs: VECTOR_DELAY_MS });

async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

describe('memories on a local server', () => {
  it('are recalled at once, reach the index, and are erased with their user', async () => {
    const memory = { text: 'Ana drinks green tea', user_id: 'ana' };
    const added = await system.post('/v1/memories', memory);
    expect(added.status).toBe(201);
    await added.text();
    const search = { query: 'What does Ana drink?', user_id: 'ana' };
    const found = await json(await system.post('/v1/memories/search', search));
    expect(found.results).toMatchObject([{ memory: { text: memory.text } }]);
    const cron = await system.runCron('*/5 * * * *');
    expect(cron.status).toBe(200);
    await cron.text();
    await vi.waitFor(
      async () => {
        const report = await json(await system.post('/v1/reconciliations', {}));
        expect(report).toMatchObject({ rows: 1, missing: 0, agree: true });
      },
      { timeout: SETTLED_MS, interval: VECTOR_DELAY_MS },
    );
    const recall = { user_id: 'ana' };
    const window = await json(await system.post('/v1/windows', { task: search.query, recall }));
    expect(JSON.stringify(window.messages)).toContain(memory.text);
    const receipt = await json(await system.fetch('/v1/subjects/ana', { method: 'DELETE' }));
    expect(receipt).toMatchObject({
      erased: { memories: 1, vectors: 1, windows: 1 },
      complete: true,
      degraded: [],
    });
    const after = await json(await system.post('/v1/memories/search', search));
    expect(after.results).toEqual([]);
    const gone = await system.fetch(`/v1/windows/${String(window.window_id)}`);
    expect(gone.status).toBe(404);
    await gone.text();
  });

  it.each(['17 * * * *', '43 3 * * *'])('the cron %s ends', async (cron) => {
    const answer = await system.runCron(cron);
    expect(answer.status).toBe(200);
    await answer.text();
  });
});
