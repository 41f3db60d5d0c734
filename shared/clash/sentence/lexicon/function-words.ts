/** Words that carry the build of a sentence rather than what it says. All in lower case. */

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words without content of their own. */
export const STOP_WORDS = set(`
's a also an and any as at be by can could do for from have he her him his i in into it its just me
may might must my of on one's or our shall she should so some such than that the their them then there
these they this those to too us very we which while who will with would you your
`);

/** Auxiliaries: forms of be, do and have, and the modals. */
export const AUXILIARIES = set(`
am is are was were be been being do does did done doing has have had having can could may might must
shall should will would ought 's 're 'm 've 'll 'd
`);

/** Words that deny. */
export const NEGATIONS = set(
  'cannot neither never no nobody none noone nor not nothing nowhere without',
);

/** Words that half deny, or deny by their meaning: with one of them, a denial may say the same. */
export const SOFT_NEGATIONS = set(`
barely hardly rarely scarcely seldom fail failed fails failing refuse refused refuses lack lacks
lacked lacking unable incapable avoid avoids avoided deny denies denied miss missed missing absent
`);

/** A negation before one of these denies nothing, by negation: "no less than", "not only". */
export const UNDENIED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['no', set('less fewer more later longer')],
  ['not', set('only just merely')],
]);

/** Denials of all there are, when they open a sentence. */
export const UNIVERSAL_NEGATIONS = set('no nobody none nothing');

/** Words that speak of all or of several apart. */
export const QUANTIFIERS = set('both all every');

/** Openings that point at a thing both speakers know. */
export const DEFINITE_OPENINGS = set(`
the this that these those my our your his her its their he she it they i you we
`);

/** Openings that introduce something anew. "A man …" does not say which man. */
export const INDEFINITE_OPENINGS = set(`
a an some there two three four five several many one people man men woman women child children kids
`);

/** Signs that a side speaks of another time than now. */
export const TEMPORAL =
  /\b(?:used to|formerly|former|previously|until|originally|initially|no longer|since then|at first|then|later|now|currently|before|after|earlier|will be|by then|became|becomes|changed|moved)\b/iu;

/** Signs that a thing is one of several. */
export const ONE_OF =
  /\b(?:one|some|several|many|few|two|part) of\b|\b(?:another|(?<!each )other|also|among|for example|such as)\b|\be\.g\./iu;

/** Signs of a list that need not be complete. */
export const LIST =
  /\b(?:one of|such as|including|includes?|for example|for instance|among|also|some|(?<!each )other|another|either|or|both|as well|various|several|different|many)\b|\be\.g\./iu;

/** Words that make a statement a guess, a condition, a report or a plan. */
export const MODALITY =
  /\?|\b(?:if|whether|unless|might|may|could|would|should|allegedly|reportedly|supposedly|perhaps|probably|possibly|according to|claim(?:s|ed)?|said|says|believe|think|thought|rumou?r|plan(?:ned)?|expect(?:ed)?|propose[sd]?|draft|example|suppose|imagine|hypothetical)\b/giu;

/** A denial of a side remark, or of a part: what is denied is not the statement. */
export const PARTIAL_NEGATION =
  /\b(?:that|which|who|whom|whose|where|when|while|because|if)\s+(?:[\p{L}\p{M}'’]+\s+){0,3}(?:not|never|no|cannot|[\p{L}]+n['’]t)\b|\bnot (?:necessarily|until|because|unless|solely|entirely|fully|quite|exactly|as)\b/iu;

/** Verbs that take many objects at once: who likes tea may like coffee. Bases. */
export const MULTI_VALUED_VERBS = set(`
accept act admire appear buy call carry collect contact contain cook cover drink eat enjoy fear feature
follow grow handle hate have hold host include invite join know learn like list love make manage meet
mention need offer own perform play prefer produce provide read receive run see sell send serve sing
speak star store study support teach use visit want watch wear win work write
`);

/** Prepositions: the object behind one is not the object of the verb before it. */
export const PREPOSITIONS = set(`
about above across after against along among around at before behind below beneath beside between
beyond by down during for from in inside into near of off on onto out outside over past since
through throughout to toward towards under until up upon with within
`);

/** Pronouns that are a subject by themselves. */
export const PRONOUNS = set('i you we they he she it who');

/** Statements in which a thing has one place or name. */
export const IDENTIFYING =
  /\b(?:is|was|are|were)\b.{0,200}\b(?:in|at|on)\b|\b(?:located|based|capital|born|named|called|lives in|resides in)\b/iu;

/** What happens to a thing once. */
export const ONE_TIME =
  /\b(?:born|died|released|opened|founded|established|built|completed|constructed|published|launched|premiered|formed|created|incorporated|inaugurated|dedicated|elected|married|retired|closed|dissolved|demolished|discovered|invented|introduced|aired|debuted|signed|adopted|ratified|abolished|commissioned|decommissioned|drafted|expire[sd]?|ends?|ended|starts?|started|begins|began|due|scheduled|effective)\b/iu;

/** Words before which a sentence part ends. */
export const CLAUSE_OPENINGS = set('but although because which who');
