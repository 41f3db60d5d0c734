import { TextCache } from '../compare/text-cache.ts';
import { decodeTrees } from './model/codec.ts';
import { logitOf, type Trees } from './model/trees.ts';
import { WEIGHTS } from './model/weights.ts';
import { reasonsOf } from './reasons.ts';
import { type SplitHint, splitUnits } from './split-units.ts';
import type { Genre, ScoredUnit } from './types.ts';
import { unitFeatures } from './unit-features.ts';

/** A text cut into units, each with its score. */
export interface ScoredText {
  readonly genre: Genre;
  readonly units: readonly ScoredUnit[];
}

/**
 * Results by exact text, apart for mails and others. A memo of a pure function: it changes how fast an
 * answer comes, never the answer.
 */
const caches = { mail: new TextCache<ScoredText>(), other: new TextCache<ScoredText>() };

let trees: Trees | null = null;

/**
 * Scores how much each unit of a text looks like a request that does not belong there. Meant for data
 * (tool results, documents, mails), never for what the user writes: that is all requests. A text of no
 * words gives no units. Linear time; a text that was scored before costs a lookup.
 */
export function scoreText(text: string, hint: SplitHint = {}): ScoredText {
  const cache = hint.mail === true ? caches.mail : caches.other;
  return cache.get(text, (read) => scoreAnew(read, hint));
}

/** The units of `scoreText`. */
export function scoreUnits(text: string, hint: SplitHint = {}): readonly ScoredUnit[] {
  return scoreText(text, hint).units;
}

function scoreAnew(text: string, hint: SplitHint): ScoredText {
  // The weights are read at first use: a process that checks nothing pays nothing.
  trees ??= decodeTrees(WEIGHTS);
  const model = trees;
  const split = splitUnits(withoutEncoded(text), hint);
  const rows = unitFeatures(split);
  const units = split.units.map((unit, i) => {
    const row = rows[i] ?? new Float32Array();
    return { unit, logit: logitOf(model, row), reasons: reasonsOf(row) };
  });
  return { genre: split.genre, units };
}

/** Base64, hex and the like: no sentence is so long without a space or a mark, and images are megabytes. */
const ENCODED = /[A-Za-z0-9+/=_-]{1000,}/g;

/** The text with encoded stretches blanked, every other character at its place. */
function withoutEncoded(text: string): string {
  return text.replace(ENCODED, (run) => ' '.repeat(run.length));
}
