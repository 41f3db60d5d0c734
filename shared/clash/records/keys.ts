/** Keys that name what a record is about, best first. */
export const ENTITY_KEYS: readonly string[] =
  'id name host hostname service team title bench user email order_id order sku key slug part node cluster server env'.split(
    ' ',
  );

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['mem', 'memory'],
  ['ram', 'memory'],
  ['addr', 'address'],
  ['tel', 'phone'],
  ['telephone', 'phone'],
  ['e_mail', 'email'],
  ['expiry', 'expires'],
  ['expiration', 'expires'],
  ['expires_at', 'expires'],
  ['expiration_date', 'expires'],
  ['ver', 'version'],
  ['cost', 'price'],
  ['qty', 'quantity'],
  ['dob', 'born'],
  ['date_of_birth', 'born'],
  ['birth_date', 'born'],
  ['environment', 'env'],
]);

/**
 * Keys that may hold many values, that describe rather than state, or that change with every copy of a
 * record: two values of them do not disagree.
 */
const SKIPPED =
  /^(?:tag|label|note|alias|aliase|member|author|email|phone|skill|language|ingredient|step|keyword|category|categorie|link|url|comment|dependency|dependencie|role|event|log|example|item|child|children|see|related|description|summary|text|title|message|source|id|updated_at|created_at|timestamp|date|time|last_seen|score|rank|page|index|row|line_no)s?$/;

/** A key in snake case and small letters, by its usual name: "Expires-At" is "expires". "" for "". */
export function normaliseKey(key: string): string {
  const snake = key
    .normalize('NFC')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .trim()
    .replace(/[\s\-.]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return SYNONYMS.get(snake) ?? snake;
}

/** Whether two values of a key cannot disagree. */
export function isSkipped(key: string): boolean {
  return SKIPPED.test(key);
}

/** Keys that say from when and until when a record holds. */
export const VALID_FROM: ReadonlySet<string> = new Set(
  'valid_from from effective_from effective start_date starts since'.split(' '),
);
export const VALID_TO: ReadonlySet<string> = new Set(
  'valid_to valid_until until effective_to to end_date ends'.split(' '),
);
