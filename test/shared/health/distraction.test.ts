import { describe, expect, test } from 'vitest';
import { distraction } from '../../../shared/health/distraction.ts';
import { DEFAULT_POLICY } from '../../../shared/policy.ts';
import type { Kind } from '../../../shared/types.ts';
import { detectorContract, inspected, inspection } from '../../support/detector-contract.ts';

const OFF = { similarity: 0.04, matches: false } as const;
const off = inspected({ id: 'off', text: 'Penguins live in the south.', ranking: OFF });

detectorContract(distraction, inspection([off]));

async function ids(...chunks: readonly ReturnType<typeof inspected>[]): Promise<readonly string[]> {
  const findings = await distraction.detect(inspection(chunks));
  for (const finding of findings) expect(finding.action).toBe('drop');
  return findings.flatMap((finding) => finding.chunkIds);
}

describe('distraction', () => {
  test('detect() drops what is neither similar to the task nor shares a word with it', async () => {
    expect(await ids(off)).toEqual(['off']);
  });

  test.each([
    ['shares a word with the task', { similarity: 0.04, matches: true }],
    [
      'is similar enough',
      { similarity: DEFAULT_POLICY.distraction_min_similarity, matches: false },
    ],
    ['was not embedded', { similarity: null, matches: false }],
    ['was not ranked', null],
  ] as const)('detect() keeps a text that %s', async (_, ranking) => {
    expect(await ids({ ...off, ranking })).toEqual([]);
  });

  test.each<[Kind, boolean]>([
    ['record', true],
    ['memory', true],
    ['tool_result', true],
    ['history', false],
    ['notes', false],
    ['example', false],
  ])('detect() on a %s off the task: dropped is %s', async (kind, isDropped) => {
    expect(await ids({ ...off, kind })).toEqual(isDropped ? ['off'] : []);
  });

  test.each([
    [
      'a log',
      Array.from({ length: 30 }, (_, n) => `2026-01-02 10:00:${n} INFO step ${n} done`).join('\n'),
    ],
    ['JSON', JSON.stringify({ penguins: [{ place: 'south' }, { place: 'zoo' }] })],
  ])('detect() only flags %s, whose similarity means nothing', async (_, text) => {
    const [finding] = await distraction.detect(
      inspection([inspected({ id: 'l', text, ranking: OFF })]),
    );
    expect(finding?.action).toBe('flag');
  });

  test('detect() judges nothing when the task has no words to go by', async () => {
    expect(await distraction.detect(inspection([off], { task: 'Go on.' }))).toEqual([]);
  });

  test('detect() follows the policy of the window', async () => {
    const policy = { ...DEFAULT_POLICY, distraction_min_similarity: 0.04 };
    expect(await distraction.detect(inspection([off], { policy }))).toEqual([]);
  });

  test('detect() is more severe the further a text is from the task', async () => {
    const near = { ...off, ranking: { similarity: 0.09, matches: false } };
    const [far, close] = await distraction.detect(inspection([off, near]));
    expect(far?.severity).toBeGreaterThan(close?.severity ?? 1);
  });
});
