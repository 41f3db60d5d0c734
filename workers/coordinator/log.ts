import { DrizzleQueryError } from 'drizzle-orm';
import type { JsonObject } from '../../shared/types.ts';

/** Longest error message that is logged, in characters. */
const MAX_MESSAGE_CHARS = 500;

/**
 * Writes one structured log line. Fields say what happened and to which request; never content of
 * chunks, messages or memories, and never a key.
 */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: JsonObject): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** What may be logged of an error: its name and message, and where it was thrown. */
export function errorFields(error: unknown): JsonObject {
  const root = rootOf(error);
  if (!(root instanceof Error)) return { error: String(root).slice(0, MAX_MESSAGE_CHARS) };
  const message = root.message.slice(0, MAX_MESSAGE_CHARS);
  // The stack begins with the message; what follows are places in the code.
  const stack = (root.stack ?? '').split('\n    at ').slice(1).join(' < ');
  return { error: root.name, message, stack };
}

/** The error behind drizzle's, whose message carries the parameters of the query and so content. */
export function rootOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
}
