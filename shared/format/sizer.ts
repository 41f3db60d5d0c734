import type { Sizer } from '../fit/strategy.ts';
import { isInstruction } from '../fit/strategy.ts';
import { renderGroups } from '../messages/render.ts';
import type { Group } from '../messages/types.ts';
import type { TokenCounter } from '../ports.ts';
import { correctionTokens } from '../tokens/costs.ts';
import { countMessage, countText, messageOverheadTokens } from '../tokens/messages.ts';
import type { Dialect } from '../types.ts';
import { wrap } from './wrap.ts';

/** What stands between two instructions in the system prompt. */
export const INSTRUCTION_JOIN = '\n\n';

/**
 * Measures candidates in the form in which they will be rendered, so that the fit knows what it
 * costs to keep them, with the encoding's correction on each. Instructions are charged with their
 * separator: joining texts never makes more tokens than its parts but for rare borders, which the
 * final count catches.
 */
export function createSizer(dialect: Dialect, counter: TokenCounter): Sizer {
  const groupTokens = new WeakMap<Group, number>();
  const overhead = messageOverheadTokens(dialect);
  const corrected = (tokens: number) => tokens + correctionTokens(counter.encoding, tokens);
  const count = (text: string) => corrected(countText(text, dialect, counter));
  const join = count(INSTRUCTION_JOIN);
  return {
    count,
    text(candidate, text, handle) {
      if (candidate.kind === 'task') return count(text) + overhead;
      if (isInstruction(candidate)) return count(text) + join;
      return count(wrap(candidate, text, handle));
    },
    group(group) {
      let tokens = groupTokens.get(group);
      if (tokens === undefined) {
        tokens = 0;
        for (const message of renderGroups([group], dialect)) {
          const { content, overhead: frames } = countMessage(message, dialect, counter);
          tokens += corrected(content) + frames;
        }
        groupTokens.set(group, tokens);
      }
      return tokens;
    },
    marker: (text) => count(text) + overhead,
  };
}
