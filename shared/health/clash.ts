import type { Clash, ClashSide } from '../clash/types.ts';
import { cutOf } from './cut.ts';
import type { Detector, Finding, HealthPorts, Inspection } from './detector.ts';
import { type Disagreement, disagreementsIn, evidenceOf, isOwnClaim } from './disagreements.ts';
import { quote } from './quote.ts';
import { staleCopies } from './stale-copies.ts';
import type { Statement } from './statements.ts';

/** What stands in place of a statement that gave way. */
const MARKER = '[removed: contradicts a more trusted or current source]';
/** Severity (0–1) by tier; what formats or rounding may explain is the least. */
const SEVERITY = { drop: 0.9, high: 0.7, flag: 0.5, possible: 0.3 } as const;

/**
 * Finds statements that cannot both be true and decides by provenance: the more trusted or current side
 * stays and the other statement is taken out, when the clash is clear or a judge confirms it. Equal trust
 * is flagged with both sides and their sources, and so is all that only may be a clash. Turns of the
 * conversation are never cut. The model's own words against verified lines are the poisoning detector's.
 */
export const clash: Detector = {
  name: 'clash',
  async detect(inspection: Inspection, ports?: HealthPorts): Promise<readonly Finding[]> {
    const found = await disagreementsIn(inspection, ports);
    return [...staleCopies(inspection), ...found.filter((pair) => !isOwnClaim(pair)).map(finding)];
  },
};

function finding(pair: Disagreement): Finding {
  const { clash: found, a, b, settled } = pair;
  const base = {
    detector: 'clash' as const,
    layer: 'decide' as const,
    severity: found.possible ? SEVERITY.possible : SEVERITY[found.tier],
    chunkIds: [...new Set([a.chunk.id, b.chunk.id])],
    evidence: [evidenceOf(a, found.a), evidenceOf(b, found.b)],
  };
  const loser = loserOf(pair);
  const said = describe(found, a, b);
  if (loser === null || loser.statement.isTurn) {
    return { ...base, action: 'flag', reason: `${said}; ${whyOpen(pair)}` };
  }
  const by = settled === 'judge' ? ', confirmed by the judge' : '';
  const { isWhole, ...cut } = cutOf(loser.statement, loser.side, found, MARKER);
  return {
    ...base,
    ...cut,
    action: isWhole ? 'drop' : 'excise',
    targets: [loser.statement.chunk.id],
    reason: `${said}; ${pair.precedence.reason}${by}`,
  };
}

function loserOf({ clash: found, a, b, settled, precedence: { loser } }: Disagreement) {
  if (settled === null || loser === null) return null;
  return loser === 'a' ? { statement: a, side: found.a } : { statement: b, side: found.b };
}

function whyOpen({
  clash: found,
  settled,
  precedence: { loser, reason },
  a,
  b,
}: Disagreement): string {
  if (loser === null) return reason;
  if (settled !== null) return 'the side that would give way is a turn of the conversation';
  if (a.trust !== b.trust)
    return found.possible ? 'possibly the same' : 'not certain, nobody judged it';
  return found.possible ? 'possibly the same' : reason;
}

function describe(found: Clash, a: Statement, b: Statement): string {
  const what = found.possible ? 'May disagree' : 'Disagree';
  const on = found.subject === '' ? '' : ` on ${quote(found.subject)}`;
  const side = (statement: Statement, { value }: ClashSide) =>
    `"${quote(value)}" (${statement.chunk.id}, ${quote(statement.source)}, ${statement.trust})`;
  return `${what}${on}: ${side(a, found.a)} against ${side(b, found.b)}`;
}
