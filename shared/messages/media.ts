import type { JsonObject } from '../types.ts';
import { blockType, isObject } from './guard.ts';

/** Reads a string member, "" when it is missing or no string. */
function text(object: JsonObject | undefined, key: string): string {
  const value = object?.[key];
  return typeof value === 'string' ? value : '';
}

function member(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key];
  return isObject(value) ? value : undefined;
}

/** The parts of a base64 data URL, or null for any other URL. Only the head is examined. */
function dataUrl(url: string): { readonly mediaType: string; readonly data: string } | null {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma === -1) return null;
  const head = url.slice('data:'.length, comma);
  if (!head.endsWith(';base64')) return null;
  const [mediaType = ''] = head.split(';');
  return { mediaType: mediaType || 'application/octet-stream', data: url.slice(comma + 1) };
}

/** A visible text block in place of a block that the other dialect cannot express; it names its type. */
export function standIn(block: JsonObject): JsonObject {
  return { type: 'text', text: `[${blockType(block)}: not available in this format]` };
}

/**
 * A block that is not text, call or result, as Anthropic writes it: images and files become image and
 * document blocks; what has no counterpart becomes a text block that names it.
 */
export function toAnthropicMedia(block: JsonObject): JsonObject {
  const type = blockType(block);
  if (type === 'image_url') {
    const image = member(block, 'image_url');
    const url = image === undefined ? text(block, 'image_url') : text(image, 'url');
    const inline = dataUrl(url);
    if (url === '') return standIn(block);
    return {
      type: 'image',
      source:
        inline === null
          ? { type: 'url', url }
          : { type: 'base64', media_type: inline.mediaType, data: inline.data },
    };
  }
  if (type === 'file') {
    const inline = dataUrl(text(member(block, 'file'), 'file_data'));
    if (inline === null) return standIn(block);
    const title = text(member(block, 'file'), 'filename');
    return {
      type: 'document',
      source: { type: 'base64', media_type: inline.mediaType, data: inline.data },
      ...(title === '' ? {} : { title }),
    };
  }
  return standIn(block);
}

/**
 * A block that is not text, call or result, as OpenAI writes it: images and PDF documents become
 * image_url and file parts, text documents and readable compaction text become text; what has no
 * counterpart becomes a text part that names it.
 */
export function toOpenAiMedia(block: JsonObject): JsonObject {
  const type = blockType(block);
  const source = member(block, 'source');
  const kind = text(source, 'type');
  const data = text(source, 'data');
  const inline = `data:${text(source, 'media_type')};base64,${data}`;
  if (type === 'image' && kind === 'base64')
    return { type: 'image_url', image_url: { url: inline } };
  if (type === 'image' && kind === 'url') {
    return { type: 'image_url', image_url: { url: text(source, 'url') } };
  }
  if (type === 'document' && kind === 'base64') {
    const filename = text(block, 'title') || 'document';
    return { type: 'file', file: { filename, file_data: inline } };
  }
  if (type === 'document' && kind === 'text' && data.trim() !== '') {
    return { type: 'text', text: data };
  }
  const summary = compactionText(block);
  return summary === null ? standIn(block) : { type: 'text', text: summary };
}

/**
 * The readable summary of a provider's compaction block, beside whatever it holds encrypted. Null for
 * any other block, and for one that is encrypted only.
 */
export function compactionText(block: JsonObject): string | null {
  const summary = blockType(block) === 'compaction' ? text(block, 'content') : '';
  return summary.trim() === '' ? null : summary;
}
