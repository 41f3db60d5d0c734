import type { Clause } from './fact.ts';

/** Words with a capital letter that begin sentences and name nobody. */
const NO_NAMES = new Set(
  `a an the i we you he she it they this that these those there here everyone everybody someone somebody anyone
anybody who what which people many most some all both each every another one his her their our your its my mine
everything something nothing others few several today yesterday now then last first also and but or so because
since after just recently currently finally actually previously formerly originally eventually initially
apparently basically obviously fortunately unfortunately sadly luckily already probably possibly hopefully
note remember fyi update reminder hey hi hello wow yes yeah yep nope ok okay well oh thanks thank please dear
in on at by for with from to as about like such monday tuesday wednesday thursday friday saturday sunday january
february march april may june july august september october november december life work home god
live lives living work works move moves moved join joins joined get got being been is are was were am do does did
has have had not never`
    .trim()
    .split(/\s+/),
);
/** Relatives of whom most people have one; of friends and colleagues they have many. */
const KIN =
  /^(?:sister|brother|mother|father|mom|mum|dad|wife|husband|spouse|partner|fiancé|fiancée|girlfriend|boyfriend|son|daughter|manager|boss)$/i;
const NAME_SOURCE = '\\p{Lu}[\\p{L}\\p{M}-]*(?: \\p{Lu}[\\p{L}\\p{M}-]*\\.?){0,2}';
const USER = /^(?:I|i|(?:[Tt]he )?(?:[Uu]ser|[Cc]ustomer|[Cc]lient))(?= |['’])/u;
const OWN_KIN = /^[Mm]y (\p{L}+)(?= |['’]s )/u;
const NAMED_KIN = new RegExp(`^(${NAME_SOURCE})['’]s (\\p{Ll}+) `, 'u');
const NAMED = new RegExp(`^(${NAME_SOURCE}) (?=\\p{Ll})`, 'u');
/** Verbs that open a note about the user: "Lives in Lisbon". */
const BARE_VERB =
  /^(?:(?:now|currently|recently|just) )?(?:lives?|living|resides?|moved|relocated|based|works?|employed|joined|promoted|upgraded|downgraded|switched|subscribed|is|has|got|turned)(?= )/i;
/** "'m" and "'ve" as words; "'s" stays, as it may be a possessive. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^i['’]m\b/i, 'I am'],
  [/^i['’]ve\b/i, 'I have'],
];
const ADVERBS = /\b(now|currently|recently|just|finally|still|officially|happily|already)\s+/gi;
const NEW = /\b(?:now|recently|just|finally|officially|new|became|become)\b/i;
const LEADING =
  /^(?:(?:now|currently|recently|finally|update|fyi|yesterday|today|as of (?:today|now)|last (?:week|month)|this (?:week|month)),? |[-*•] )+(?=[\p{L}])/iu;

/** Whom a sentence is about and what it says; null when that is no one person or thing for certain. */
export function clauseOf(sentence: string): Clause | null {
  let text = sentence
    .trim()
    .replace(/[.!;…]+$/u, '')
    .replace(LEADING, '');
  for (const [contraction, full] of CONTRACTIONS) text = text.replace(contraction, full);
  const subject = subjectOf(text);
  if (subject === null) return null;
  const said = text.slice(subject.length).trim();
  // A note without a subject begins with its verb: "Lives in Lisbon".
  const predicate = subject.length === 0 ? said.charAt(0).toLowerCase() + said.slice(1) : said;
  return {
    entity: subject.entity,
    predicate: predicate.replace(ADVERBS, '').replace(/\s+/g, ' '),
    isNew: NEW.test(predicate),
  };
}

function subjectOf(text: string): { readonly entity: string; readonly length: number } | null {
  const user = USER.exec(text);
  if (user !== null && text[user[0].length] === ' ') return { entity: '', length: user[0].length };
  const ownKin = OWN_KIN.exec(text);
  if (ownKin !== null) {
    const [whole, kin = ''] = ownKin;
    return text[whole.length] === ' ' && KIN.test(kin)
      ? { entity: kin.toLowerCase(), length: whole.length }
      : null;
  }
  const namedKin = NAMED_KIN.exec(text);
  if (namedKin !== null) {
    const [whole, name = '', kin = ''] = namedKin;
    return isName(name) && KIN.test(kin)
      ? { entity: `${name} ${kin}`.toLowerCase(), length: whole.length }
      : null;
  }
  if (BARE_VERB.test(text)) return { entity: '', length: 0 };
  const named = NAMED.exec(text)?.[1];
  return named !== undefined && isName(named)
    ? { entity: named.toLowerCase(), length: named.length }
    : null;
}

/** Whether words with capital letters name somebody or something. */
export function isName(text: string): boolean {
  return text.split(' ').every((word) => !NO_NAMES.has(word.toLowerCase().replace(/\.$/, '')));
}

/** Whose attribute "Ana's", "my", "the user's" is; null for anyone else's. */
export function ownerOf(possessive: string): string | null {
  if (/^(?:my|(?:the )?(?:user|customer|client)['’]s)$/i.test(possessive)) return '';
  const name = possessive.replace(/['’]s$/u, '');
  if (name === possessive) return null;
  const kin = /^my (\p{L}+)$/iu.exec(name)?.[1];
  if (kin !== undefined) return KIN.test(kin) ? kin.toLowerCase() : null;
  return new RegExp(`^${NAME_SOURCE}$`, 'u').test(name) && isName(name) ? name.toLowerCase() : null;
}
