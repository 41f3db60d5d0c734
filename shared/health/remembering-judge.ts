import type { TextCache } from '../compare/text-cache.ts';
import type { EntailmentJudge, EntailmentPair, EntailmentVerdict } from '../ports.ts';
import { ok } from '../result.ts';

/** What is remembered of a pair; the verdict is null until it was judged. */
type Remembered = TextCache<{ verdict: EntailmentVerdict | null }>;

/**
 * A judge that asks another one only for pairs without a verdict, so that the rounds of a window and the
 * windows of a session do not pay twice. A failure is passed on and not remembered.
 */
export function rememberingJudge(judge: EntailmentJudge, known: Remembered): EntailmentJudge {
  return {
    async judge(pairs) {
      const entries = pairs.map((pair) => known.get(keyOf(pair), () => ({ verdict: null })));
      const open = pairs.filter((_, index) => entries[index]?.verdict === null);
      if (open.length > 0) {
        const answer = await judge.judge(open);
        if (!answer.ok) return answer;
        const verdicts = new Map(open.map((pair, index) => [keyOf(pair), answer.value[index]]));
        for (const [index, pair] of pairs.entries()) {
          const entry = entries[index];
          if (entry?.verdict === null) entry.verdict = verdicts.get(keyOf(pair)) ?? null;
        }
      }
      return ok(entries.map(({ verdict }) => verdict));
    },
  };
}

function keyOf({ premise, hypothesis }: EntailmentPair): string {
  return JSON.stringify([premise, hypothesis]);
}
