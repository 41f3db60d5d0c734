import { describe, expect, test } from 'vitest';
import type {
  Detector,
  Finding,
  InspectedChunk,
  Inspection,
} from '../../shared/health/detector.ts';
import { DEFAULT_POLICY } from '../../shared/policy.ts';
import { deepFreeze } from './freeze.ts';

/** A passage that is data from its first to its last character; `over` changes what a test is about. */
export function inspected(over: Partial<InspectedChunk> & { readonly id: string }): InspectedChunk {
  const text = over.text ?? '';
  return {
    kind: 'passage',
    source: 'test',
    trust: 'retrieved',
    pinned: false,
    text,
    entity: null,
    createdAtMs: null,
    supersededAtMs: null,
    dataSpans: [{ start: 0, end: text.length }],
    modelSpans: [],
    ranking: { similarity: 0.5, matches: true },
    tokens: Math.ceil(text.length / 4),
    position: 0,
    ...over,
  };
}

/** A window of these chunks, with default policy and no tools. */
export function inspection(
  chunks: readonly InspectedChunk[],
  over: Partial<Inspection> = {},
): Inspection {
  const total = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  return {
    chunks,
    tools: [],
    task: 'What is the refund policy?',
    tokens: { total, tools: 0 },
    policy: DEFAULT_POLICY,
    nowMs: Date.UTC(2026, 10, 30),
    ...over,
  };
}

/** Evidence and cuts point into the chunks as they are, at whole code points. */
export function expectExact(findings: readonly Finding[], window: Inspection): void {
  const texts = new Map(window.chunks.map((chunk) => [chunk.id, chunk.text]));
  for (const finding of findings) {
    for (const { chunkId, start, end, text } of finding.evidence) {
      expect(finding.chunkIds).toContain(chunkId);
      expect(text).toBe(texts.get(chunkId)?.slice(start, end));
      expect(text).not.toBe('');
    }
    for (const { chunkId, spans } of finding.excise ?? []) {
      const text = texts.get(chunkId) ?? '';
      let from = 0;
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect((text.slice(0, start) + text.slice(end)).isWellFormed()).toBe(true);
        from = end;
      }
    }
    expect(finding.severity).toBeGreaterThanOrEqual(0);
    expect(finding.severity).toBeLessThanOrEqual(1);
    expect(finding.reason).not.toMatch(/\.$/);
  }
}

/**
 * What every detector must keep. `harmful` is a window in which the detector finds something to act
 * on or to flag, on chunks or tools.
 */
export function detectorContract(detector: Detector, harmful: Inspection): void {
  describe(`${detector.name}: contract of a detector`, () => {
    test('detect() finds something in the harmful window, under its own name', async () => {
      const findings = await detector.detect(harmful);
      expect(findings.length).toBeGreaterThan(0);
      for (const finding of findings) expect(finding.detector).toBe(detector.name);
    });

    test('detect() does not change its input', async () => {
      const copy = structuredClone(harmful);
      await detector.detect(deepFreeze(structuredClone(harmful)));
      expect(harmful).toEqual(copy);
    });

    test('detect() gives the same findings for the same window', async () => {
      const first = await detector.detect(harmful);
      expect(await detector.detect(structuredClone(harmful))).toEqual(first);
    });

    test('detect() has exact evidence and whole cuts', async () => {
      expectExact(await detector.detect(harmful), harmful);
    });

    test('detect() gives no findings for an empty window', async () => {
      expect(await detector.detect(inspection([]))).toEqual([]);
    });

    test.each([
      ['pinned chunks', { pinned: true }],
      ['system text', { trust: 'system', kind: 'system' }],
      ['the task', { kind: 'task', trust: 'user', ranking: null }],
      ['words of the user', { kind: 'history', trust: 'user', ranking: null }],
    ] as const)('detect() never acts on %s', async (name, over) => {
      const own = name === 'words of the user' || name === 'the task' ? { dataSpans: [] } : {};
      const chunks = harmful.chunks.map((chunk) => ({ ...chunk, ...over, ...own }));
      const findings = await detector.detect({ ...harmful, chunks });
      expect(findings.filter((finding) => finding.action !== 'flag')).toEqual([]);
    });
  });
}
