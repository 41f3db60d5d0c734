import { formatCount } from '../amounts.ts';
import { splitLines } from '../lines.ts';
import { severityOf } from '../severity.ts';
import { showTemplate, templateOf } from '../template.ts';
import { selectLines } from './by-line.ts';
import type { Draft, ReduceInput } from './contract.ts';
import { bestFirst, distinct, endsInwards } from './order.ts';
import type { Gap } from './select.ts';

/** Lines of one pattern that are kept without another reason; more of them say nothing new. */
const KEPT_PER_TEMPLATE = 3;
/** Lines after an error that may be its stack trace. */
const TRACE_LINES = 6;
const TRACE_LINE = /^\s|^(?:Caused by|at |File )/;
/** Lines at each end that are kept whatever they say. */
const END_LINES = 5;
/** Share of the usual length of a line when the first and the last do not both fit otherwise. */
const SHORT_LINE_SHARE = 0.5;
/** Patterns named in the marker of one gap: one for every so many tokens of budget, at most two. */
const TOKENS_PER_NOTED_PATTERN = 200;
const NOTED_PATTERNS = 2;
/** A pattern needs this many lines in a gap before its count is worth the tokens. */
const NOTED_MIN_LINES = 10;

/** Bad lines: the first and the last, then by severity the first and last of each pattern. */
function severeOrder(lines: readonly string[], templates: readonly string[]): number[] {
  const severities = lines.map(severityOf);
  const order: number[] = [];
  for (const level of [3, 2, 1]) {
    const firsts = new Map<string, number>();
    const lasts = new Map<string, number>();
    for (const [index, severity] of severities.entries()) {
      if (severity !== level) continue;
      const template = templates[index] ?? '';
      if (!firsts.has(template)) firsts.set(template, index);
      lasts.set(template, index);
    }
    const all = [...firsts.values(), ...lasts.values()];
    // A loop, not a spread into Math.max: there may be more patterns than arguments allowed.
    const last = all.reduce((latest, index) => Math.max(latest, index), -1);
    if (last >= 0) order.push(firsts.values().next().value ?? last, last);
    order.push(...firsts.values(), ...lasts.values());
  }
  return order;
}

function traceAfter(lines: readonly string[], index: number): number[] {
  const trace: number[] = [];
  for (let at = index + 1; at <= index + TRACE_LINES && at < lines.length; at += 1) {
    if (!TRACE_LINE.test(lines[at] ?? '')) break;
    trace.push(at);
  }
  return trace;
}

/** The first lines of each pattern, in order: what is new. */
function novel(templates: readonly string[]): number[] {
  const seen = new Map<string, number>();
  const order: number[] = [];
  for (const [index, template] of templates.entries()) {
    const times = (seen.get(template) ?? 0) + 1;
    seen.set(template, times);
    if (times <= KEPT_PER_TEMPLATE) order.push(index);
  }
  return order;
}

/** "1,390 × step <n> ok": the commonest patterns of a gap. */
function describeGap(templates: readonly string[], { from, to }: Gap, patterns: number): string {
  if (patterns === 0 || to - from < NOTED_MIN_LINES) return '';
  const counts = new Map<string, number>();
  for (let index = from; index < to; index += 1) {
    const template = templates[index] ?? '';
    if (template !== '') counts.set(template, (counts.get(template) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, times]) => times >= NOTED_MIN_LINES)
    .sort((a, b) => b[1] - a[1])
    .slice(0, patterns)
    .map(([name, times]) => `${formatCount(times)} × ${showTemplate(name)}`)
    .join(', ');
}

/**
 * Folds a log: the first and last line, errors and what matches the task verbatim, a few lines of every
 * pattern; each gap says exactly how many lines it held and of which patterns.
 */
export function reduceLog(input: ReduceInput): Draft | null {
  const lines = splitLines(input.text);
  const templates = lines.map(templateOf);
  const severe = severeOrder(lines, templates);
  const ends = endsInwards(lines.length);
  const matches = bestFirst(input.matcher.scores(lines));
  const order = distinct([
    ...ends.slice(0, 2),
    ...severe.slice(0, 2),
    ...matches.slice(0, END_LINES),
    ...severe.flatMap((index) => [index, ...traceAfter(lines, index)]),
    ...matches,
    ...ends.slice(0, 2 * END_LINES),
    ...novel(templates),
  ]);
  const patterns = Math.min(NOTED_PATTERNS, Math.floor(input.maxTokens / TOKENS_PER_NOTED_PATTERN));
  const attempt = (noted: number, lineShare: number) =>
    selectLines(input, {
      lines,
      order,
      lineShare,
      note: (gap) => describeGap(templates, gap, noted),
    });
  // Both ends come before the patterns, and before whole lines.
  const keepsEnds = (draft: Draft | null) =>
    draft !== null && draft.omitted.of - draft.omitted.count >= Math.min(2, lines.length);
  const noted = attempt(patterns, 1);
  if (keepsEnds(noted)) return noted;
  const bare = patterns > 0 ? attempt(0, 1) : noted;
  return keepsEnds(bare) ? bare : attempt(0, SHORT_LINE_SHARE);
}
