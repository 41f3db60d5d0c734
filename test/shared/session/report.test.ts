import { describe, expect, it } from 'vitest';
import { type ReportedStep, rotReport } from '../../../shared/session/report.ts';

const step = (n: number, quality: number | null): ReportedStep => ({
  step: n,
  windowId: `win_${n}`,
  createdAtMs: n,
  tokensBefore: 200 * n,
  tokensAfter: 100 * n,
  sections: null,
  prefixHit: false,
  reusableTokens: 0,
  healthStatus: 'healthy',
  kept: 1,
  dropped: 0,
  outcome:
    quality === null
      ? null
      : {
          quality,
          inputTokens: null,
          cacheReadTokens: null,
          outputTokens: null,
          note: null,
          createdAtMs: n,
        },
});

describe('rotReport()', () => {
  it('puts a point on the curve for each step that was judged', () => {
    const report = rotReport([step(1, 0.9), step(2, null), step(3, 0.5)], [], { rotDrop: 0.2 });
    expect(report.curve).toEqual([
      { step: 1, window_id: 'win_1', tokens: 100, quality: 0.9 },
      { step: 3, window_id: 'win_3', tokens: 300, quality: 0.5 },
    ]);
    expect(report).toMatchObject({ baseline: null, detected: false });
  });
});
