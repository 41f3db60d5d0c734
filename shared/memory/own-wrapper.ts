import { DATA_LINE } from '../format/wrap.ts';

/** The longest wrapper that is looked at, in characters; ours are far shorter. */
const MAX_TAG_CHARS = 2000;
/** "<context", also as it is escaped inside a wrapper, up to the end of the tag. */
const TAG = new RegExp(`(?:<|&lt;)context\\s[^<>]{0,${MAX_TAG_CHARS}}`, 'giu');
/** Attributes that every wrapper has; a tag with only one of them is somebody else's. */
const ATTRIBUTES = [/\bid=\\*["']/iu, /\bsource=\\*["']/iu, /\btrust=\\*["']/iu] as const;

/**
 * True for text that was taken out of an assembled window: it holds a context block or the line that
 * explains them. Remembered again it would come back once more with every window. Linear time.
 */
export function carriesWrapper(text: string): boolean {
  if (text.includes(DATA_LINE)) return true;
  for (const [tag] of text.matchAll(TAG)) {
    if (ATTRIBUTES.every((attribute) => attribute.test(tag))) return true;
  }
  return false;
}
