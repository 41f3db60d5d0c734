import { describe, expect, it } from 'vitest';
import { claims } from '../../../shared/health/claims.ts';
import type { HealthPorts } from '../../../shared/health/detector.ts';
import type { EntailmentPair, EntailmentVerdict } from '../../../shared/ports.ts';
import { detectorContract, inspected, inspection } from '../../support/detector-contract.ts';

type Chunk = ReturnType<typeof inspected>;

const note = (text: string, over: Partial<Chunk> = {}) =>
  inspected({
    id: 'note',
    kind: 'notes',
    trust: 'model',
    text,
    modelSpans: [{ start: 0, end: text.length }],
    ...over,
  });
const record = (text: string, over: Partial<Chunk> = {}) =>
  inspected({
    id: 'record',
    kind: 'record',
    source: 'orders-db',
    trust: 'verified',
    text,
    ...over,
  });
const NOT_ISSUED = record('order: 1042\nrefund_status: not issued');
const CLAIM = "The customer is Anna. I've issued your refund for order 1042. She is happy.";

detectorContract(claims, inspection([note(CLAIM), NOT_ISSUED]));

function judge(verdict: EntailmentVerdict | null): { asked: EntailmentPair[]; ports: HealthPorts } {
  const asked: EntailmentPair[] = [];
  const ask: HealthPorts['judge'] = async (pairs) => {
    asked.push(...pairs);
    return pairs.map(() => verdict);
  };
  return { asked, ports: { judge: ask } };
}

describe('claims', () => {
  it('takes a claim out of a note that the record denies, and nothing else', async () => {
    const findings = await claims.detect(inspection([note(CLAIM), NOT_ISSUED]));
    expect(findings).toMatchObject([
      { detector: 'poisoning', layer: 'verify', action: 'excise', targets: ['note'] },
    ]);
    const [span] = findings[0]?.excise?.[0]?.spans ?? [];
    expect(CLAIM.slice(span?.start, span?.end)).toBe("I've issued your refund for order 1042.");
    expect(findings[0]?.reason).toContain('refund_status: not issued');
  });

  it.each([
    ['the record confirms it', record('order: 1042\nrefund_status: issued')],
    ['the record is about another order', record('order: 1077\nrefund_status: not issued')],
    ['nobody vouches for the record', { ...NOT_ISSUED, trust: 'retrieved' as const }],
    ['the record speaks of something else', record('order: 1042\ncolour: blue')],
  ])('leaves a claim when %s', async (_, chunk) => {
    expect(await claims.detect(inspection([note(CLAIM), chunk]))).toEqual([]);
  });

  it('flags a claim in the conversation, where nothing is cut', async () => {
    const said = `assistant: ${CLAIM}`;
    const turn = note(said, {
      kind: 'history',
      dataSpans: [],
      modelSpans: [{ start: 'assistant: '.length, end: said.length }],
    });
    const findings = await claims.detect(inspection([turn, NOT_ISSUED]));
    expect(findings).toMatchObject([{ action: 'flag', evidence: [{ chunkId: 'note' }, {}] }]);
  });

  it('puts a claim to the judge when no state decides it', async () => {
    const line = 'Refund for order 1042: the bank sent the money back to us on Monday.';
    const chunks = [note(CLAIM), record(line)];
    const sure = judge({ label: 'contradiction', confidence: 0.9 });
    expect(await claims.detect(inspection(chunks), sure.ports)).toMatchObject([
      { action: 'excise' },
    ]);
    expect(sure.asked).toEqual([
      { premise: line, hypothesis: "I've issued your refund for order 1042." },
    ]);
    const unsure = judge({ label: 'contradiction', confidence: 0.6 });
    expect(await claims.detect(inspection(chunks), unsure.ports)).toMatchObject([
      { action: 'flag' },
    ]);
    for (const verdict of [null, { label: 'neutral', confidence: 1 } as const]) {
      expect(await claims.detect(inspection(chunks), judge(verdict).ports)).toEqual([]);
    }
  });

  it('finds what a record contradicts in the words of the model, whatever it is about', async () => {
    const chunks = [note('host: api-1\nport: 9090'), record('host: api-1\nport: 8080')];
    expect(await claims.detect(inspection(chunks))).toMatchObject([
      { layer: 'verify', action: 'excise', targets: ['note'] },
    ]);
  });

  it('does not read what the user or a page claims', async () => {
    const page = inspected({ id: 'page', text: CLAIM });
    expect(await claims.detect(inspection([page, NOT_ISSUED]))).toEqual([]);
  });

  it('takes only the value out of a note in JSON, which stays valid', async () => {
    const text = '{"host": "api-1", "port": 9090, "zone": "eu"}';
    const chunks = [note(text), record('host: api-1\nport: 8080')];
    const [finding] = await claims.detect(inspection(chunks));
    const [span] = finding?.excise?.[0]?.spans ?? [];
    const cut = text.slice(0, span?.start) + finding?.marker + text.slice(span?.end);
    expect(JSON.parse(cut)).toMatchObject({ host: 'api-1', zone: 'eu' });
    expect(cut).not.toContain('9090');
  });
});
