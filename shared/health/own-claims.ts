import { terms } from '../score/words.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Span } from '../types.ts';

/** A sentence in which a model says that something was done. */
export interface OwnClaim extends Span {
  readonly text: string;
  /** What is said to be done, as the participle in small letters: "issued". */
  readonly verb: string;
  /** Content words of the sentence but for the verb, as stems. */
  readonly objects: ReadonlySet<string>;
}

/** Verbs of acts that a record can show, as participles. Looking and reading leave no record. */
const PARTICIPLES = [
  'activated added applied approved booked cancelled canceled changed closed completed confirmed created',
  'credited deactivated deleted delivered deployed disabled dispatched enabled escalated extended fixed',
  'granted initiated installed issued merged moved ordered paid placed processed purchased rebooked',
  'refunded reimbursed removed renewed replaced reserved reset resolved restarted returned revoked',
  'scheduled sent shipped submitted terminated transferred unlocked updated upgraded waived',
]
  .join(' ')
  .split(' ');
const PARTICIPLE = `(${PARTICIPLES.join('|')})`;
const ADVERBS = '(?:\\s+(?:already|just|now|also|successfully|indeed))*';
/** "I've issued your refund", "we have already cancelled it", "I cancelled the order". */
const ACTIVE = new RegExp(`\\b(?:i|we)(?:['’]ve|\\s+have)?${ADVERBS}\\s+${PARTICIPLE}\\b`, 'iu');
/** "Your refund has been issued", "the order is now cancelled". */
const PASSIVE = new RegExp(
  `\\b(?:ha(?:s|ve)(?:\\s+now)?\\s+been|was|were|(?:is|are)\\s+now)${ADVERBS}\\s+${PARTICIPLE}\\b`,
  'iu',
);
/** What is asked, planned, denied or supposed is no claim. */
const NOT_CLAIMED =
  /\?\s*$|\b(?:not|never|no|n['’]t|if|unless|once|when|until|after|before|should|would|could|will|shall|may|might|can|must|to be)\b/iu;

/**
 * The sentences of a model's text in which it claims a finished act. `[]` when there is none. English
 * only: acts that are claimed in another language are not found.
 */
export function ownClaims(text: string): readonly OwnClaim[] {
  const claims: OwnClaim[] = [];
  let start = 0;
  for (const sentence of splitSentences(text)) {
    const words = sentence.trim();
    const match = NOT_CLAIMED.test(words) ? null : (ACTIVE.exec(words) ?? PASSIVE.exec(words));
    const [, verb] = match ?? [];
    if (verb !== undefined) {
      const at = start + sentence.indexOf(words);
      const [stem] = terms(verb);
      const objects = new Set(terms(words).filter((term) => term !== stem));
      claims.push({
        start: at,
        end: at + words.length,
        text: words,
        verb: verb.toLowerCase(),
        objects,
      });
    }
    start += sentence.length;
  }
  return claims;
}

/** States of something that was done. */
const DONE = new Set(
  'active applied approved booked cancelled canceled closed complete completed confirmed delivered deployed done enabled finished fulfilled granted issued merged ok paid processed refunded reimbursed resolved returned sent settled shipped succeeded success successful true yes'.split(
    ' ',
  ),
);
/** States of something that was not, or not yet. */
const NOT_DONE = new Set(
  'awaiting blocked declined denied draft due failed false inactive ineligible missing never no none null open outstanding pending planned queued refused rejected requested scheduled unissued unpaid unprocessed unsent unshipped waiting 0'.split(
    ' ',
  ),
);
/** A thing that is said to be cancelled or closed and still goes on. */
const GOES_ON = new Set(
  'active booked confirmed delivered in_progress open pending processing shipped'.split(' '),
);
const ENDING_VERBS = new Set(
  'cancelled canceled closed deactivated deleted removed revoked terminated'.split(' '),
);

/**
 * What a record's state says about a claimed act: `denies` when it says that it was not done, `confirms`
 * when it was, null for a value that is no state. "not issued" denies "issued".
 */
export function stateAgainst(value: string, verb: string): 'confirms' | 'denies' | null {
  const words = value.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const [first] = words;
  if (first === undefined || words.length > MAX_STATE_WORDS) return null;
  const isNegated = first === 'not' || first === 'never' || first === 'no';
  if (ENDING_VERBS.has(verb)) {
    if (words.some((word) => GOES_ON.has(word))) return isNegated ? null : 'denies';
    if (words.some((word) => ENDING_VERBS.has(word))) return isNegated ? 'denies' : 'confirms';
  }
  if (isNegated || words.some((word) => NOT_DONE.has(word))) return 'denies';
  return words.some((word) => DONE.has(word)) ? 'confirms' : null;
}

/** A state is a word or two ("not issued", "in review"); more is a sentence. */
const MAX_STATE_WORDS = 3;
