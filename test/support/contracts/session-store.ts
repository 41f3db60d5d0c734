import { describe, expect, it } from 'vitest';
import type { PrefixRecord, SessionStore } from '../../../shared/ports.ts';

const FIRST: PrefixRecord = {
  signature: 'a1',
  pieces: [{ label: 'tools', hash: 'h1', tokens: 12 }],
};
const SECOND: PrefixRecord = { signature: 'b2', pieces: [] };

/** What every `SessionStore` must keep. `open` gives the store of a tenant; tenants share nothing. */
export function sessionStoreContract(name: string, open: (tenant: string) => SessionStore): void {
  describe(`SessionStore contract: ${name}`, () => {
    it('knows nothing of a session that has no window yet', async () => {
      expect(await open('empty').lastPrefix('ses_1')).toBeNull();
    });

    it('gives back the last record, of that session only', async () => {
      const store = open('acme');
      await store.remember('ses_1', FIRST, 1);
      await store.remember('ses_2', SECOND, 2);
      expect(await store.lastPrefix('ses_1')).toEqual(FIRST);
      await store.remember('ses_1', SECOND, 3);
      expect(await store.lastPrefix('ses_1')).toEqual(SECOND);
    });

    it('keeps tenants apart, whatever a session is called', async () => {
      await open('a').remember("x'; --", FIRST, 1);
      expect(await open('b').lastPrefix("x'; --")).toBeNull();
    });
  });
}
