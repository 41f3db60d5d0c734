import type { Value } from './types.ts';

/** Keys whose values are versions even when they look like decimals. */
const VERSION_KEY =
  /(?:^|_)(?:version|release|driver|build|firmware|revision|tag|node|python|image)$/;
const VERSION = /^(v)?(\d+(?:\.\d+)*)(?:([-+.]?[a-z][\w.-]*|-[\w.-]+))?$/i;

/**
 * Reads a version: with a "v", of three parts, or anything that looks like one under a key that says
 * so. Null for anything else.
 */
export function parseVersion(text: string, key: string): Value | null {
  const match = VERSION.exec(text);
  if (match === null) return null;
  const [, v, numbers = '', suffix = ''] = match;
  const parts = numbers.split('.').map(Number);
  const isNamed = VERSION_KEY.test(key);
  const isPlain = parts.length >= 3 || (v !== undefined && (parts.length > 1 || suffix === ''));
  if (!isNamed && !isPlain) return null;
  // Dates and thousands with dots are no versions: 2031.05.04, 1.000.000.
  if (!isNamed && v === undefined && suffix === '' && /^\d{1,3}(?:\.\d{3})+$/.test(numbers))
    return null;
  return { type: 'version', parts, suffix: suffix.replace(/^[-+.]/, '').toLowerCase() };
}
