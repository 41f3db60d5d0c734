import type { Kind, Trust } from '../types.ts';

/** Trust of a chunk whose caller did not say: what it is suggests who vouches for it. */
const DEFAULT_TRUST: { readonly [kind in Kind]: Trust } = {
  system: 'system',
  policy: 'system',
  example: 'verified',
  record: 'verified',
  memory: 'retrieved',
  passage: 'retrieved',
  tool_result: 'retrieved',
  notes: 'model',
  history: 'user',
  task: 'user',
};

/** The trust that a kind has when nobody states one. */
export function defaultTrust(kind: Kind): Trust {
  return DEFAULT_TRUST[kind];
}

/** Whether a kind never competes for its place when nobody states it. */
export function pinnedByDefault(kind: Kind): boolean {
  return kind === 'system' || kind === 'policy' || kind === 'task';
}
