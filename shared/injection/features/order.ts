import { LEAD_INS, VERBS } from './lexicon.ts';

/** The order that a unit may start with. */
export interface Order {
  /** The verb, lower case; "" when the unit does not start like an order. */
  readonly verb: string;
  /** True when the verb follows an opening clause: "When done, send …". */
  readonly isLate: boolean;
  readonly isPolite: boolean;
  /** A verb after any label or bracket ("Note > send …"), where the unit starts like no order. */
  readonly labelled: string;
}

const WORD = /[A-Za-z][A-Za-z']*/g;
/** The start that is looked at, in characters and words; lead-ins go before the verb within four words. */
const START_CHARS = 200;
const START_WORDS = 9;
const MAX_LEAD_INS = 4;

const POLITE: ReadonlySet<string> = new Set(['please', 'kindly', 'pls']);
/** A verb form with one of these behind it is a noun: "Order of …", "Updates are …". */
const AFTER_NOUN: ReadonlySet<string> = new Set('is was are were has had of will by'.split(' '));

const CLAUSE = /^[^,:;\n]{3,70}[,:;—-]\s*/;
const CLAUSE_CHARS = 120;
const CLAUSE_WORDS = 4;
const MAX_CLAUSE_LEAD_INS = 2;
/** Words that open a clause before an order. */
const CLAUSE_OPENERS: ReadonlySet<string> = new Set(
  `in when after before at for to if once as while with important attention note system assistant ai hey
   also additionally prior upon by now instructions instruction todo task action required reminder`.split(
    /\s+/,
  ),
);

const LABEL = /^(?:[^,:;\n>\]]{2,80}[,:;>\]—]|[^\w]{2,8})\s*/;
const MAX_LABELS = 2;
const LABELLED_CHARS = 80;
const LABELLED_WORDS = 3;
const BEFORE_LABELLED: ReadonlySet<string> = new Set(
  'please kindly also now then and just to'.split(' '),
);

/** Reads whether a unit starts like an order. Bounded by the start of the unit. */
export function readOrder(text: string): Order {
  const words = firstWords(text, START_CHARS, START_WORDS);
  const { at, isPolite } = skipLeadIns(words);
  const verb = words[at] ?? '';
  if (VERBS.all.has(verb) && !AFTER_NOUN.has(words[at + 1] ?? '')) {
    return { verb, isLate: false, isPolite, labelled: '' };
  }
  const late = afterClause(text, words[0] ?? '', isPolite);
  if (late !== null) return { ...late, isLate: true, labelled: '' };
  return { verb: '', isLate: false, isPolite, labelled: afterLabel(text) };
}

function skipLeadIns(words: readonly string[]): { at: number; isPolite: boolean } {
  let isPolite = false;
  let isNegated = false;
  let at = 0;
  for (; at < Math.min(words.length, MAX_LEAD_INS); at++) {
    const word = words[at] ?? '';
    if (POLITE.has(word)) isPolite = true;
    if (word === "don't" || word === 'never' || (word === 'do' && words[at + 1] === 'not')) {
      isNegated = true;
    }
    const isAdverb = word.endsWith('ly') && !VERBS.all.has(word);
    if (!LEAD_INS.has(word) && !isAdverb && !(word === 'not' && isNegated)) break;
  }
  return { at, isPolite };
}

/** "In your response, add …": the verb behind the first clause. */
function afterClause(
  text: string,
  opener: string,
  wasPolite: boolean,
): { verb: string; isPolite: boolean } | null {
  const clause = CLAUSE.exec(text);
  if (clause === null) return null;
  const words = firstWords(text.slice(clause[0].length), CLAUSE_CHARS, CLAUSE_WORDS);
  let isPolite = wasPolite;
  let at = 0;
  while (at < MAX_CLAUSE_LEAD_INS && at < words.length) {
    const word = words[at] ?? '';
    if (!LEAD_INS.has(word) && !word.endsWith('ly')) break;
    if (word === 'please' || word === 'kindly') isPolite = true;
    at += 1;
  }
  const verb = words[at] ?? '';
  if (!VERBS.all.has(verb) || !(CLAUSE_OPENERS.has(opener) || isPolite)) return null;
  return { verb, isPolite };
}

function afterLabel(text: string): string {
  let rest = text;
  for (let i = 0; i < MAX_LABELS; i++) {
    const label = LABEL.exec(rest);
    if (label === null) return '';
    rest = rest.slice(label[0].length);
    const words = firstWords(rest, LABELLED_CHARS, LABELLED_WORDS);
    const verb = words.find((word) => !BEFORE_LABELLED.has(word)) ?? '';
    if (VERBS.all.has(verb)) return verb;
  }
  return '';
}

function firstWords(text: string, chars: number, count: number): string[] {
  const words: string[] = [];
  for (const match of text.slice(0, chars).matchAll(WORD)) {
    words.push(match[0].toLowerCase());
    if (words.length >= count) break;
  }
  return words;
}
