import { describe, expect, it } from 'vitest';
import { HANDLE_PATTERN } from '../../../shared/contracts/offload.ts';
import type { BlobInput, BlobStore } from '../../../shared/ports.ts';

/** What every `BlobStore` must do. `create` gives a store of the named tenant over shared storage. */
export function describeBlobStore(name: string, create: (tenant: string) => BlobStore): void {
  const input = (text: string, mediaType = 'text/plain'): BlobInput => ({
    text,
    mediaType,
    source: 'test',
    trust: 'retrieved',
    sessionId: 'ses_1',
  });

  describe(`${name} as a BlobStore`, () => {
    it('put() and get() give the text back exactly, under the handle that handleFor() named', async () => {
      const store = create('acme');
      for (const text of ['', 'naïve 한글 🌵\r\n\u0000', '\ufeffmarked', 'a'.repeat(50_000)]) {
        const handle = await named(store, input(text));
        expect(handle).toMatch(HANDLE_PATTERN);
        const stored = await store.put(input(text));
        const bytes = new TextEncoder().encode(text).length;
        expect(stored).toMatchObject({ ok: true, value: { handle, bytes } });
        const expected = { text, mediaType: 'text/plain; charset=utf-8' };
        expect(await store.get(handle)).toEqual({ ok: true, value: expected });
      }
    });

    it('handleFor() stores nothing', async () => {
      const store = create('acme');
      const handle = await named(store, input('never stored'));
      expect(await store.get(handle)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    });

    it('the same text has one hash, and one handle per media type', async () => {
      const store = create('acme');
      const first = await store.put(input('same', 'text/markdown'));
      const again = await store.put(input('same', 'text/markdown; charset=utf-8'));
      const other = await store.put(input('same', 'application/json'));
      if (!first.ok || !again.ok || !other.ok) throw new Error('Expected three successes');
      expect(again.value).toEqual(first.value);
      expect(other.value.sha256).toBe(first.value.sha256);
      expect(other.value.handle).not.toBe(first.value.handle);
    });

    it('refuses a malformed media type and unknown handles', async () => {
      const store = create('acme');
      expect(await store.put(input('x', 'not a type'))).toMatchObject({
        ok: false,
        error: { code: 'invalid_request', errors: [{ pointer: '/media_type' }] },
      });
      for (const handle of ['', 'off_1', `off_${'a'.repeat(32)}`, '../secret']) {
        expect(await store.get(handle)).toMatchObject({ ok: false, error: { code: 'not_found' } });
      }
    });

    it('B19: odd and repeated sources and sessions never collide or fail', async () => {
      const store = create('acme');
      for (const label of ['', '/', '..', 'x'.repeat(2048), 'ключ', 'a\u0000b']) {
        const odd = { ...input(`body of ${label}`), source: label, sessionId: label };
        const stored = await store.put(odd);
        if (!stored.ok) throw new Error(stored.error.detail);
        expect(await store.get(stored.value.handle)).toMatchObject({ value: { text: odd.text } });
      }
    });

    it('F-51: a handle of one tenant means nothing to another', async () => {
      const stored = await create('acme').put(input('private'));
      if (!stored.ok) throw new Error(stored.error.detail);
      const foreign = await create('other').get(stored.value.handle);
      const random = await create('other').get(`off_${'a'.repeat(32)}`);
      expect(foreign).toEqual(random);
      expect(foreign).toMatchObject({ ok: false, error: { code: 'not_found' } });
      expect(await named(create('other'), input('private'))).not.toBe(stored.value.handle);
    });
  });
}

async function named(store: BlobStore, input: BlobInput): Promise<string> {
  const handle = await store.handleFor(input);
  if (!handle.ok) throw new Error(handle.error.detail);
  return handle.value;
}
