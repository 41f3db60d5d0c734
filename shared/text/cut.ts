/** Units looked back over when a cut falls into a cluster; longer clusters are cut between code points. */
const CLUSTER_WINDOW_CHARS = 64;

const ZERO_WIDTH_JOINER = 0x200d;
/** What attaches to the character before it: marks, joiners, variation selectors, skin tones, tags. */
const ATTACHES = /^(?:\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u;

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** True when a cut at `index` splits a surrogate pair. */
function splitsPair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

/** Regional indicators are U+1F1E6 to U+1F1FF; two of them are one flag. */
function isIndicatorAt(text: string, index: number): boolean {
  const point = text.codePointAt(index) ?? 0;
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}

/** True when a cut at `index` falls between the two halves of a flag. */
function splitsFlag(text: string, index: number): boolean {
  if (!isIndicatorAt(text, index)) return false;
  let before = 0;
  for (let at = index - 2; at >= 0 && before < CLUSTER_WINDOW_CHARS; at -= 2) {
    if (!isIndicatorAt(text, at)) break;
    before += 1;
  }
  return before % 2 === 1;
}

/** True when nothing that a reader sees as one character lies on both sides of `index`. */
function isBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  if (splitsPair(text, index)) return false;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (before === 0x0d && after === 0x0a) return false;
  // Plain Latin needs no closer look; this is nearly every call.
  if (after < 0x300 && before !== ZERO_WIDTH_JOINER) return true;
  if (before === ZERO_WIDTH_JOINER) return false;
  return !ATTACHES.test(text.slice(index, index + 2)) && !splitsFlag(text, index);
}

/** The nearest safe cut from `index` in direction `step`; the nearest code point when a cluster is too long. */
function safeCut(text: string, index: number, step: 1 | -1): number {
  for (let moved = 0; moved <= CLUSTER_WINDOW_CHARS; moved += 1) {
    if (isBoundary(text, index + moved * step)) return index + moved * step;
  }
  return splitsPair(text, index) ? index + step : index;
}

function clampChars(value: number, length: number): number {
  return Math.max(0, Math.min(length, Math.floor(value)));
}

/**
 * The part of `text` that lies within [start, end), both in UTF-16 units and clamped to the text,
 * without half a surrogate pair, emoji sequence, flag, accented letter or line break at either end.
 * Never longer than asked; "" when start ≥ end. Adds nothing: a lone surrogate in the input stays.
 */
export function sliceSafe(text: string, start: number, end: number): string {
  const from = safeCut(text, clampChars(start, text.length), 1);
  const to = safeCut(text, clampChars(end, text.length), -1);
  return from < to ? text.slice(from, to) : '';
}

/** The longest safe start of `text` of at most `maxChars` UTF-16 units; "" for 0 or less. */
export function takeStart(text: string, maxChars: number): string {
  return sliceSafe(text, 0, maxChars);
}

/** The longest safe end of `text` of at most `maxChars` UTF-16 units; "" for 0 or less. */
export function takeEnd(text: string, maxChars: number): string {
  return sliceSafe(text, text.length - Math.max(0, Math.floor(maxChars)), text.length);
}
