import { describe, expect, it } from 'vitest';
import type { PrefixRecord, SessionStore, WindowOutcome } from '../../../shared/ports.ts';

const FIRST: PrefixRecord = {
  signature: 'a1',
  pieces: [{ label: 'tools', hash: 'h1', tokens: 12 }],
};
const SECOND: PrefixRecord = { signature: 'b2', pieces: [] };

const windowId = (n: number) => `win_${String(n).padStart(4, '0')}`;
const outcome = (n: number, over: Partial<WindowOutcome> = {}): WindowOutcome => ({
  windowId: windowId(n),
  sessionId: 'ses_1',
  tokens: 100 * n,
  quality: 1 / n,
  inputTokens: null,
  cacheReadTokens: null,
  outputTokens: null,
  note: null,
  ...over,
});

/** What every `SessionStore` must keep. `open` gives the store of a tenant; tenants share nothing. */
export function sessionStoreContract(name: string, open: (tenant: string) => SessionStore): void {
  describe(`SessionStore contract: ${name}`, () => {
    it('knows nothing of a session that has no window yet', async () => {
      expect(await open('empty').recall('ses_1')).toEqual({ lastPrefix: null, outcomes: [] });
    });

    it('gives back the last record, of that session only', async () => {
      const store = open('acme');
      await store.remember('ses_1', { windowId: windowId(1), prefix: FIRST }, 1);
      await store.remember('ses_2', { windowId: windowId(2), prefix: SECOND }, 2);
      expect((await store.recall('ses_1')).lastPrefix).toEqual(FIRST);
      await store.remember('ses_1', { windowId: windowId(3), prefix: SECOND }, 3);
      expect((await store.recall('ses_1')).lastPrefix).toEqual(SECOND);
    });

    it('keeps tenants apart, whatever a session is called', async () => {
      const sessionId = "x'; --";
      await open('a').remember(sessionId, { windowId: windowId(1), prefix: FIRST }, 1);
      await open('a').report(outcome(1, { sessionId }), 1);
      expect(await open('b').recall(sessionId)).toEqual({ lastPrefix: null, outcomes: [] });
    });

    it('gives outcomes in the order of their windows, however they arrive', async () => {
      const store = open('late');
      for (const n of [3, 1, 2]) await store.report(outcome(n), 10 - n);
      const { outcomes } = await store.recall('ses_1');
      expect(outcomes.map((entry) => entry.windowId)).toEqual([1, 2, 3].map(windowId));
      expect(outcomes[1]).toEqual({ windowId: windowId(2), tokens: 200, quality: 0.5 });
    });

    it('replaces what was reported of a window before', async () => {
      const store = open('again');
      await store.report(outcome(1, { quality: 0.2 }), 1);
      await store.report(outcome(1, { quality: 0.9 }), 2);
      const { outcomes } = await store.recall('ses_1');
      expect(outcomes.map(({ quality }) => quality)).toEqual([0.9]);
    });

    it('gives the first five and the last three outcomes of a long session, each once', async () => {
      const store = open('long');
      for (let n = 1; n <= 7; n += 1) await store.report(outcome(n), n);
      const seven = await store.recall('ses_1');
      expect(seven.outcomes.map((entry) => entry.windowId)).toEqual(
        [1, 2, 3, 4, 5, 6, 7].map(windowId),
      );
      for (let n = 8; n <= 12; n += 1) await store.report(outcome(n), n);
      const twelve = await store.recall('ses_1');
      expect(twelve.outcomes.map((entry) => entry.windowId)).toEqual(
        [1, 2, 3, 4, 5, 10, 11, 12].map(windowId),
      );
    });

    it('counts the outcome of a window without a session to no session', async () => {
      const store = open('single');
      await store.report(outcome(1, { sessionId: null }), 1);
      expect((await store.recall('')).outcomes).toEqual([]);
    });
  });
}
