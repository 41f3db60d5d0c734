import { splitUnits } from '../../../shared/injection/split-units.ts';
import type { Unit } from '../../../shared/injection/types.ts';
import { unitFeatures } from '../../../shared/injection/unit-features.ts';
import type { CorpusRow } from './corpus.ts';
import { wordsOf } from './words.ts';

/** What training reads of a text. */
export interface LabelledUnits {
  readonly features: readonly Float32Array[];
  readonly units: readonly Unit[];
  /** 1 attack, 0 not, null when the overlap is unclear. */
  readonly labels: readonly (0 | 1 | null)[];
}

/** Share of a unit's words (0–1) from which it is the attack, and below which it is not. */
const SURE = { attack: 0.85, other: 0.4 } as const;
/** Share of the attack's words (0–1) that a unit with more around it must hold to be the attack. */
const HOLDS_ATTACK = 0.8;

/** Splits a text and labels its units by the attack that was spliced into it. */
export function labelUnits({
  text,
  attack,
  channel,
}: Pick<CorpusRow, 'text' | 'attack' | 'channel'>): LabelledUnits {
  const split = splitUnits(text, { mail: channel === 'email' || channel === 'spam' });
  const words = attack === null ? null : new Set(wordsOf(attack));
  return {
    units: split.units,
    features: unitFeatures(split),
    labels: split.units.map((unit) => (words === null ? 0 : labelOf(unit, words))),
  };
}

/** Words one after the other, as code has none. */
const SENTENCE = /^["']?[A-Z][a-z]+(?: [A-Za-z][a-z'-]*){4,}[^={}();]*$/;

function labelOf(unit: Unit, attack: ReadonlySet<string>): 0 | 1 | null {
  const words = wordsOf(unit.text);
  const shared = words.filter((word) => attack.has(word)).length;
  const own = shared / Math.max(1, words.length);
  const covered = new Set(words.filter((word) => attack.has(word))).size / Math.max(1, attack.size);
  const isAttack =
    (own >= SURE.attack && (covered >= 0.25 || words.length >= 6)) || covered >= HOLDS_ATTACK;
  // A code attack is code around one sentence that instructs: the code itself is no request.
  if (unit.kind === 'code' && own >= SURE.other)
    return isAttack && SENTENCE.test(unit.text) ? 1 : null;
  if (isAttack) return 1;
  return own < SURE.other ? 0 : null;
}
