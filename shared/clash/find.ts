import type { Span } from '../types.ts';
import { PairCache } from './pair-cache.ts';
import { claimClashes } from './passage/claim-clashes.ts';
import { copyClashes } from './passage/copy-clashes.ts';
import { proseSentences } from './passage/prose.ts';
import { sentenceClashes } from './passage/sentence-clashes.ts';
import { areSisters } from './passage/titles.ts';
import { compareFacts } from './records/compare-facts.ts';
import { factsOf } from './records/facts.ts';
import { type Clash, type ClashText, TIERS } from './types.ts';

export { clashCandidates } from './candidates.ts';

/** What the caller knows of two texts together. */
export interface ClashContext {
  /** Normalised keys (snake case) that may hold many values at once. */
  readonly multiValued?: readonly string[];
  /** Both are memories of one owner, who is what they speak of. */
  readonly oneOwner?: boolean;
}

/** Clashes reported of one pair of texts: more say that the two are not about one thing. */
const MAX_CLASHES = 40;

const known = new PairCache<readonly Clash[]>();

/**
 * What two texts say that cannot both be true: fields of one thing; in English prose the edits of a
 * copy, sentences that deny or replace each other, claims about one name. Two statements clash at most
 * once, by their surest rule; the surest clashes come first, at most 40. Prose that the caller says to be
 * about different things never clashes. [] for equal texts. Near-linear; pairs are remembered.
 */
export function findClashes(
  a: ClashText,
  b: ClashText,
  context: ClashContext = {},
): readonly Clash[] {
  if (a.text === b.text) return [];
  const { multiValued = [], oneOwner = false } = context;
  const terms = JSON.stringify([a.entity, b.entity, a.source === b.source, oneOwner, multiValued]);
  return known.get(a.text, b.text, terms, () => compare(a, b, context));
}

function compare(a: ClashText, b: ClashText, context: ClashContext): readonly Clash[] {
  const multiValued = new Set(context.multiValued);
  const factsA = factsOf(a.text, { entity: a.entity, multiValued });
  const factsB = factsOf(b.text, { entity: b.entity, multiValued });
  const records = compareFacts(factsA, factsB);
  const isOneEntity = a.entity !== null && isSame(a.entity, b.entity);
  if (!isOneEntity && areSisters(a.text, b.text)) return bestOfEach(records.map(doubted));
  const isOther = a.entity !== null && b.entity !== null && !isOneEntity;
  const prose = isOther ? [] : proseClashes(a, b, isOneEntity, context.oneOwner ?? false);
  const statements = prose.filter(
    (clash) => !isField(clash.a, factsA) && !isField(clash.b, factsB),
  );
  return bestOfEach([...records, ...statements]);
}

/** The rows of a table about one thing and of the same table about another name the same parts. */
function doubted(clash: Clash): Clash {
  return { ...clash, tier: 'flag', possible: true };
}

/** The passage rules in order; what an edited copy explains is not looked at again. */
function proseClashes(
  a: ClashText,
  b: ClashText,
  sameEntity: boolean,
  oneOwner: boolean,
): readonly Clash[] {
  const sentences = Math.min(proseSentences(a.text).length, proseSentences(b.text).length);
  if (sentences === 0) return [];
  // In a single sentence another word makes another statement: the rules of sentences decide alone.
  const copied = sentences > 1 ? copyClashes(a.text, b.text, sameEntity) : [];
  if (copied.some(({ tier }) => tier === 'drop')) return copied;
  const promises = { sameEntity, sameSource: a.source === b.source, oneOwner };
  return [...copied, ...sentenceClashes(a.text, b.text, promises), ...claimClashes(a.text, b.text)];
}

function isSame(a: string, b: string | null): boolean {
  return b !== null && a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Fields are compared by key: read as prose they would clash with fields of other things. */
function isField(side: Span, facts: readonly Span[]): boolean {
  return facts.some(({ start, end }) => start < side.end && end > side.start);
}

/** The surest clash of each pair of statements, the surest first, at most 40. */
function bestOfEach(found: readonly Clash[]): readonly Clash[] {
  const best = new Map<string, Clash>();
  for (const clash of found.toSorted((x, y) => doubt(x) - doubt(y))) {
    const pair = [clash.a.start, clash.a.end, clash.b.start, clash.b.end].join();
    if (!best.has(pair)) best.set(pair, clash);
  }
  return [...best.values()].slice(0, MAX_CLASHES);
}

function doubt({ tier, possible }: Clash): number {
  return 2 * TIERS.indexOf(tier) + (possible ? 1 : 0);
}
