import { decodeTime, ulid } from 'ulid';
import type { Failure } from '../../../shared/errors.ts';

/** `win_` and a ULID, which sorts by time. */
const WINDOW_ID = /^win_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** A window younger than this may still be on its way to the store from another isolate. */
const FRESH_MS = 5_000;
/** Waits before each further look for a fresh window, in ms. */
const LOOK_AGAIN_MS = [100, 300, 800] as const;

/** What an unknown, a foreign and a malformed id all answer. */
export const NO_WINDOW: Failure = {
  code: 'not_found',
  detail: 'Cannot find window: there is none with this id',
};

/** A new window id. */
export function newWindowId(nowMs: number): string {
  return `win_${ulid(nowMs)}`;
}

/** True for what could be a window's id. */
export function isWindowId(id: string | undefined): id is string {
  return id !== undefined && WINDOW_ID.test(id);
}

/**
 * Looks for a window until it is found. Only an id that was made within the last seconds is looked for
 * more than once: traces are written after the answer, possibly by another isolate.
 */
export async function lookFor<T>(
  windowId: string,
  nowMs: number,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const found = await look();
  const ageMs = nowMs - decodeTime(windowId.slice('win_'.length));
  if (found !== null || ageMs < -FRESH_MS || ageMs > FRESH_MS) return found;
  for (const waitMs of LOOK_AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const again = await look();
    if (again !== null) return again;
  }
  return null;
}
