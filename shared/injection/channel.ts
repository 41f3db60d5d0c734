import type { Kind } from '../types.ts';
import { VERBS } from './features/lexicon.ts';
import { readOrder } from './features/order.ts';
import type { Channel, SplitText } from './types.ts';

/**
 * Words of texts that tell an agent or a contributor how to work on something. Found in 9 of 10 agent
 * files and cursor rules; ordinary documents have a few of them among many other words.
 */
const WORKING =
  /\b(?:agents?|assistant|cursor|claude|copilot|codex|repository|repo|commits?|pull requests?|lint|linter|refactor|best practices|code style|conventions?|guidelines|naming|components?|unit tests?|test suite|skill|prompts?|always|never|prefer|avoid|must)\b/gi;
/** What only such files say. */
const TELLING =
  /\byou are an? (?:\w+ ){0,3}(?:expert|senior|assistant|agent|engineer|developer)\b|^(?:globs|alwaysapply|allowed-tools):|\bAGENTS\.md\b|\bCLAUDE\.md\b|\.cursorrules\b/im;
/** Fewer units are a note, not a file of rules. */
const MIN_UNITS = 5;
/** Share of units (0–1) that are orders. */
const MIN_ORDERS = 0.13;
const MIN_TELLING_ORDERS = 0.06;
/** Working words per word of the text (0–1). */
const MIN_WORKING = 0.008;

/**
 * Which channel a text counts as, which decides the thresholds: mails by how they are laid out, files
 * of instructions by their orders and words, tool results by what they are; other texts are documents.
 */
export function detectChannel(kind: Kind, split: SplitText): Channel {
  if (split.genre === 'mail') return 'email';
  // Agents read their own instruction files with a tool.
  if (isInstructions(split) && (kind !== 'tool_result' || split.genre === 'md')) {
    return 'instructions';
  }
  return kind === 'tool_result' ? 'tool_result' : 'doc';
}

function isInstructions({ units }: SplitText): boolean {
  if (units.length < MIN_UNITS) return false;
  const orders = units.filter(({ text }) => VERBS.all.has(readOrder(text).verb)).length;
  const share = orders / units.length;
  if (share < MIN_TELLING_ORDERS) return false;
  const text = units
    .map((unit) => (unit.key === '' ? unit.text : `${unit.key}: ${unit.text}`))
    .join('\n');
  if (TELLING.test(text)) return true;
  if (share < MIN_ORDERS) return false;
  const words = text.split(/\s+/).length;
  return (text.match(WORKING)?.length ?? 0) / words >= MIN_WORKING;
}
