import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { useSystem } from './harness.ts';

const system = useSystem();
const SCRIPT = join(import.meta.dirname, '../../workers/local/key.ts');

/** What `npm run key -- …` prints, or the message it fails with. */
async function runKey(...args: string[]): Promise<string> {
  const env = { ...process.env, STATE_DIR: system.stateDir };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env });
    return stdout.trim();
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : 'failed';
  }
}

describe('npm run key', () => {
  it('create prints a key that works at once and belongs to its tenant alone', async () => {
    const key = await runKey('create', '--tenant', 'acme');
    expect(key).toMatch(/^csm_[\w-]{32}$/);
    const authorization = `Bearer ${key}`;
    const mine = await system.post('/v1/windows', { task: 'Hello?' }, { authorization });
    expect(mine.status).toBe(200);
    const { window_id } = (await mine.json()) as { window_id: string };
    const asAcme = await system.fetch(`/v1/windows/${window_id}`, { headers: { authorization } });
    const asDev = await system.fetch(`/v1/windows/${window_id}`);
    expect([asAcme.status, asDev.status]).toEqual([200, 404]);
    await Promise.all([asAcme.text(), asDev.text()]);
  });

  it.each([
    [['create'], '--tenant takes 1 to 40'],
    [['create', '--tenant', "x'; DROP TABLE api_keys; --"], '--tenant takes 1 to 40'],
    [['create', '--tenant', 'acme', '--name', "it's"], '--name takes 1 to 80'],
    [['revoke', '--tenant', 'acme'], 'Cannot run'],
  ])('refuses %j', async (args, message) => {
    expect(await runKey(...args)).toContain(message);
  });
});
