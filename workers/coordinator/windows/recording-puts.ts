import type { BlobStore } from '../../../shared/ports.ts';

/**
 * A store that writes down the handles of what it was given to keep. One that failed to answer may have
 * kept it, and is written down as well.
 */
export function recordingPuts(store: BlobStore): {
  readonly store: BlobStore;
  readonly handles: ReadonlySet<string>;
} {
  const handles = new Set<string>();
  return {
    handles,
    store: {
      ...store,
      async put(input) {
        const stored = await store.put(input);
        if (stored.ok) handles.add(stored.value.handle);
        else {
          const named = await store.handleFor(input);
          if (named.ok) handles.add(named.value);
        }
        return stored;
      },
    },
  };
}
