import type { Kind, Section } from './types.ts';

const SECTION_OF: { readonly [kind in Kind]: Section } = {
  system: 'instructions',
  policy: 'instructions',
  example: 'instructions',
  record: 'passages',
  memory: 'memory',
  passage: 'passages',
  tool_result: 'tool_results',
  notes: 'notes',
  history: 'history',
  task: 'task',
};

/** The section of the window that a kind's tokens are accounted to. */
export function sectionOf(kind: Kind): Section {
  return SECTION_OF[kind];
}
