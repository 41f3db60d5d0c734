import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { claimPort, LOCAL_HOST, parsePort } from '../../../workers/local/port.ts';

describe('parsePort()', () => {
  it.each([
    [undefined, 8787],
    ['', 8787],
    ['0', 0],
    ['65535', 65_535],
  ])('reads %j', (text, expected) => {
    expect(parsePort(text, 8787)).toBe(expected);
  });

  it.each(['65536', '-1', '8.5', '0x50', ' 80', 'http', '1e3'])('refuses %j', (text) => {
    expect(() => parsePort(text, 8787)).toThrow(`Cannot use PORT "${text}"`);
  });
});

describe('claimPort()', () => {
  it('turns 0 into a port that can be listened on', async () => {
    const port = await claimPort(0);
    expect(await claimPort(port)).toBe(port);
  });

  it('refuses a port that is taken', async () => {
    const server = createServer().listen(0, LOCAL_HOST);
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      await expect(claimPort(port)).rejects.toThrow('it is in use');
    } finally {
      server.close();
    }
  });
});
