import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FitContext, Plan, Strategy } from '../../shared/fit/strategy.ts';
import { planTokens } from '../../shared/fit/strategy.ts';
import { DEFAULT_POLICY } from '../../shared/policy.ts';
import { terms } from '../../shared/score/words.ts';
import type { Item, ScoredCandidate } from '../../shared/stages.ts';
import type { Kind } from '../../shared/types.ts';
import { deepFreeze } from './freeze.ts';

/** Counts words: enough to compare sizes, and easy to reason about in a test. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** A text item; `over` changes what a test is about. */
export function item(
  over: Partial<ScoredCandidate> & { readonly id: string; readonly text?: string },
): Item {
  const text = over.text ?? 'word '.repeat(20);
  const candidate: ScoredCandidate = {
    kind: 'passage',
    source: 'test',
    trust: 'retrieved',
    pinned: false,
    title: '',
    entity: null,
    createdAtMs: null,
    supersededAtMs: null,
    group: null,
    isTask: false,
    position: 0,
    score: 0.5,
    scoreParts: {},
    ranking: { similarity: 0.5, matches: true },
    ...over,
    text,
  };
  return {
    candidate,
    form: 'whole',
    text,
    whole: text,
    wholeGroup: null,
    group: null,
    tokens: countWords(text),
    handles: [],
    showsHandle: false,
    by: '',
    reason: '',
  };
}

/** A context in which tokens are words, and every text has an original to offload. */
export function context(items: readonly Item[], over: Partial<FitContext> = {}): FitContext {
  return {
    policy: DEFAULT_POLICY,
    budgetTokens: 100,
    query: 'word',
    terms,
    sizer: {
      count: countWords,
      text: (_, text) => countWords(text),
      group: () => 0,
      marker: countWords,
    },
    fixed: { tools: 0, instructions: 0, overhead: 0 },
    fixedTokens: 0,
    contextMessageTokens: 0,
    fetchToolTokens: 5,
    originals: new Map(
      items.map(({ candidate }, index) => [
        candidate.id,
        {
          handle: `off_${index}`,
          candidateId: candidate.id,
          input: { text: candidate.text, mediaType: 'text/plain', source: 's', trust: 'user' },
        },
      ]),
    ),
    boundaryIds: new Set(),
    contextOpens: true,
    ...over,
  };
}

export function planOf(items: readonly Item[]): Plan {
  return { items, decided: [], historyMarker: null };
}

const anyItems = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Kind>('passage', 'record', 'notes', 'tool_result', 'memory'),
      pinned: fc.boolean(),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      words: fc.integer({ min: 0, max: 120 }),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ words, ...over }, position) =>
      item({
        ...over,
        id: `c${position}`,
        position,
        text: `Sentence ${position} is here. `.repeat(words),
      }),
    ),
  );

/** What every pressure strategy must keep. */
export function fitContract(strategy: Strategy): void {
  const check = (test: (plan: Plan, after: Plan, fits: FitContext) => void) =>
    fc.assert(
      fc.property(anyItems, fc.integer({ min: 0, max: 1500 }), (items, budgetTokens) => {
        const plan = deepFreeze(planOf(items));
        const fits = context(items, { budgetTokens });
        test(plan, strategy.apply(plan, fits), fits);
      }),
    );

  describe(`${strategy.name} keeps the contract of a strategy`, () => {
    it('gives back a plan that fits as it is', () => {
      check((plan, after, fits) => {
        if (planTokens(plan, fits) <= fits.budgetTokens) expect(after).toEqual(plan);
      });
    });

    it('never makes an over-budget plan larger', () => {
      check((plan, after, fits) => {
        if (planTokens(plan, fits) <= fits.budgetTokens) return;
        expect(planTokens(after, fits)).toBeLessThanOrEqual(planTokens(plan, fits));
      });
    });

    it('leaves pinned items untouched', () => {
      check((plan, after) => {
        const pinned = (from: Plan) => from.items.filter(({ candidate }) => candidate.pinned);
        expect(pinned(after)).toEqual(pinned(plan));
      });
    });

    it('gives every removed item exactly one decision, and no other item one', () => {
      check((plan, after) => {
        const left = new Set(after.items.map(({ candidate }) => candidate.id));
        const gone = plan.items.map(({ candidate }) => candidate.id).filter((id) => !left.has(id));
        expect(after.decided.map(({ id }) => id).toSorted()).toEqual(gone.toSorted());
      });
    });
  });
}
