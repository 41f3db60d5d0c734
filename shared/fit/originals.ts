import type { Failure } from '../errors.ts';
import { toolResults } from '../messages/edit.ts';
import { renderGroups } from '../messages/render.ts';
import type { BlobInput, BlobStore } from '../ports.ts';
import { ok, type Result } from '../result.ts';
import type { Item } from '../stages.ts';
import { mediaTypeOf } from '../text/media-type-of.ts';
import type { Dialect } from '../types.ts';
import type { Ease, Original } from './strategy.ts';
import { boundaries, historyKey, isFetched, isTurn, originalKey } from './strategy.ts';

/** Texts below this many tokens never leave the window by themselves, so they need no handle. */
const MIN_ORIGINAL_TOKENS = 32;

/**
 * Everything of these items that may leave the window, with the handle that storing it would give:
 * texts, tool results and calls inside the conversation, and the conversation up to each boundary. Nothing is
 * stored yet; handles only depend on the content.
 *
 * @returns by `originalKey`; the failure of the store when it cannot name them
 */
export async function originalsOf(
  items: readonly Item[],
  store: Pick<BlobStore, 'handleFor'>,
  options: {
    readonly dialect: Dialect;
    readonly sessionId: string | undefined;
    readonly budgetTokens: number;
    /** What leaves because the session shows rot. */
    readonly ease?: Ease | undefined;
  },
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
  const total = turns.reduce((sum, item) => sum + item.tokens, 0);
  const lines: string[] = [];
  // Only turns behind which the rest could fit can become the end of what leaves.
  const ends = new Set(
    boundaries(items, options.budgetTokens)
      .filter(({ endTokens }) => total - endTokens <= options.budgetTokens)
      .map(({ id }) => id),
  );
  const until = options.ease?.until ?? null;
  const eased =
    until === null ? undefined : turns.findLast(({ candidate }) => candidate.position <= until);
  if (eased !== undefined) ends.add(eased.candidate.id);
  for (const item of turns) {
    const messages = item.group === null ? [] : renderGroups([item.group], options.dialect);
    lines.push(...messages.map((message) => JSON.stringify(message)));
    const { id } = item.candidate;
    if (ends.has(id)) add(historyKey(id), item, lines.join('\n'), 'application/x-ndjson');
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
