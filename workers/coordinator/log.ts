import type { JsonObject } from '../../shared/types.ts';

/**
 * Writes one structured log line. Fields say what happened and to which request; never content of
 * chunks, messages or memories, and never a key.
 */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: JsonObject): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** What may be logged of an error: its name and message, and where it was thrown. */
export function errorFields(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.name, message: error.message, stack: error.stack ?? '' };
}
