import { describe, expect, it } from 'vitest';
import { clash } from '../../../shared/health/clash.ts';
import type { Finding, HealthPorts } from '../../../shared/health/detector.ts';
import type { EntailmentPair, EntailmentVerdict } from '../../../shared/ports.ts';
import { detectorContract, inspected, inspection } from '../../support/detector-contract.ts';

type Chunk = ReturnType<typeof inspected>;

const record = (id: string, text: string, over: Partial<Chunk> = {}) =>
  inspected({ id, kind: 'record', source: `source-${id}`, text, ...over });
const API_8080 = record('a', 'host: api-1\nport: 8080\nzone: eu', { trust: 'verified' });
const API_9090 = record('b', 'host: api-1\nport: 9090\nzone: eu');

detectorContract(clash, inspection([API_8080, API_9090]));

function ports(verdict: EntailmentVerdict | null): { asked: EntailmentPair[]; ports: HealthPorts } {
  const asked: EntailmentPair[] = [];
  return {
    asked,
    ports: {
      judge: async (pairs) => {
        asked.push(...pairs);
        return pairs.map(() => verdict);
      },
    },
  };
}

async function check(chunks: readonly Chunk[], given?: HealthPorts): Promise<readonly Finding[]> {
  return clash.detect(inspection(chunks), given);
}

describe('clash', () => {
  it('takes the value of the less trusted side out and shows both sides', async () => {
    const [finding, ...rest] = await check([API_8080, API_9090]);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      action: 'excise',
      layer: 'decide',
      chunkIds: ['a', 'b'],
      targets: ['b'],
      evidence: [{ text: 'port: 8080' }, { text: 'port: 9090' }],
    });
    const [span] = finding?.excise?.[0]?.spans ?? [];
    expect(API_9090.text.slice(span?.start, span?.end)).toBe('9090');
    expect(finding?.reason).toContain('source-a');
    expect(finding?.reason).toContain('verified wins over retrieved');
  });

  it('F-28 flags equal trust once, with both sources, and guesses nothing', async () => {
    const docs = [
      record('A', 'host: api-1\nport: 8080'),
      record('B', 'host: api-2\nport: 9090'),
      record('C', 'status: ripe'),
      record('D', 'status: live'),
      record('E', 'bench: nightly\ntag: fast'),
      record('F', 'bench: nightly\ntag: gpu'),
    ];
    expect(await check(docs)).toEqual([]);
    const findings = await check([...docs, record('G', 'host: api-1\nport: 9090')]);
    expect(findings).toMatchObject([{ action: 'flag', chunkIds: ['A', 'G'] }]);
    expect(findings[0]?.reason).toMatch(
      /api-1 port.*8080.*source-A.*9090.*source-G.*equally trusted/,
    );
  });

  it('B20 lets the current statement win over the superseded one, whoever makes it', async () => {
    const old = record('old', 'host: api-1\nport: 8080\nowner: heron team', {
      trust: 'verified',
      supersededAtMs: Date.UTC(2026, 5, 1),
    });
    const current = record('new', 'host: api-1\nport: 9090\nregion: eu-west');
    expect(await check([old, current])).toMatchObject([{ action: 'excise', targets: ['old'] }]);
  });

  it('never cuts pinned text or a turn of the conversation', async () => {
    const pinned = { ...API_9090, pinned: true };
    expect(await check([API_8080, pinned])).toMatchObject([{ action: 'flag' }]);
    const turn = { ...API_9090, kind: 'history' as const };
    expect(await check([API_8080, turn])).toMatchObject([{ action: 'flag' }]);
  });

  it('lets two results of one conversation follow each other', async () => {
    const turns = [API_8080, API_9090].map((chunk) => ({ ...chunk, kind: 'history' as const }));
    expect(await check(turns)).toEqual([]);
  });

  describe('with a judge, for what may be a clash across trust classes', () => {
    const sure = record('a', 'sku: kettle\nprice: 1.234', { trust: 'verified' });
    const doubtful = record('b', 'sku: kettle\nprice: 1,234');

    it('flags it as possible without a verdict', async () => {
      const { asked, ports: given } = ports(null);
      const findings = await check([sure, doubtful], given);
      expect(findings).toMatchObject([{ action: 'flag' }]);
      expect(findings[0]?.reason).toContain('May disagree');
      expect(asked).toEqual([{ premise: 'price: 1.234', hypothesis: 'price: 1,234' }]);
    });

    it('acts when the judge is sure of the contradiction', async () => {
      const { ports: given } = ports({ label: 'contradiction', confidence: 0.9 });
      expect(await check([sure, doubtful], given)).toMatchObject([
        { action: 'excise', targets: ['b'] },
      ]);
    });

    it('clears it when the judge is sure that one follows from the other', async () => {
      const { ports: given } = ports({ label: 'entailment', confidence: 0.9 });
      expect(await check([sure, doubtful], given)).toEqual([]);
    });

    it('leaves the flag when the judge is not sure', async () => {
      const { ports: given } = ports({ label: 'contradiction', confidence: 0.5 });
      expect(await check([sure, doubtful], given)).toMatchObject([{ action: 'flag' }]);
    });

    it('does not ask about equally trusted sides', async () => {
      const { asked, ports: given } = ports({ label: 'contradiction', confidence: 1 });
      expect(await check([{ ...sure, trust: 'retrieved' }, doubtful], given)).toMatchObject([
        { action: 'flag' },
      ]);
      expect(asked).toEqual([]);
    });
  });

  it('keeps JSON valid when it takes a bare value out', async () => {
    const json = record('b', '{"host": "api-1", "port": 9090, "zone": "eu"}');
    const [finding] = await check([API_8080, json]);
    const [span] = finding?.excise?.[0]?.spans ?? [];
    const cut = json.text.slice(0, span?.start) + finding?.marker + json.text.slice(span?.end);
    expect(JSON.parse(cut)).toMatchObject({ host: 'api-1', zone: 'eu' });
  });
});
