import { splitSentences } from '../text/sentences.ts';
import { age, maritalStatus, plan } from './state/account.ts';
import { isPersonalKey, personal } from './state/attribute.ts';
import { clauseOf } from './state/clause.ts';
import { isDoubtful } from './state/doubt.ts';
import type { Clause, StateFact } from './state/fact.ts';
import { foreign } from './state/foreign.ts';
import { residence } from './state/residence.ts';
import { setting, settingField } from './state/setting.ts';
import { employer, jobTitle } from './state/work.ts';

export type { StateFact } from './state/fact.ts';

/** Longer texts tell more than one thing. */
const MAX_TEXT_CHARS = 300;
const MAX_SENTENCES = 2;
/** What is said of a person, in the order it is tried; the forms exclude each other. */
const STATES: readonly ((clause: Clause) => StateFact | null)[] = [
  residence,
  employer,
  jobTitle,
  plan,
  maritalStatus,
  age,
];
const OWNER =
  "(?:[Mm]y(?: \\p{Ll}+['’]s)?|(?:[Tt]he )?(?:[Uu]ser|[Cc]ustomer|[Cc]lient)['’]s|\\p{Lu}[\\p{L}-]*(?: \\p{Lu}[\\p{L}-]*){0,2}['’]s)";
const ATTRIBUTE = new RegExp(
  `^(${OWNER}) ((?:[\\p{L}-]+ ){0,4}[\\p{L}-]+) (?:is|are)(?: now| currently)? (.{1,100})$`,
  'u',
);
/** "Ana's email: a@b.org", "Timezone: Europe/Berlin". What else stands before a colon is a speaker or a title. */
const FIELD = new RegExp(`^(?:[-*•] )?(?:(${OWNER}) )?([\\p{L} -]{2,30}): ?(.{1,100})$`, 'u');
const COLON = /^[^:]{1,60}:(?!\d)/;

/**
 * The state that a short plain statement sets: where somebody lives or works, what an attribute of a
 * person or a setting is now. Only states of which there is one at a time, so that a newer statement of
 * the same entity and key replaces an older one. Precise rather than complete: null for what may be a
 * question, a plan, a denial, hearsay, past or passing, for "he" and "she", for turns with a speaker in
 * front, for two states at once, and for texts above 300 characters or two sentences.
 */
export function stateFact(text: string): StateFact | null {
  const plain = text.trim();
  if (plain === '' || plain.length > MAX_TEXT_CHARS || plain.includes('\n')) return null;
  if (COLON.test(plain)) return field(plain);
  const sentences = splitSentences(plain);
  // What makes one sentence doubtful may stand in the other: "I live in Rome. Not for long."
  if (sentences.length > MAX_SENTENCES || sentences.some(isDoubtful)) return null;
  const [first, second] = sentences.map(stateOf).filter((state) => state !== null);
  return second === undefined ? (first ?? null) : null;
}

function stateOf(sentence: string): StateFact | null {
  const text = sentence.trim().replace(/[.!;。！]+$/u, '');
  const [, owner, noun = '', value = ''] = ATTRIBUTE.exec(text) ?? [];
  if (owner !== undefined) {
    const found = personal(owner, noun, value);
    if (found !== null) return found;
  }
  const clause = clauseOf(text);
  for (const read of STATES) {
    const found = clause === null ? null : read(clause);
    if (found !== null) return found;
  }
  return setting(text) ?? foreign(text);
}

function field(text: string): StateFact | null {
  const [, owner = 'my', key = '', value = ''] = FIELD.exec(text.replace(/[.;]$/, '')) ?? [];
  if (isDoubtful(value)) return null;
  return isPersonalKey(key) ? personal(owner, key, value.trim()) : settingField(key, value.trim());
}
