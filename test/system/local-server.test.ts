import { describe, expect, it } from 'vitest';
import { useSystem } from './harness.ts';

const system = useSystem();

const REQUEST = {
  task: 'How long do I have to return my order?',
  chunks: [
    { kind: 'policy', source: 'policy/returns', text: 'Orders may be returned within 30 days.' },
    { kind: 'passage', source: 'blog/shipping', text: 'We ship from two warehouses.' },
  ],
};

describe('local server', () => {
  it('GET /health needs no key and answers 200', async () => {
    const response = await system.fetch('/health', { headers: { authorization: '' } });
    expect(response.status).toBe(200);
    await response.text();
  });

  it('POST /v1/windows assembles a window through every Worker', async () => {
    const response = await system.post('/v1/windows', REQUEST);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      window_id: expect.stringMatching(/^win_/),
      tokens: { budget: 3000 },
    });
  });

  it('refuses a key that it does not know', async () => {
    const response = await system.post('/v1/windows', REQUEST, { authorization: 'Bearer nobody' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
  });
});
