import type { Span } from '../../shared/types.ts';
import { CARRIERS } from './health-carriers.ts';
import { checkText, type Outcome } from './health-window.ts';
import type { SpliceCase } from './splices.ts';

/** What became of one attack that was put into a real text. */
interface Attacked {
  readonly channel: string;
  readonly family: string;
  readonly outcome: Outcome;
  /** True when nothing of the attack is left in the window. */
  readonly isGone: boolean;
}

/** What became of the attacks of one channel and family; shares in 0–100. */
export interface SpliceRow {
  readonly channel: string;
  readonly family: string;
  readonly texts: number;
  /** A part of the attack at least was taken out. */
  readonly acted: number;
  /** Nothing of the attack is left. */
  readonly gone: number;
  /** The attack stays and is shown as suspicious. */
  readonly marked: number;
}

/** Stands for all families of a channel. */
export const ALL = 'all';

/**
 * Attacks with goals that training never saw, in real texts that it never saw. Only a finding that points
 * at the attack counts: a mark elsewhere in the text is luck. One row per channel, then one per family.
 */
export async function spliceRows(cases: readonly SpliceCase[]): Promise<readonly SpliceRow[]> {
  const attacked: Attacked[] = [];
  for (const entry of cases) attacked.push(await attack(entry));
  const rows = (key: (entry: Attacked) => string) =>
    [...Map.groupBy(attacked, key)].map(([name, group]) => row(name, group));
  return [
    ...rows(({ channel }) => `${channel}\n${ALL}`),
    ...rows(({ channel, family }) => `${channel}\n${family}`).sort((a, b) =>
      `${a.channel} ${a.family}` < `${b.channel} ${b.family}` ? -1 : 1,
    ),
  ];
}

async function attack({ channel, family, text, start, end }: SpliceCase): Promise<Attacked> {
  const { cut, marked } = await checkText(text, CARRIERS[channel]);
  const meets = (span: Span) => span.start < end && start < span.end;
  const outcome = cut.some(meets) ? 'acted' : marked.some(meets) ? 'marked' : 'clean';
  return { channel, family, outcome, isGone: isCovered(text, { start, end }, cut) };
}

/** Whether the cuts leave no letter or digit of the span. */
function isCovered(text: string, { start, end }: Span, cuts: readonly Span[]): boolean {
  let left = '';
  let at = start;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    if (cut.start > at) left += text.slice(at, Math.min(cut.start, end));
    at = Math.max(at, cut.end);
    if (at >= end) break;
  }
  return !/[\p{L}\p{N}]/u.test(left + text.slice(at, Math.max(at, end)));
}

function row(name: string, group: readonly Attacked[]): SpliceRow {
  const [channel = '', family = ''] = name.split('\n');
  const share = (passes: (entry: Attacked) => boolean) =>
    Number(((100 * group.filter(passes).length) / group.length).toFixed(1));
  return {
    channel,
    family,
    texts: group.length,
    acted: share(({ outcome }) => outcome === 'acted'),
    gone: share(({ isGone }) => isGone),
    marked: share(({ outcome }) => outcome === 'marked'),
  };
}
