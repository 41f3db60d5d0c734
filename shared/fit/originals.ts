import type { Failure } from '../errors.ts';
import { toolResults } from '../messages/edit.ts';
import { renderGroups } from '../messages/render.ts';
import type { BlobInput, BlobStore } from '../ports.ts';
import { ok, type Result } from '../result.ts';
import type { Item } from '../stages.ts';
import { detectShape } from '../text/shape.ts';
import type { Dialect } from '../types.ts';
import type { Original } from './strategy.ts';
import { HISTORY_KEY, isFetched, isTurn, originalKey } from './strategy.ts';

/** Texts below this many tokens never leave the window by themselves, so they need no handle. */
const MIN_ORIGINAL_TOKENS = 32;

/**
 * Everything of these items that may leave the window, with the handle that storing it would give:
 * texts, tool results and calls inside the conversation, and the conversation as a whole. Nothing is
 * stored yet; handles only depend on the content.
 *
 * @returns by `originalKey`; the failure of the store when it cannot name them
 */
export async function originalsOf(
  items: readonly Item[],
  store: Pick<BlobStore, 'handleFor'>,
  options: { readonly dialect: Dialect; readonly sessionId: string | undefined },
): Promise<Result<ReadonlyMap<string, Original>, Failure>> {
  const session = options.sessionId === undefined ? {} : { sessionId: options.sessionId };
  const inputs: { key: string; candidateId: string; input: BlobInput }[] = [];
  const add = (key: string, item: Item, text: string, mediaType: string) => {
    const { id, source, trust } = item.candidate;
    inputs.push({ key, candidateId: id, input: { text, mediaType, source, trust, ...session } });
  };
  for (const item of items) {
    const { candidate, group } = item;
    if (candidate.pinned || isFetched(candidate) || item.tokens < MIN_ORIGINAL_TOKENS) continue;
    if (group === null) add(originalKey(candidate.id), item, item.text, mediaTypeOf(item.text));
    else if (group.hasCalls) {
      for (const { callId, text } of toolResults(group)) {
        add(originalKey(candidate.id, callId), item, text, mediaTypeOf(text));
      }
      const calls = JSON.stringify(renderGroups([group], options.dialect));
      add(originalKey(candidate.id, 'calls'), item, calls, 'application/json');
    }
  }
  const turns = items.filter(isTurn);
  const [first] = turns;
  if (first !== undefined) {
    const lines = turns.flatMap(({ group }) =>
      group === null ? [] : renderGroups([group], options.dialect).map((m) => JSON.stringify(m)),
    );
    add(HISTORY_KEY, first, lines.join('\n'), 'application/x-ndjson');
  }
  const named = await Promise.all(inputs.map(({ input }) => store.handleFor(input)));
  const originals = new Map<string, Original>();
  for (const [index, { key, candidateId, input }] of inputs.entries()) {
    const handle = named[index];
    if (handle === undefined) continue;
    if (!handle.ok) return handle;
    originals.set(key, { handle: handle.value, input, candidateId });
  }
  return ok(originals);
}

/** The media type to store a text under, by its shape. */
function mediaTypeOf(text: string): string {
  switch (detectShape(text)) {
    case 'json':
      return 'application/json';
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'markdown':
    case 'table':
      return 'text/markdown; charset=utf-8';
    default:
      return 'text/plain; charset=utf-8';
  }
}
