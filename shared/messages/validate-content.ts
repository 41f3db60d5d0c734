import type { Json, JsonObject } from '../types.ts';
import { blockType, isArray, isBlank, isObject } from './guard.ts';
import { TOOL_NAME } from './limits.ts';
import type { Report } from './problems.ts';

/** A message of the request and its position there. */
export interface Placed {
  readonly message: JsonObject;
  readonly index: number;
}

/**
 * Checks what both dialects ask of content: a non-blank string, or a non-empty list of typed blocks
 * whose texts are not blank. Returns the blocks that can be read; `[]` for a string.
 */
export function validateContent(
  content: Json | undefined,
  pointer: string,
  report: Report,
): readonly { readonly block: JsonObject; readonly pointer: string }[] {
  if (typeof content === 'string') {
    if (isBlank(content)) report('content_empty', pointer, 'Cannot send content: it is blank');
    return [];
  }
  if (content === undefined || content === null) {
    report('content_empty', pointer, 'Cannot send content: there is none');
    return [];
  }
  if (!isArray(content)) {
    report(
      'content_invalid',
      pointer,
      'Cannot read content: it is neither a string nor a list of blocks',
    );
    return [];
  }
  if (content.length === 0) {
    report('content_empty', pointer, 'Cannot send content: the list of blocks is empty');
  }
  // A broken block is reported once, and kept away from the checks of its dialect.
  const readable: { block: JsonObject; pointer: string }[] = [];
  for (const [index, block] of content.entries()) {
    const at = `${pointer}/${index}`;
    if (!isObject(block)) {
      report('block_invalid', at, 'Cannot read block: it is not an object');
    } else if (blockType(block) === '') {
      report('block_invalid', `${at}/type`, 'Cannot read block: it has no type');
    } else if (blockType(block) === 'text' && typeof block.text !== 'string') {
      report('block_invalid', `${at}/text`, 'Cannot read text block: its text is not a string');
    } else {
      if (typeof block.text === 'string' && blockType(block) === 'text' && isBlank(block.text)) {
        report('content_empty', `${at}/text`, 'Cannot send text block: it is blank');
      }
      readable.push({ block, pointer: at });
    }
  }
  return readable;
}

/** Checks the name of a called tool. */
export function validateName(name: Json | undefined, pointer: string, report: Report): void {
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    report(
      'tool_name_invalid',
      pointer,
      'Cannot use tool name: it must be 1–64 letters, digits, "_" or "-"',
    );
  }
}
