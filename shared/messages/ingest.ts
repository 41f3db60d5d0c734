import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';
import type { Json, JsonObject } from '../types.ts';
import { blockType, isArray, isBlank, isObject } from './guard.ts';
import type { Part, Repair, Turn } from './types.ts';

/** One message as read: its parts, and the message with broken fields repaired (the same object if none was). */
export interface Ingested {
  readonly role: Turn['role'];
  /** Empty when nothing of the message may be sent on. */
  readonly parts: readonly Part[];
  readonly message: JsonObject;
  readonly repairs: readonly Repair[];
}

/** The content of a message with blank text taken out, as blocks or as a string. */
interface IngestedContent {
  readonly content: string | readonly JsonObject[];
  /** True when `content` differs from what the caller sent. */
  readonly changed: boolean;
  readonly repairs: readonly Repair[];
}

/**
 * Reads a `content` member: a string, null or missing (both as ""), or blocks. Blank text blocks are
 * taken out and reported. Fails on other types, on blocks without a type, on text blocks without text.
 */
export function readContent(
  content: Json | undefined,
  pointer: string,
): Result<IngestedContent, Failure> {
  if (content === undefined || content === null) {
    return ok({ content: '', changed: false, repairs: [] });
  }
  if (typeof content === 'string') return ok({ content, changed: false, repairs: [] });
  if (!isArray(content)) {
    return fail(
      fieldFailure(pointer, 'Cannot read content: it is neither a string nor a list of blocks'),
    );
  }
  // Unknown types pass: providers add block types faster than anyone can list them.
  const blocks: JsonObject[] = [];
  const repairs: Repair[] = [];
  for (const [index, block] of content.entries()) {
    const at = `${pointer}/${index}`;
    if (!isObject(block)) return fail(fieldFailure(at, 'Cannot read block: it is not an object'));
    const type = blockType(block);
    if (type === '') {
      return fail(
        fieldFailure(`${at}/type`, 'Cannot read block: its type is not a non-empty string'),
      );
    }
    if (type !== 'text') {
      blocks.push(block);
      continue;
    }
    const text = block.text;
    if (typeof text !== 'string') {
      return fail(fieldFailure(`${at}/text`, 'Cannot read text block: its text is not a string'));
    }
    if (isBlank(text)) {
      repairs.push({
        code: 'empty_block_dropped',
        pointer: at,
        detail: 'Dropped a text block that is blank',
      });
    } else {
      blocks.push(block);
    }
  }
  return ok({ content: blocks, changed: repairs.length > 0, repairs });
}

/** The text of content: its text blocks, one per line. Other blocks are not text. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!isArray(content)) return '';
  const texts: string[] = [];
  for (const block of content) {
    if (isObject(block) && block.type === 'text' && typeof block.text === 'string') {
      texts.push(block.text);
    }
  }
  return texts.join('\n');
}

/** The blocks of content that are not text. */
export function attachmentsOf(content: Json | undefined): readonly JsonObject[] {
  if (!isArray(content)) return [];
  return content.filter(isObject).filter((block) => block.type !== 'text');
}
