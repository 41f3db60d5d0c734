import { detectChannel } from '../../shared/injection/channel.ts';
import { scoreText } from '../../shared/injection/score-units.ts';
import type { Channel } from '../../shared/injection/types.ts';
import type { Span } from '../../shared/types.ts';
import { CARRIERS, type CheckedChannel } from './health-carriers.ts';

/** Log-odds at which the curve is read. */
const LOGITS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4] as const;

/** A text and how it comes in; of an attack in a larger text, where it stands. */
export interface CurveText {
  readonly name: string;
  readonly channel: CheckedChannel;
  readonly text: string;
  readonly attack?: Span;
}

/**
 * For each name, the share (0–100) of texts whose surest request lies at or above each log-odds: what
 * another choice of thresholds would give. Without the phrase list and without the rules of the detector.
 */
export function curveRows(texts: readonly CurveText[]) {
  const read = texts.map((text) => ({ name: text.name, ...surest(text) }));
  return [...Map.groupBy(read, ({ name }) => name)].map(([name, group]) => ({
    name,
    texts: group.length,
    // Which thresholds its texts fall under.
    channels: counts(group.map(({ channel }) => channel)),
    ...Object.fromEntries(
      LOGITS.map((least) => [`>=${least}`, percent(group, ({ logit }) => logit >= least)]),
    ),
  }));
}

function surest({ channel, text, attack }: CurveText): {
  readonly channel: Channel;
  readonly logit: number;
} {
  const { genre, units } = scoreText(text, { mail: channel === 'email' });
  const logits = units
    .filter(
      ({ unit }) => attack === undefined || (unit.start < attack.end && attack.start < unit.end),
    )
    .map(({ logit }) => logit);
  return {
    channel: detectChannel(CARRIERS[channel].kind, { genre, units: units.map(({ unit }) => unit) }),
    logit: Math.max(Number.NEGATIVE_INFINITY, ...logits),
  };
}

function counts(channels: readonly Channel[]): string {
  return [...Map.groupBy(channels, (channel) => channel)]
    .map(([channel, group]) => `${channel} ${group.length}`)
    .join(', ');
}

function percent<T>(group: readonly T[], passes: (entry: T) => boolean): number {
  return Number(((100 * group.filter(passes).length) / group.length).toFixed(1));
}
