import type { WindowAnswer } from '../contracts/windows.ts';
import { sectionOf } from '../sections.ts';
import { isStanding } from '../trace/standing.ts';
import { SECTIONS, type Section } from '../types.ts';

/** Tokens of each section of a window. */
export type SectionTokens = Readonly<Record<Section, number>>;

/** What a session keeps of one of its windows. */
export interface SessionStep {
  /** Tokens that everything that was offered would have taken, by section. */
  readonly before: SectionTokens;
  /** Tokens of the window, by section. */
  readonly after: SectionTokens;
  readonly prefixHit: boolean;
  readonly reusableTokens: number;
  /** Candidates that stand in the window in some form, and those that do not. */
  readonly kept: number;
  readonly dropped: number;
}

/**
 * What a session keeps of a window. `before` is the window as if nothing had been left out or
 * shortened: what is no candidate (frames, tools, the task) stands in both, and `added` (the fetch
 * tool and the note about older conversation) only in the window.
 */
export function stepOf(
  answer: WindowAnswer,
  added: { readonly tools: number; readonly history: number },
): SessionStep {
  const after = answer.tokens.by_section;
  const before: Record<Section, number> = { ...after };
  before.tools = Math.max(0, before.tools - added.tools);
  before.history = Math.max(0, before.history - added.history);
  const kept = answer.chunks.filter(isStanding).length;
  for (const { kind, fate, tokens_in: tokensIn, tokens_out: tokensOut } of answer.chunks) {
    // A whole text is counted in the window; its own estimate holds a share of the frames.
    if (fate !== 'kept') before[sectionOf(kind)] += tokensIn - tokensOut;
  }
  return {
    before,
    after,
    prefixHit: answer.prefix.hit,
    reusableTokens: answer.prefix.reusable_tokens,
    kept,
    dropped: answer.chunks.length - kept,
  };
}

/** The sum of all sections; 0 where there are none. */
export function totalOf(sections: SectionTokens): number {
  return SECTIONS.reduce((sum, section) => sum + sections[section], 0);
}
