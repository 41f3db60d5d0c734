import { describe, expect, it } from 'vitest';
import type { EntailmentJudge } from '../../../shared/ports.ts';

/** What every judge must do. */
export function entailmentJudgeContract(name: string, create: () => EntailmentJudge): void {
  describe(`EntailmentJudge contract: ${name}`, () => {
    it('judge() gives a label and a confidence in [0, 1] per pair, in order', async () => {
      const same = { premise: 'The shop is open.', hypothesis: 'The shop is open.' };
      const opposite = { premise: 'The shop is open.', hypothesis: 'The shop is not open.' };
      const pairs = [...Array.from({ length: 9 }, () => same), opposite];
      const answer = await create().judge(pairs);
      if (!answer.ok) throw new Error(answer.error.detail);
      const labels = answer.value.map((verdict) => verdict?.label);
      expect(labels).toEqual([...Array.from({ length: 9 }, () => 'entailment'), 'contradiction']);
      for (const verdict of answer.value) {
        expect(verdict?.confidence).toBeGreaterThanOrEqual(0);
        expect(verdict?.confidence).toBeLessThanOrEqual(1);
      }
    });
    it('judge() gives no verdicts for no pairs', async () => {
      expect(await create().judge([])).toEqual({ ok: true, value: [] });
    });
  });
}
