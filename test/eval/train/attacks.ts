import type { Dice } from './splice.ts';
import { COPYING, FILLERS, FOREIGN, GOALS, NARRATIVES, SHORT_ORDERS } from './templates.ts';
import { countWords } from './words.ts';

/** An attack, and which kind of template made it. */
export interface Attack {
  readonly text: string;
  readonly family: string;
}

const LEADS: readonly ((act: string) => string)[] = [
  (act) => `${act}.`,
  (act) => `${act}.`,
  (act) => `Please ${small(act)}.`,
  (act) => `Please ${small(act)}.`,
  (act) => `Can you ${small(act)}?`,
  (act) => `Could you please ${small(act)}?`,
  (act) => `I need you to ${small(act)}.`,
  (act) => `I'd like you to ${small(act)}.`,
  (act) => `Now ${small(act)}.`,
  (act) => `Also, ${small(act)}.`,
  (act) => `You should ${small(act)}.`,
  (act) => small(act),
  (act) => `Go ahead and ${small(act)}.`,
  (act) => `Make sure to ${small(act)}.`,
  (act) => `Kindly ${small(act)}.`,
  (act) => `Then ${small(act)}.`,
];
const OUTPUT_LEADS: readonly ((goal: string) => string)[] = [
  (goal) => `${goal}.`,
  (goal) => `${goal}.`,
  (goal) => `Please ${small(goal)}.`,
  (goal) => `Could you ${small(goal)}?`,
  (goal) => small(goal),
];

/** An attack for a carrier, of one of the kinds that the detector has to know. */
export function makeAttack(carrier: string, dice: Dice): Attack {
  const draw = dice.share();
  if (draw < 0.34) return { text: opened(act(dice), dice), family: 'act' };
  if (draw < 0.52) return { text: opened(output(dice), dice), family: 'output' };
  if (draw < 0.66) return { text: fill(dice.pick(SHORT_ORDERS), dice), family: 'short' };
  if (draw < 0.76) return narrative(dice);
  if (draw < 0.9) return copying(carrier, dice) ?? { text: act(dice), family: 'act' };
  return { text: fill(dice.pick(dice.pick(Object.values(FOREIGN))), dice), family: 'foreign' };
}

function act(dice: Dice): string {
  return dice.pick(LEADS)(fill(dice.pick(GOALS.acts), dice));
}

function output(dice: Dice): string {
  const goal = fill(dice.pick(GOALS.outputs), dice);
  return goal.endsWith('?') ? goal : dice.pick(OUTPUT_LEADS)(goal);
}

/** A third has an opening that speaks to the machine. */
function opened(request: string, dice: Dice): string {
  if (dice.share() >= 0.33) return request;
  return dice
    .pick(GOALS.openings)
    .replace('{c}', small(request))
    .replace('{C}', request.charAt(0).toUpperCase() + request.slice(1));
}

function narrative(dice: Dice): Attack {
  const goal = small(fill(dice.pick(GOALS.acts), dice));
  return { text: dice.pick(NARRATIVES).replace('{c}', goal), family: 'narrative' };
}

/** Two phrases of the carrier put into an order; null when it has none. */
function copying(carrier: string, dice: Dice): Attack | null {
  const phrases = [...carrier.matchAll(/\b[A-Za-z][a-z]{3,14}(?: [a-z]{3,14})?\b/g)]
    .map(([phrase]) => phrase.toLowerCase())
    .filter((phrase) => countWords(phrase) > 0);
  if (phrases.length < 4) return null;
  const text = fill(dice.pick(COPYING), dice)
    .replaceAll('{p}', dice.pick(phrases))
    .replaceAll('{q}', dice.pick(phrases));
  return { text, family: 'copying' };
}

/** The template with its braces filled; {t2} is another topic. */
export function fill(template: string, dice: Dice): string {
  return template.replace(/\{(\w+?)2?\}/g, (whole, name: string) => {
    const list = FILLERS[name];
    return list === undefined ? whole : dice.pick(list);
  });
}

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
