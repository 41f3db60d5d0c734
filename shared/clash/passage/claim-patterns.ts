/** How the value of a claim is compared. */
export type ClaimKind = 'value' | 'name' | 'nation' | 'class';

/** A way to say what something is or has. */
export interface ClaimPattern {
  /** What is claimed; an empty name is taken from the `attribute` group. */
  readonly attribute: string;
  readonly kind: ClaimKind;
  /** Its `value` group holds what is claimed, its `attribute` group, if any, which attribute it is. */
  readonly pattern: RegExp;
}

const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const DATE = `(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\s${MONTH}\\s\\d{4}|${MONTH}\\s\\d{1,2}\\s?,?\\s\\d{4}|${MONTH}\\s\\d{4}|\\b(?:1\\d|20)\\d{2}\\b)`;
const NUMBER = '\\d[\\d,.]*(?<=\\d)';
const SCALE = '(?:\\s(?:million|billion|thousand))?';
const CAPITAL =
  "\\p{Lu}(?:[\\p{L}\\p{M}]|[.'’-](?=[\\p{L}\\p{M}])|(?<=\\b\\p{Lu})\\.(?=\\s\\p{Lu}))*";
const NAME = `${CAPITAL}(?:\\s(?:(?:of|de|van|von|the|and|&)\\s)?${CAPITAL}){0,6}`;
/** A place with what it lies in: "Lyon, France". */
const PLACE = `${NAME}(?:\\s?,\\s${NAME}){0,2}`;
const EVENTS =
  'released|opened|founded|established|built|completed|constructed|published|launched|premiered|formed|created|incorporated|inaugurated|dedicated|elected|married|retired|closed|dissolved|demolished|discovered|invented|introduced|aired|debuted|signed|adopted|ratified|abolished|commissioned|decommissioned|drafted|expire[sd]?|end(?:s|ed)|start(?:s|ed)|begins|began|due|scheduled|effective';
const MEASURES =
  'height|area|length|width|depth|elevation|altitude|distance|weight|speed|temperature|capacity|revenue|budget|salary|duration|runtime|limit|quota|timeout|threshold';
const AFTER_CLASS =
  'in|of|by|from|who|which|that|and|with|on|set|for|directed|written|released|produced|located|based|created|starring|known|founded|about|at|first';

/** Patterns read one sentence of bounded length; all runs in them are bounded. */
export const CLAIM_PATTERNS: readonly ClaimPattern[] = [
  value(
    'born',
    `\\bborn\\b(?:\\s(?!in\\s)[\\w".]+){0,6}?\\s*(?:on|:)?\\s*(?<value>${DATE})`,
    'giu',
  ),
  value('born', `\\((?:born\\s)?(?<value>${DATE})\\s*(?:[-–]{1,2}|\\)|;)`, 'gu'),
  value('born', `\\bborn\\b[^.;()]{0,60}?\\b(?:in|on)\\s(?<value>${DATE})`, 'giu'),
  value('died', `\\bdied\\b[^.;()]{0,50}?\\b(?:in|on)\\s(?<value>${DATE})`, 'giu'),
  value('died', `\\(${DATE}\\s*[-–]{1,2}\\s*(?<value>${DATE})\\)`, 'gu'),
  name('birthplace', `\\bborn\\s(?:and\\sraised\\s)?in\\s(?<value>${PLACE})`),
  value(
    'population',
    `\\bpopulation\\b(?:\\s(?!density)\\w+){0,4}?\\s*:?\\s*(?:(?:was|is)(?:\\sapproximately)?|of|around|about|approximately|:)\\s*(?<value>${NUMBER}${SCALE})`,
    'giu',
  ),
  value('people', `\\bthere\\s(?:were|are)\\s(?<value>${NUMBER})\\speople\\b`, 'giu'),
  name(
    '',
    `\\b(?<attribute>[Dd]irected|[Pp]roduced|[Ww]ritten|[Cc]reated|[Ff]ounded|[Dd]esigned|[Cc]omposed)\\s(?:\\w+\\s){0,3}?by\\s(?<value>${NAME})`,
  ),
  name(
    'located',
    `\\b(?:is|was|are)\\s(?:located|situated|based|headquartered)\\sin\\s(?:the\\s)?(?<value>${PLACE})`,
  ),
  name('capital', `\\b[Cc]apital\\s(?:city\\s)?(?:of\\s\\w+\\s)?is\\s(?<value>${NAME})`),
  {
    attribute: 'nation',
    kind: 'nation',
    pattern:
      /\b(?:is|was)\san?\s(?:(?:former|retired|\d{4}|professional)\s){0,4}(?<value>\p{Lu}\p{Ll}+|USA)\b(?![-/])(?!\s(?:and|or)\b)/gu,
  },
  value('year', '\\b(?:is|was)\\san?\\s(?<value>(?:1[89]|20)\\d\\d)\\b', 'gu'),
  {
    attribute: 'class',
    kind: 'class',
    pattern: new RegExp(
      `\\b(?:is|was)\\s(?:an?|the)\\s(?<value>(?:[\\w-]+\\s){0,6}?[a-z-]+)(?=\\s(?:${AFTER_CLASS})\\b|\\s*[.,;(]|$)`,
      'gu',
    ),
  },
  value(
    'price',
    `\\b(?:costs?|price[sd]?|fee|priced at|sold for|worth)\\s(?:(?:is|was|at|of)\\s)?(?<value>(?:US\\$|[$€£¥])\\s?${NUMBER}(?:\\s(?:million|billion|thousand)|k\\b)?)`,
    'giu',
  ),
  value('age', `\\b(?<value>${NUMBER})\\syears\\sold\\b`, 'giu'),
  value(
    '',
    `\\b(?<attribute>${EVENTS})\\b(?:\\s(?!and\\b)[\\w']+){0,4}?\\s(?:in|on|by|from|at)\\s(?<value>${DATE})`,
    'giu',
  ),
  value(
    '',
    `\\b(?<attribute>${MEASURES})(?:\\s\\w+){0,2}?(?:\\s(?:is|was|of|at)|:)\\s(?<value>(?:[$€£¥]\\s?)?${NUMBER}(?:\\s?[\\p{L}%°/]{1,12})?)`,
    'giu',
  ),
];

function value(attribute: string, source: string, flags: string): ClaimPattern {
  return { attribute, kind: 'value', pattern: new RegExp(source, flags) };
}

/** Names begin with a capital, so these are read with case. */
function name(attribute: string, source: string): ClaimPattern {
  return { attribute, kind: 'name', pattern: new RegExp(source, 'gu') };
}

const KINDS_OF_WORK =
  'film movie book novel album song single play musical series show sitcom magazine newspaper painting opera poem game videogame telenovela';
const KINDS_OF_PLACE =
  'city town village country state river mountain lake island county continent province municipality district';
const KINDS_OF_BEING =
  'animal dog cat horse bird fish snake lizard insect mammal reptile spider whale shark bear';
const KINDS_OF_GROUP = 'company band university college school team club airline bank party';
const KINDS_OF_PERSON =
  'actor actress singer writer author politician footballer player scientist director musician painter poet lawyer president king queen man woman';

/** Head nouns by family; a thing of one family is not of another. */
export const CLASS_FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    work: KINDS_OF_WORK,
    place: KINDS_OF_PLACE,
    animal: KINDS_OF_BEING,
    group: KINDS_OF_GROUP,
    person: KINDS_OF_PERSON,
  }).flatMap(([family, nouns]) => nouns.split(' ').map((noun) => [noun, family] as const)),
);

/** Head nouns of one family that one thing can be both of. */
export const CLASS_OVERLAPS: readonly ReadonlySet<string>[] = [
  'film movie',
  'sitcom series show telenovela',
  'book novel',
  'musical film movie play show',
  'song single',
  'album single',
  'game videogame',
  'town city municipality',
  'village town municipality',
  'state country',
  'island country state',
  'county district province state',
  'city state county district',
  'play book',
  'poem book song',
  'opera musical play',
  'series book film movie novel',
  'animal dog cat horse bird fish snake lizard insect mammal reptile spider whale shark bear',
  'mammal dog cat horse whale bear',
  'reptile snake lizard',
  'fish shark',
].map((nouns) => new Set(nouns.split(' ')));
