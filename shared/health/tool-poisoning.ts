import { isActing } from '../screen/screen.ts';
import type { Detector, Finding, Inspection } from './detector.ts';
import { inspectToolText } from './tool-text.ts';

/** Longest excerpt of a tool definition in a reason, in characters. */
const MAX_EXCERPT_CHARS = 120;

/**
 * Flags tool definitions that give the model instructions, in any text at any depth (a parameter's
 * description, a default). Tools are the caller's to choose, so nothing is removed: the finding names
 * the tool and the path.
 */
export const toolPoisoning: Detector = {
  name: 'poisoning',
  detect(inspection: Inspection): readonly Finding[] {
    return inspection.tools.flatMap((tool) => {
      const [worst] = inspectToolText(tool.definition)
        .filter(({ hit }) => isActing(hit))
        .sort((a, b) => b.hit.confidence - a.hit.confidence);
      if (worst === undefined) return [];
      const { hit, path, text } = worst;
      const excerpt = text.slice(hit.start, hit.end).slice(0, MAX_EXCERPT_CHARS).toWellFormed();
      return [
        {
          detector: 'poisoning' as const,
          layer: 'screen' as const,
          severity: hit.confidence,
          chunkIds: [],
          evidence: [],
          action: 'flag' as const,
          reason: `Tool "${tool.name}" gives instructions at ${path} (${hit.family}): "${excerpt}"`,
        },
      ];
    });
  },
};
