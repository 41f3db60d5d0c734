import { terms } from '../score/words.ts';
import type { Span } from '../types.ts';
import { cutOf } from './cut.ts';
import type { Detector, Evidence, Finding, HealthPorts, Inspection } from './detector.ts';
import { type Disagreement, disagreementsIn, evidenceOf, isOwnClaim } from './disagreements.ts';
import { type OwnClaim, ownClaims, stateAgainst } from './own-claims.ts';
import { quote } from './quote.ts';
import { type Statement, statementsOf } from './statements.ts';
import { type VouchedLine, VouchedLines } from './vouched-lines.ts';
import { JUDGE_CONFIDENCE } from './window-judge.ts';

/** What stands in place of a claim that is not true. */
const MARKER = '[removed: not confirmed by the record]';
/** Severity (0–1) of a claim that a record or a judge denies, and of one that may be wrong. */
const DENIED_SEVERITY = 0.85;
const DOUBTFUL_SEVERITY = 0.6;
/** Claims that one check puts to the judge; each is a request to a language model. */
const MAX_JUDGED = 8;
/** Lines of a record that the judge reads beside a claim. */
const MAX_PREMISE_LINES = 6;

/** A claim of the model, and where it was made. */
interface Claimed {
  readonly statement: Statement;
  readonly claim: OwnClaim;
}

/**
 * Checks the model's own words against what is vouched for (trust `system` or `verified`): what a
 * record contradicts, and acts that it claims to have done ("I've issued your refund") while the record
 * says otherwise. A record whose state denies the act settles it; otherwise the judge compares the claim
 * with the lines about the same thing. A claim in a note is taken out, one in the conversation flagged. A
 * claim that nothing vouched for speaks of is left alone.
 */
export const claims: Detector = {
  name: 'poisoning',
  async detect(inspection: Inspection, ports?: HealthPorts): Promise<readonly Finding[]> {
    const statements = statementsOf(inspection);
    const own = statements.filter(({ isModel }) => isModel);
    if (own.length === 0) return [];
    const disagreements = await disagreementsIn(inspection, ports);
    const contradicted = disagreements.filter(isOwnClaim).map(disagreementFinding);
    const claimed = own.flatMap((statement) =>
      ownClaims(statement.text).map((claim) => ({ statement, claim })),
    );
    if (claimed.length === 0) return contradicted;
    const lines = new VouchedLines(statements.filter(isRecord));
    return [...contradicted, ...(await deniedActs(claimed, lines, ports))];
  },
};

/** Records and other knowledge that is vouched for; instructions say what shall be, not what is. */
function isRecord({ chunk, trust, isModel }: Statement): boolean {
  const isVouched = trust === 'system' || trust === 'verified';
  return isVouched && !isModel && chunk.kind !== 'system' && chunk.kind !== 'policy';
}

async function deniedActs(
  claimed: readonly Claimed[],
  lines: VouchedLines,
  ports: HealthPorts | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const open: { readonly made: Claimed; readonly related: readonly VouchedLine[] }[] = [];
  for (const made of claimed) {
    const related = lines.relatedTo(made.claim.objects);
    if (related.length === 0) continue;
    const denial = deniedBy(made.claim, related);
    if (denial !== null) findings.push(deniedFinding(made, denial, 'the record says otherwise'));
    else if (open.length < MAX_JUDGED) open.push({ made, related });
  }
  const verdicts = await (ports?.judge(
    open.map(({ made, related }) => ({
      premise: related
        .slice(0, MAX_PREMISE_LINES)
        .map(({ text }) => text)
        .join('\n'),
      hypothesis: made.claim.text,
    })),
  ) ?? []);
  for (const [index, { made, related }] of open.entries()) {
    const verdict = verdicts[index] ?? null;
    const [first] = related;
    if (first === undefined || verdict?.label !== 'contradiction') continue;
    const isSure = verdict.confidence >= JUDGE_CONFIDENCE;
    findings.push(
      isSure
        ? deniedFinding(made, first, 'the judge confirms the contradiction')
        : doubtfulFinding(made, first),
    );
  }
  return findings;
}

/** The line whose field says that the act was not done; null when none does or another confirms it. */
function deniedBy(claim: OwnClaim, related: readonly VouchedLine[]): VouchedLine | null {
  let denial: VouchedLine | null = null;
  for (const line of related) {
    for (const { key, raw } of line.facts) {
      const words = terms(key.replace(/[_.]/g, ' '));
      if (!words.some((term) => claim.objects.has(term))) continue;
      const state = stateAgainst(raw, claim.verb);
      if (state === 'confirms') return null;
      if (state === 'denies') denial ??= line;
    }
  }
  return denial;
}

function deniedFinding(made: Claimed, line: VouchedLine, why: string): Finding {
  const { chunk, isTurn } = made.statement;
  const at = spanOf(made);
  const action = isTurn || chunk.pinned ? ('flag' as const) : ('excise' as const);
  return {
    ...baseFinding(made, line),
    severity: DENIED_SEVERITY,
    action,
    targets: [chunk.id],
    reason: `The model's own claim is not true: ${describe(made, line)}; ${why}`,
    ...(action === 'excise'
      ? { excise: [{ chunkId: chunk.id, spans: [at] }], marker: MARKER }
      : {}),
  };
}

function doubtfulFinding(made: Claimed, line: VouchedLine): Finding {
  return {
    ...baseFinding(made, line),
    severity: DOUBTFUL_SEVERITY,
    action: 'flag',
    reason: `The model's own claim may not be true: ${describe(made, line)}; the judge is not sure`,
  };
}

function baseFinding(made: Claimed, line: VouchedLine) {
  const { chunk } = made.statement;
  const at = spanOf(made);
  const vouched = line.statement.chunk;
  const evidence: Evidence[] = [
    { chunkId: chunk.id, ...at, text: chunk.text.slice(at.start, at.end) },
    { chunkId: vouched.id, start: line.start, end: line.end, text: line.text },
  ];
  return {
    detector: 'poisoning' as const,
    layer: 'verify' as const,
    chunkIds: [...new Set([chunk.id, vouched.id])],
    evidence,
  };
}

function spanOf({ statement, claim }: Claimed): Span {
  return { start: statement.start + claim.start, end: statement.start + claim.end };
}

function describe({ claim }: Claimed, { text, statement }: VouchedLine): string {
  const { id, source } = statement.chunk;
  return `"${quote(claim.text)}" against "${quote(text)}" (${id}, ${quote(source)}, ${statement.trust})`;
}

/** What a record contradicts in the model's words, whatever it is about. */
function disagreementFinding({ clash, a, b, settled }: Disagreement): Finding {
  const [own, vouched] = a.isModel ? [a, b] : [b, a];
  const [said, known] = a.isModel ? [clash.a, clash.b] : [clash.b, clash.a];
  const cut = cutOf(own, said, clash, MARKER);
  const evidence = [evidenceOf(own, said), evidenceOf(vouched, known)];
  const isActed = settled !== null && !own.isTurn && !own.chunk.pinned;
  const how = settled === null ? 'may contradict' : 'contradicts';
  return {
    detector: 'poisoning',
    layer: 'verify',
    severity: settled === null ? DOUBTFUL_SEVERITY : DENIED_SEVERITY,
    chunkIds: [...new Set([own.chunk.id, vouched.chunk.id])],
    targets: [own.chunk.id],
    evidence,
    action: isActed ? (cut.isWhole ? 'drop' : 'excise') : 'flag',
    reason: `The model's own statement ${how} what is vouched for: "${quote(said.text)}" against "${quote(known.text)}" (${vouched.chunk.id}, ${quote(vouched.source)}, ${vouched.trust})`,
    ...(isActed ? { excise: cut.excise, marker: cut.marker } : {}),
  };
}
