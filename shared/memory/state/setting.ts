import { americanised, isSettingValue } from './attribute.ts';
import type { StateFact } from './fact.ts';

/** Nouns for what a thing has one of. Others ("answer", "winner", "song") are said of many. */
const HEAD =
  /^(?:colou?r|target|branch|region|version|port|owner|address|url|domain|deadline|limit|status|capital|hosts?|hostname|endpoint|room|floor|location|time ?zone|currency|language|theme|plan|tier|model|provider|vendor|supplier|carrier|database|framework|manager|lead|lead engineer|ceo|cto|cfo|password|pin|environment|cluster|namespace|bucket|server|interval|timeout|frequency|threshold|quota|capacity|headquarters|office|maintainer|assignee|editor|registrar|runtime|engine|backend|queue|schedule|password manager|package manager|policy)$/;
/** Nouns that say so of one thing only when that has a name: "the Rho fee", not "the order id". */
const NAMED_HEAD =
  /^(?:number|id|date|code|price|fee|cost|rate|size|budget|name|level|mode|format|contact)$/;
const SUBJECT =
  "((?:[\\p{L}\\d][\\p{L}\\p{M}\\d_./-]*(?:['’]s)? ){0,4}?[\\p{L}\\d][\\p{L}\\p{M}\\d_./-]*)";
const IS = '(?:is|are)(?: now| currently)?(?: set to)?';
const CHANGED =
  '(?:(?:was|were|has been|have been|got) (?:changed|switched|moved|set|updated|migrated|renamed)|(?:is|are) (?:now )?changed|(?:has |have )?(?:changed|switched|moved))(?: from .{1,40}?)? to';
const STATED = new RegExp(
  `^(?:(The|the|Our|our|My|my) )?${SUBJECT} (?:${IS}|${CHANGED}) (.{1,80})$`,
  'u',
);
const MADE = new RegExp(
  `^(?:I|We|we)(?: have)? (?:changed|switched|moved|set|updated|migrated) (the|our|my) ${SUBJECT} (?:from .{1,40}? )?to (.{1,80})$`,
  'u',
);
const PLACED = new RegExp(
  `^(?:(The|the|Our|our|My|my) )?${SUBJECT} (?:(?:is|are|sits?|runs?|lives?|goe?s?)(?: now)?|now (?:sits?|runs?|lives?|goe?s?)|(?:was|were|has been|have been) moved) (?:on|in|at|through|to) ((?:the )?(?:rack|room|floor|building|shelf|port|bay|desk|level|locker|slot|drawer|zone|aisle|warehouse|cluster|node|cabinet|row|unit|suite|hall|server|host|gate|line|lane|bin|box) #?[\\p{L}\\d][\\p{L}\\d-]{0,12})$`,
  'u',
);
/** What happens once, and whoever is pointed at: no things with a place of their own. */
const PASSING =
  /\b(?:my|his|her|their|its|your|whose|meeting|party|class|event|concert|flight|train|appointment|call|session|interview|talk|lecture|game|match|show|exam|dinner|lunch|workshop|today|tomorrow|tonight|he|she|it|they|we|you|i|this|that|there|everyone|who|what|here|one|all|some|both|someone|nobody|each|every|first|last|other|another|next|same|best|only|man|woman|boy|girl|person|guy|kid|dog|cat)\b/i;
/** Prepositions join a noun to what it is of ("price of the Pro plan"); verbs and commas end the subject. */
const OF = /^(.+?) (?:of|for) (?:the |our |my )?(.+)$/u;
const NO_NOUN =
  /\b(?:is|are|was|were|has|have|had|will|do|does|did|to|in|on|at|by|with|from|and|or|but|than|as|if|about|because)\b/i;
const MAX_SUBJECT_CHARS = 60;

/** What a thing of the scope is set to: "the deployment target is eu-west-1", "printer queue is on rack 3". */
export function setting(sentence: string): StateFact | null {
  const text = sentence.trim().replace(/[.!;]+$/u, '');
  return placed(text) ?? stated(text);
}

function placed(text: string): StateFact | null {
  const [, article, subject = '', value] = PLACED.exec(text) ?? [];
  if (value === undefined || !isThing(subject)) return null;
  // Without an article one word may be anybody: "Bo is in room 3".
  if (article === undefined && !/^\p{L}+ \p{Ll}/u.test(subject)) return null;
  return { entity: subject.toLowerCase(), key: 'location', value };
}

function stated(text: string): StateFact | null {
  const [, article, subject = '', written] = MADE.exec(text) ?? STATED.exec(text) ?? [];
  const value = written?.replace(/ (?:now|today|yesterday|(?:as of|since|effective) .{1,30})$/, '');
  if (value === undefined || !isThing(subject) || !isSettingValue(value)) return null;
  const [, noun = subject, of] = OF.exec(subject) ?? [];
  const words = noun.split(' ');
  const head = words.at(-1)?.toLowerCase() ?? '';
  // A noun alone ("the price") is said of whatever the talk is about.
  const isDefinite = of !== undefined || words.length > 1;
  const named = article !== undefined || of === undefined;
  const isHead = HEAD.test(head) || (NAMED_HEAD.test(head) && / \p{Lu}/u.test(` ${of ?? noun}`));
  if (!isHead || !isDefinite || !named) return null;
  return { entity: '', key: americanised(subject.toLowerCase()), value };
}

/** A setting as a line of its own: "default branch: main". A single word is a value there. */
export function settingField(key: string, value: string): StateFact | null {
  const noun = key.trim().toLowerCase();
  const words = noun.split(' ');
  if (words.length < 2 || !HEAD.test(words.at(-1) ?? '') || !isThing(noun)) return null;
  const isValue = isSettingValue(value) || /^[\p{L}\d][\p{L}\p{M}\d_./-]{0,40}$/u.test(value);
  return isValue ? { entity: '', key: americanised(noun), value } : null;
}

function isThing(subject: string): boolean {
  return subject.length <= MAX_SUBJECT_CHARS && !PASSING.test(subject) && !NO_NOUN.test(subject);
}
