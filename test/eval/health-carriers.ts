import type { Kind } from '../../shared/types.ts';

/** How a text comes into a window. */
export interface Carrier {
  readonly kind: Kind;
  readonly source: string;
}

/** How texts of each channel come in. Agents also read their instruction files with a tool. */
export const CARRIERS = {
  tool_result: { kind: 'tool_result', source: 'tool' },
  doc: { kind: 'passage', source: 'documents' },
  email: { kind: 'passage', source: 'mail' },
  instructions: { kind: 'passage', source: 'AGENTS.md' },
  'instructions by tool': { kind: 'tool_result', source: 'read_file AGENTS.md' },
} as const satisfies Readonly<Record<string, Carrier>>;

export type CheckedChannel = keyof typeof CARRIERS;
