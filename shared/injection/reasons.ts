import { nameIndex } from './features/name-index.ts';
import { FEATURE_NAMES } from './unit-features.ts';

/** What a feature means to people, where it holds; the first of each group that hold are told. */
const MEANINGS: readonly (readonly [feature: string, meaning: string])[] = [
  ['rx_override', 'sets earlier instructions aside'],
  ['rx_newinstr', 'announces new instructions'],
  ['rx_conceal', 'asks for secrecy'],
  ['rx_ai_voc', 'addresses an AI assistant'],
  ['rx_role_tag', 'imitates a role of the conversation'],
  ['rx_fromnow', 'changes behaviour from now on'],
  ['rx_in_resp', 'wants something in the answer'],
  ['rx_secret', 'names secrets or credentials'],
  ['rx_obj_my', "is about somebody's own things"],
  ['rx_send_to', 'sends something somewhere'],
  ['imp_tool', 'orders an action'],
  ['imp_anytool', 'orders an action behind a label'],
  ['imp_out', 'orders what to answer'],
  ['imp_info', 'asks for information'],
  ['imp_meta', 'orders to ignore or pretend'],
  ['imp_gen', 'gives an order'],
  ['rx_can_you', 'asks the reader to do something'],
  ['rx_want_you', 'wants the reader to do something'],
  ['rx_you_must', 'tells the reader what to do'],
  ['rx_your_task', 'gives the reader a task'],
  ['rx_i_want', 'tells what the writer wants'],
  ['rx_please_verb', 'says please'],
  ['rx_make_sure', 'insists'],
  ['x_foreign', 'gives an order in another language'],
  ['x_foreign_polite', 'says please in another language'],
  ['rx_ai_addr', 'names an AI assistant'],
  ['rx_the_user', 'talks about the user'],
  ['rx_urgent', 'presses for haste'],
  ['rx_encode', 'asks for an encoding'],
  ['rx_code_snip', 'asks for given code to be used'],
  ['rx_add_quote', 'gives words to say'],
  ['rx_visit', 'sends the reader to a page'],
  ['o_email', 'names a mail address'],
  ['o_url', 'names an address on the web'],
  ['o_money', 'names a sum of money'],
  ['rx_wh_q', 'asks a question'],
];
const INDEXED = MEANINGS.map(([name, meaning]) => ({
  at: nameIndex(FEATURE_NAMES, name),
  meaning,
}));
const REQUEST = nameIndex(FEATURE_NAMES, 'request');
const OVERLAP = nameIndex(FEATURE_NAMES, 'ov_doc');
const ONLY = nameIndex(FEATURE_NAMES, 'only');
const LONELY = nameIndex(FEATURE_NAMES, 'req_lonely');

/** More would be noise to a reader. */
const MAX_MEANINGS = 4;
/** Share of words (0–1) that another unit has too, up to which a unit stands apart. */
const FEW_SHARED = 0.25;
const FEW_REQUESTS = 0.6;

/** Why a unit looks like a request that does not belong, in words; may be empty. */
export function reasonsOf(row: Float32Array): readonly string[] {
  const reasons = INDEXED.filter(({ at }) => (row[at] ?? 0) > 0)
    .map(({ meaning }) => meaning)
    .slice(0, MAX_MEANINGS);
  if (row[ONLY] === 1) return reasons;
  if ((row[REQUEST] ?? 0) > 0 && (row[LONELY] ?? 0) >= FEW_REQUESTS) {
    reasons.push('is the odd request in a text of few');
  }
  if ((row[OVERLAP] ?? 1) <= FEW_SHARED) reasons.push('does not share words with its surroundings');
  return reasons;
}
