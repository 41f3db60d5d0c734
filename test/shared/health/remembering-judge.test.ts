import { describe, expect, it } from 'vitest';
import { TextCache } from '../../../shared/compare/text-cache.ts';
import { rememberingJudge } from '../../../shared/health/remembering-judge.ts';
import type { EntailmentJudge, EntailmentPair } from '../../../shared/ports.ts';
import { fail, ok } from '../../../shared/result.ts';
import { entailmentJudgeContract } from '../../support/contracts/entailment-judge.ts';

const pair = (premise: string): EntailmentPair => ({ premise, hypothesis: 'x' });
const certain = { label: 'contradiction', confidence: 0.9 } as const;

function recording(answer: EntailmentJudge['judge']) {
  const asked: (readonly EntailmentPair[])[] = [];
  const judge: EntailmentJudge = {
    judge: (pairs) => {
      asked.push(pairs);
      return answer(pairs);
    },
  };
  return { asked, judge: rememberingJudge(judge, new TextCache()) };
}

/** The opposite of a sentence contradicts it, the same one follows from it. */
const byWords: EntailmentJudge['judge'] = async (pairs) =>
  ok(
    pairs.map(({ premise, hypothesis }) => ({
      label: premise === hypothesis ? ('entailment' as const) : ('contradiction' as const),
      confidence: 0.9,
    })),
  );

entailmentJudgeContract('remembering', () => recording(byWords).judge);

describe('rememberingJudge()', () => {
  it('asks only for pairs that have no verdict', async () => {
    const { asked, judge } = recording(async (pairs) => ok(pairs.map(() => certain)));
    await judge.judge([pair('a'), pair('b')]);
    expect(await judge.judge([pair('b'), pair('c')])).toEqual(ok([certain, certain]));
    expect(asked).toEqual([[pair('a'), pair('b')], [pair('c')]]);
  });

  it('asks again for what was not judged', async () => {
    const { asked, judge } = recording(async (pairs) => ok(pairs.map(() => null)));
    await judge.judge([pair('a')]);
    expect(await judge.judge([pair('a')])).toEqual(ok([null]));
    expect(asked).toHaveLength(2);
  });

  it('passes a failure on and forgets it', async () => {
    let isDown = true;
    const failure = { code: 'dependency_unavailable' as const, detail: 'down' };
    const { judge } = recording(async (pairs) =>
      isDown ? fail(failure) : ok(pairs.map(() => certain)),
    );
    expect(await judge.judge([pair('a')])).toEqual(fail(failure));
    isDown = false;
    expect(await judge.judge([pair('a')])).toEqual(ok([certain]));
  });
});
