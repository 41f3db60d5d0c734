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

/** When a record was last written or looked at, whatever the words for it. */
const BOOKKEEPING =
  /^(?:last_)?(?:updated|created|modified|changed|edited|fetched|retrieved|synced|refreshed|generated|checked|accessed|seen|viewed|pushed|indexed|crawled|saved|written|captured|observed|recorded|logged)(?:_(?:at|on|date|time|ms|by))?$|^last_(?:login|sync|check|run|update)$|^etag$/;

/** Whether two values of a key cannot disagree. */
export function isSkipped(key: string): boolean {
  return SKIPPED.test(key) || BOOKKEEPING.test(key);
}

/** Keys that say from when and until when a record holds, where their values are dates. */
export const VALID_FROM: ReadonlySet<string> = new Set(
  'valid_from effective_from from start_date'.split(' '),
);
export const VALID_TO: ReadonlySet<string> = new Set(
  'valid_to valid_until effective_to effective_until until to end_date'.split(' '),
);

/** Whether a key that is not among the usual ones names a record of its own kind ("reservation_id"). */
export function isOwnId(key: string): boolean {
  return /^[a-z]+(?:_[a-z]+){0,2}_(?:id|uuid)$/.test(key);
}

/**
 * How well a key names one thing: `strong` wherever it stands; `named` where no other identifier says
 * otherwise, as two things may have one name; `weak` when many records are about the same thing.
 */
export function strengthOf(key: string): 'strong' | 'named' | 'weak' {
  if (/^(?:name|title|user|key|slug|part|team)$/.test(key)) return 'named';
  return /^(?:env|cluster)$|^(?:user|customer|account|owner|parent|session|tenant|org|organization|group|project|request|trace)_id$/.test(
    key,
  )
    ? 'weak'
    : 'strong';
}

/** Keys by which things of one name are told apart. */
export function isIdentifier(key: string): boolean {
  return /^(?:id|uuid|guid|sku|serial|isbn|email|phone|host|hostname|server|service|order)$|_(?:id|uuid)$/.test(
    key,
  );
}

/** First columns of tables that say which row it is of its own table, not what thing it is about. */
export function isRowLabel(key: string): boolean {
  return (
    key === '' ||
    /^(?:#|no|nr|index|row|line|rank|position|date|day|week|month|quarter|year|hour|time|timestamp|period|setting|parameter|param|option|property|field|key|flag|variable|argument|attribute|metric|column|item|feature|category|type|step|question|command)s?$/.test(
      key,
    )
  );
}

/** Second columns that hold what the first one names: the table is a list of fields. */
export function isValueColumn(key: string): boolean {
  return /^(?:value|setting|answer|wert|valor|valeur)s?$/.test(key);
}
