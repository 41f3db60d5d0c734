import { clashCandidates, findClashes } from '../clash/find.ts';
import type { Clash, ClashSide } from '../clash/types.ts';
import { EXCISED } from '../messages/edit.ts';
import type { Evidence, HealthPorts, Inspection } from './detector.ts';
import { type Precedence, precedence } from './precedence.ts';
import { type Statement, statementsOf } from './statements.ts';
import { JUDGE_CONFIDENCE } from './window-judge.ts';

/** How a disagreement was settled: by a rule that is right nearly always, by the judge, or not at all. */
type Settled = 'rule' | 'judge' | null;

/** Two statements of a window that cannot both be true, and which one gives way. */
export interface Disagreement {
  readonly clash: Clash;
  readonly a: Statement;
  readonly b: Statement;
  readonly precedence: Precedence;
  readonly settled: Settled;
}

/** Pairs that one check asks the judge about; each is a request to a language model. */
const MAX_JUDGED = 12;
/** Disagreements that one check reports; a window with more is not mended by reading them. */
const MAX_REPORTED = 60;

/**
 * Finds what in the window disagrees. Clear clashes are settled by a rule; what may be one is put to the
 * judge where the two sides are not equally trusted, and stays open without a verdict. What the judge
 * finds to agree is left out. The same inspection gives the same answer.
 */
export async function disagreementsIn(
  inspection: Inspection,
  ports: HealthPorts | undefined,
): Promise<readonly Disagreement[]> {
  const known = answers.get(inspection);
  if (known !== undefined) return known;
  const found = judged(compared(inspection), ports);
  answers.set(inspection, found);
  return found;
}

/** Two detectors read the same answer in one round. */
const answers = new WeakMap<Inspection, Promise<readonly Disagreement[]>>();

function compared(inspection: Inspection): readonly Disagreement[] {
  const statements = statementsOf(inspection);
  const found: Disagreement[] = [];
  const candidates = clashCandidates(
    statements.map(({ text }) => text),
    statements.map(({ entity }) => entity),
  );
  for (const [i, j] of candidates) {
    const [a, b] = [statements[i], statements[j]];
    if (a === undefined || b === undefined || isSuccession(a, b)) continue;
    for (const clash of findClashes(a, b)) {
      if (found.length === MAX_REPORTED) return found;
      if (clash.a.text.includes(CUT) || clash.b.text.includes(CUT)) continue;
      const verdict = precedence(sideOf(a), sideOf(b), inspection.nowMs);
      const settled = clash.tier === 'drop' && verdict.loser !== null ? 'rule' : null;
      found.push({ clash, a, b, precedence: verdict, settled });
    }
  }
  return found;
}

/** What an earlier round took out says nothing any more. */
const CUT = EXCISED.slice(0, -1);

/** Turns of one conversation follow each other: what changed between two calls is no contradiction. */
function isSuccession(a: Statement, b: Statement): boolean {
  return (a.isTurn && b.isTurn) || (a.chunk === b.chunk && !a.isModel && !b.isModel);
}

function sideOf({ chunk, trust }: Statement) {
  const { kind, pinned, supersededAtMs } = chunk;
  return { kind, pinned, supersededAtMs, trust };
}

/** Puts open pairs across trust classes to the judge: the more trusted side is the premise. */
async function judged(
  found: readonly Disagreement[],
  ports: HealthPorts | undefined,
): Promise<readonly Disagreement[]> {
  const open = found
    .filter(({ settled, a, b }) => settled === null && a.trust !== b.trust)
    .filter(({ precedence: { loser } }) => loser !== null)
    .slice(0, MAX_JUDGED);
  if (open.length === 0 || ports === undefined) return found;
  const verdicts = await ports.judge(
    open.map(({ clash, precedence: { loser } }) => ({
      premise: (loser === 'a' ? clash.b : clash.a).text,
      hypothesis: (loser === 'a' ? clash.a : clash.b).text,
    })),
  );
  const byPair = new Map(open.map((pair, index) => [pair, verdicts[index] ?? null] as const));
  return found.flatMap((pair) => {
    const verdict = byPair.get(pair) ?? null;
    if (verdict === null || verdict.confidence < JUDGE_CONFIDENCE) return [pair];
    if (verdict.label === 'entailment') return [];
    return [verdict.label === 'contradiction' ? { ...pair, settled: 'judge' as const } : pair];
  });
}

/** Where one side of a disagreement stands, in its chunk. */
export function evidenceOf(statement: Statement, side: ClashSide): Evidence {
  const start = statement.start + side.start;
  const end = statement.start + side.end;
  return { chunkId: statement.chunk.id, start, end, text: statement.chunk.text.slice(start, end) };
}

/** Whether the model's own words stand against somebody who vouches for what is said. */
export function isOwnClaim({ a, b }: Disagreement): boolean {
  const vouched = (side: Statement) => side.trust === 'system' || side.trust === 'verified';
  return (a.isModel && vouched(b)) || (b.isModel && vouched(a));
}
