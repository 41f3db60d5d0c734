import { LAYERS, type Layer, TRUSTS } from '../types.ts';
import type { Finding, Inspection } from './detector.ts';
import { statementsOf } from './statements.ts';

/** What one layer of the check looked at and found, for people. */
export interface LayerReport {
  readonly layer: Layer;
  /** Texts, tool definitions or statements that the layer read. */
  readonly checked: number;
  readonly findings: number;
  /** One line, no final period. */
  readonly detail: string;
}

/**
 * What each of the five layers did, in their order. `inspection` is the window as it was first checked,
 * before anything was taken out; `kept` counts the originals that can be read again.
 */
export function layerReports(
  inspection: Inspection,
  findings: readonly Finding[],
  kept: number,
): readonly LayerReport[] {
  const of = (layer: Layer) => findings.filter((finding) => finding.layer === layer);
  return LAYERS.map((layer) => ({
    layer,
    findings: of(layer).length,
    ...seen(layer, inspection, findings, of(layer), kept),
  }));
}

function seen(
  layer: Layer,
  inspection: Inspection,
  all: readonly Finding[],
  own: readonly Finding[],
  kept: number,
): { readonly checked: number; readonly detail: string } {
  const { chunks, tools } = inspection;
  switch (layer) {
    case 'provenance': {
      const counts = TRUSTS.map(
        (trust) => [trust, chunks.filter((chunk) => chunk.trust === trust).length] as const,
      );
      return {
        checked: chunks.length,
        detail: `Trust of each text: ${list(counts)}`,
      };
    }
    case 'screen': {
      const screened = chunks.filter(({ dataSpans }) => dataSpans.length > 0).length;
      return {
        checked: screened + tools.length,
        detail: `Instructions in data looked for in ${count(screened, 'text')} and ${count(tools.length, 'tool definition')}: ${actions(own)}`,
      };
    }
    case 'verify': {
      const claims = statementsOf(inspection).filter(({ isModel }) => isModel).length;
      return {
        checked: claims,
        detail: `The model's own words compared with what is vouched for, in ${count(claims, 'text')}: ${actions(own)}`,
      };
    }
    case 'decide': {
      const statements = statementsOf(inspection).length;
      return {
        checked: statements,
        detail: `Disagreements between ${count(statements, 'text')} and texts off the task: ${actions(own)}`,
      };
    }
    case 'show':
      return {
        checked: all.length,
        detail: `Everything found: ${actions(all)}; ${count(kept, 'original')} kept under a handle`,
      };
  }
}

function actions(findings: readonly Finding[]): string {
  const counted = (['drop', 'excise', 'mark', 'flag'] as const).map(
    (action) =>
      [PAST[action], findings.filter((finding) => finding.action === action).length] as const,
  );
  return findings.length === 0 ? 'nothing' : list(counted);
}

const PAST = { drop: 'dropped', excise: 'excised', mark: 'marked', flag: 'flagged' } as const;

function list(counts: readonly (readonly [string, number])[]): string {
  const named = counts.filter(([, times]) => times > 0).map(([name, times]) => `${times} ${name}`);
  return named.length === 0 ? 'none' : named.join(', ');
}

function count(times: number, noun: string): string {
  return `${times} ${noun}${times === 1 ? '' : 's'}`;
}
