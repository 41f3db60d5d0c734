import { anyWords, LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';
import { FILLER } from './english-filler.ts';

/** Of these, the ones that make the object the model's own. */
const OWN =
  'all|any|every|previous|previously|prior|above|earlier|preceding|foregoing|past|former|your|original|initial|existing|these|those';
const ORDERS =
  'instructions?|prompts?|directives?|directions|guidelines?|programming|guardrails?|safeguards|training|orders|commands';
const RULES =
  'rules|constraints|restrictions|policies|tasks?|assignments?|context|conversations?|limitations|' +
  'filters?|protocols|requests?|questions?|statements?|persona|role|documents|thoughts|principles|ethics|morals';
const EARLIER =
  'previous|previously|prior|above|earlier|preceding|foregoing|past|former|your|before';
const BEFORE =
  "(?:above|before|so far|previously|earlier|(?:that )?(?:i|we|they)(?:'ve| have)? (?:gave|given|told|said)|" +
  "(?:that )?you(?:'ve| have| were|'re| are| had)?(?: been)?(?: previously)? (?:given|got|received|told|following)|(?:that )?(?:given|provided|came|come|precede[ds]?))~";

const IGNORE = [
  'ignor',
  'disregard',
  'forget',
  'let go of',
  'neglect',
  'overlook',
  'discard',
  'abandon',
  'dismiss',
];
const DEFEAT = [
  'overrid',
  'bypass',
  'circumvent',
  'overwrit',
  'overrul',
  'disobey',
  'violat',
  'erase',
  'delete',
];
const IMPERATIVE = 'e?~(?: about~)?';

const phrase = phrasesIn('latin');

/** Orders to drop the instructions a model was given. */
export const ENGLISH_OVERRIDES: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    [...IGNORE, ...DEFEAT],
    `${IMPERATIVE}${upTo(3, FILLER)} (?:${OWN})~${upTo(4, FILLER)} (?:${ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    `${IMPERATIVE}${upTo(3, FILLER)} (?:system|initial|developer)~${upTo(2, FILLER)} (?:${ORDERS}|message)~`,
  ),
  phrase(
    'override',
    OVERT,
    [...IGNORE, ...DEFEAT],
    `${IMPERATIVE}${upTo(3, FILLER)} (?:${EARLIER})~${upTo(3, FILLER)} (?:${RULES})~`,
  ),
  phrase(
    'override',
    OVERT,
    [...IGNORE, ...DEFEAT],
    `${IMPERATIVE}${upTo(3, FILLER)} (?:${ORDERS}|${RULES})~ ${BEFORE}`,
  ),
  phrase(
    'override',
    LIKELY,
    IGNORE,
    `${IMPERATIVE}${upTo(1, 'about')} all~${upTo(3, FILLER)} (?:${RULES})~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    `${IMPERATIVE} (?:everything|anything|all|whatever)~${anyWords(3)} (?:above|before|beforehand|prior|previous|previously|earlier|told|said|learned|know|wrote|written|discussed|talked|until now|up to now|so far|been given)~`,
  ),
  phrase(
    'override',
    LIKELY,
    IGNORE,
    `${IMPERATIVE}${upTo(2, 'all|of|the|any')} (?:above|previous|prior)~(?:${upTo(1, 'text|content|message|sentences?|lines?')})[.,;!]? (?:and|instead|then|now|print|say|output|write|tell|respond|answer|reply|give|just|only|follow)~`,
  ),
  phrase(
    'override',
    LIKELY,
    IGNORE,
    `${IMPERATIVE}${upTo(2, 'all|of|the|any')} (?:text|content|words|sentences)~${upTo(2, 'that|you|were|was|given|is')} (?:above|before|previously|earlier)~`,
  ),
  phrase(
    'override',
    POSSIBLE,
    IGNORE,
    `${IMPERATIVE}${upTo(2, 'all|of|the|any')} (?:above|preceding)~(?! (?:error|warning|rule|note|lint|message)s?~)`,
  ),
  phrase(
    'override',
    POSSIBLE,
    [...IGNORE, ...DEFEAT],
    `(?:ing|e?s)~${upTo(3, FILLER)} (?:${OWN})~${upTo(4, FILLER)} (?:${ORDERS})~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['do not', "don't", 'dont', 'stop', 'no longer', 'cease', 'refuse to', 'quit', 'never'],
    `~ (?:follow(?:ing)?|obey(?:ing)?|adher(?:e|ing) to|comply(?:ing)? with|listen(?:ing)? to|respect(?:ing)?)~${upTo(3, FILLER)} (?:${OWN})~${upTo(4, FILLER)} (?:${ORDERS}|rules|restrictions)~`,
  ),
  phrase(
    'override',
    LIKELY,
    [
      'pay no attention to',
      'pay no heed to',
      'set aside',
      'put aside',
      'leave',
      'leave behind',
      'throw away',
      'throw out',
      'clear your mind of',
      'wipe',
    ],
    `~${upTo(3, FILLER)} (?:${OWN})~${upTo(4, FILLER)} (?:${ORDERS}|rules|tasks?)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['your new', 'your real', 'your actual', 'your true', 'your updated', 'your only'],
    '~(?: (?:main|primary|only|and))? (?:tasks?|instructions?|objective|goal|mission|directive|role|purpose|orders)~(?: (?:now|from now on))?(?: (?:is|are|will)~| ?:)',
  ),
  phrase(
    'override',
    LIKELY,
    ['new', 'updated', 'revised', 'real'],
    '~ (?:system )?(?:instructions?|prompt|orders|directives?)~ ?(?:for (?:you|the (?:ai|assistant|model)))?:(?!/)',
  ),
  phrase(
    'override',
    LIKELY,
    ['focus', 'concentrate', 'work'],
    `~${upTo(2, 'now|only|instead|solely|entirely')} on~ (?:your|this|the following|the) new (?:task|assignment|instructions?|mission|goal)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['strictly', 'follow', 'obey', 'execute', 'only follow'],
    '~(?: (?:adhere to|follow|obey|only))?(?: only)? (?:the following|these|this|my|the new)(?: new)? (?:instructions?|orders?|commands?)~ (?:instead|from now|only|and nothing|and ignore|: please)',
  ),
  phrase(
    'override',
    LIKELY,
    ['strictly'],
    '~ adhere to~ (?:the following|these|this|my)~ (?:instructions?|orders?|commands?|rules)~',
  ),
  {
    ...phrase(
      'override',
      POSSIBLE,
      ['new'],
      '~ (?:task|assignment|mission|tasks follow)~ ?(?:is )?:',
    ),
    opens: true,
  },
  phrase(
    'override',
    LIKELY,
    ['stop everything', 'stop what', 'drop everything', 'stop being'],
    "~(?: you(?:'re| are)? (?:doing|were doing))?(?: and)? (?:listen|instead|now|do|an?|write|answer|say)~",
  ),
  phrase(
    'override',
    LIKELY,
    [
      'instead of answering',
      'instead of following',
      'rather than answering',
      'rather than following',
      'do not answer the',
      "don't answer the",
      'disregard the user',
      'ignore the user',
      'disregard the question',
      'ignore the question',
      'do not answer this question',
      'your instructions are now',
      'your only instruction is',
    ],
    "(?:'s)?~",
  ),
  phrase(
    'override',
    LIKELY,
    IGNORE,
    `${IMPERATIVE} (?:everything|anything|it all)~(?: else)?,? (?:and|just|instead|now)~(?: [a-z]{2,8})? (?:say|print|output|write|tell|respond|answer|reply|do)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['leave', 'put'],
    `~ (?:all|everything)~${upTo(4, `${FILLER}|information|text`)} (?:previous|prior|earlier|above)~${upTo(2, 'information|text|context|conversation')} (?:behind|aside)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['do not look', "don't look", 'do not use', "don't use"],
    '~(?: (?:in|at|into))? the (?:documents?|articles?|context|passages?)~(?: provided)?[,;.]?(?: and)? (?:just|only|simply) (?:output|say|print|answer|write|reply)~',
  ),
  phrase(
    'override',
    0.7,
    [...IGNORE, ...DEFEAT],
    `${IMPERATIVE}${upTo(2, FILLER)} your~${upTo(3, FILLER)} (?:settings|protocols?|measures|parameters|configuration|defaults|behaviou?r|controls|moderation|limits|code of conduct|terms)~`,
  ),
];
