import { describe, expect, it } from 'vitest';
import { ok } from '../../shared/result.ts';
import { storeGuard } from '../../shared/store-guard.ts';

describe('storeGuard()', () => {
  it('passes on what the call returns', async () => {
    const guard = storeGuard(() => expect.unreachable());
    expect(await guard('Cannot read', async () => ok(7))).toEqual(ok(7));
  });

  it('makes a failure value of an exception, and reports the cause without the query', async () => {
    const lines: unknown[] = [];
    const guard = storeGuard((fields) => lines.push(fields));
    const result = await guard('Cannot read', async () => {
      throw new Error('select secret', { cause: new Error('D1_ERROR: down') });
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'dependency_unavailable' } });
    expect(lines).toEqual([
      { level: 'error', event: 'store_failed', action: 'Cannot read', message: 'D1_ERROR: down' },
    ]);
  });
});
