import { TextCache } from '../../compare/text-cache.ts';
import type { Span } from '../../types.ts';
import { parseValue } from '../../values/parse.ts';
import type { Value } from '../../values/types.ts';
import { CLAIM_PATTERNS, type ClaimKind } from './claim-patterns.ts';
import type { Sentence } from './prose.ts';

/** What a sentence says its subject is or has. */
export interface Claim {
  readonly attribute: string;
  readonly kind: ClaimKind;
  /** As written. */
  readonly raw: string;
  readonly value: Value;
  /** Where the value stands in its sentence. */
  readonly at: Span;
  /** Years of the sentence outside the value: the period that is spoken of. */
  readonly years: ReadonlySet<string>;
}

/** A claim near one of these is denied, or not about the subject. */
const DENIED =
  /\b(?:not|never|no|without|except|unlike|rather than|instead of|refused|failed|cannot|neither|nor)\b|n't\b/i;
const DENIED_BEFORE_CHARS = 40;
const DENIED_AFTER_CHARS = 30;
const YEAR = /\b(?:1\d|20)\d{2}\b/g;
/** Cheap test of whether any pattern can match. */
const HINT =
  /\b(?:born|died|is|was|are|were|by|in|on|at|of|costs?|pric|fee|sold|worth|years old|popul)|[:(]/i;

const cache = new TextCache<readonly Claim[]>();

/** The claims of one sentence, in the order of the patterns; [] when it makes none. */
export function claimsOf({ text }: Sentence): readonly Claim[] {
  return cache.get(text, read);
}

function read(text: string): readonly Claim[] {
  if (!HINT.test(text)) return [];
  const claims: Claim[] = [];
  for (const { attribute, kind, pattern } of CLAIM_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const raw = match.groups?.value;
      if (raw === undefined || raw === '') continue;
      const start = match.index + match[0].lastIndexOf(raw);
      const at = { start, end: start + raw.length };
      if (isDenied(text, match.index, match.index + match[0].length)) continue;
      const named = attribute === '' ? (match.groups?.attribute ?? '') : attribute;
      claims.push({
        attribute: named.toLowerCase(),
        kind,
        raw,
        value: parseValue(raw.replace(/\s,/g, ',')),
        at,
        years: yearsOutside(text, at),
      });
    }
  }
  return claims;
}

function isDenied(text: string, start: number, end: number): boolean {
  const stretch = text.slice(Math.max(0, start - DENIED_BEFORE_CHARS), end + DENIED_AFTER_CHARS);
  return DENIED.test(stretch);
}

function yearsOutside(text: string, { start, end }: Span): ReadonlySet<string> {
  const rest = `${text.slice(0, start)} ${text.slice(end)}`;
  return new Set(rest.match(YEAR) ?? []);
}
