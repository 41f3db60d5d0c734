import {
  anyWords,
  type Family,
  HINT,
  LIKELY,
  OVERT,
  type Phrase,
  POSSIBLE,
  upTo,
} from '../phrase.ts';

/** Words that may stand between the verb and what is overridden. */
const FILLER =
  'all|any|every|each|of|the|your|my|our|its|these|those|this|that|previous|previously|prior|above|' +
  'earlier|preceding|foregoing|past|former|existing|original|initial|old|current|other|system|given|' +
  'safety|developer|openai|default|internal|security|content|ethical|and|or|provided|stated|received|' +
  'programmed|set|rest|both|set|said|such|other|so|far|just|now|about|entire|whole|core';
/** Of these, the ones that make the object the model's own. */
const OWN =
  'all|any|every|previous|prior|above|earlier|preceding|foregoing|past|former|your|original|initial|existing|these|those';
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

function phrase(
  family: Family,
  confidence: number,
  heads: readonly string[],
  rest: string,
): Phrase {
  return { family, confidence, script: 'latin', heads, rest };
}

const override: readonly Phrase[] = [
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
    `${IMPERATIVE} (?:everything|anything|all|whatever)~${anyWords(3)} (?:above|before|beforehand|prior|previous|previously|earlier|told|said|learned|know|wrote|written|discussed)~`,
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
  phrase(
    'override',
    POSSIBLE,
    ['new', 'next'],
    '~ (?:task|assignment|mission|tasks follow)~ ?(?:is )?:',
  ),
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
    ],
    "(?:'s)?~",
  ),
];

const unrestrained: readonly Phrase[] = [
  phrase('override', OVERT, ['do anything now', 'be anything now', 'does anything now'], '~'),
  phrase(
    'override',
    OVERT,
    [
      'dan',
      'jailbreak',
      'jailbroken',
      'unrestricted',
      'evil',
      'god',
      'unfiltered',
      'uncensored',
      'opposite',
    ],
    '~ mode~',
  ),
  phrase(
    'override',
    POSSIBLE,
    ['developer', 'debug', 'maintenance', 'admin', 'sudo', 'root'],
    '~ mode~(?: (?:is|has been))? (?:enabled|activated|on|unlocked|output)~',
  ),
  phrase(
    'override',
    OVERT,
    ['broken free', 'break free', 'freed', 'free', 'liberated', 'released'],
    `~ (?:of|from)~${upTo(3, 'the|all|any|its|your|their|these')}${anyWords(1)} (?:confines|restrictions|limitations|guidelines|constraints|shackles|rules of|filters|censorship)~`,
  ),
  phrase(
    'override',
    LIKELY,
    [
      'not bound by',
      'no longer bound by',
      'not restricted by',
      'not limited by',
      'never bound by',
      "don't have to abide by",
      'does not have to abide by',
      'do not have to abide by',
      'not have to follow',
      'not subject to',
      'unbound by',
      'bypasses',
      'bypassing',
    ],
    `~${anyWords(3)} (?:rules|restrictions|guidelines|limitations|policy|policies|ethics|morals|constraints|laws|filters|limits)~`,
  ),
  phrase(
    'override',
    0.7,
    [
      'without any',
      'without',
      'no',
      'any',
      'lacks',
      'have no',
      'has no',
      'zero',
      'ignores all',
      'ignores',
      'removed all',
      'devoid of',
    ],
    `~ (?:any |all )?(?:moral|ethical|morals?|ethics|censorship|content|safety|legal)~${upTo(3, 'and|or|moral|ethical|legal|ethics|morals|safety|content|policy')} (?:restrictions?|guidelines?|limitations?|boundaries|rules|filters?|constraints?|policies|principles|codes?|restraints?|concerns|considerations|warnings|compass)~`,
  ),
  phrase(
    'override',
    0.7,
    [
      'unfiltered',
      'uncensored',
      'amoral',
      'unrestricted',
      'jailbroken',
      'immoral',
      'unlimited',
      'unhinged',
      'unethical',
    ],
    `~${anyWords(3)} (?:ai|a\\.i\\.|chatbot|chat bot|bot|language model|llm|assistant|responses?|answers?|gpt|chatgpt)~`,
  ),
  phrase(
    'override',
    POSSIBLE,
    ['amoral', 'unfiltered', 'uncensored', 'unrestricted'],
    '~ (?:and|,) (?:amoral|unfiltered|uncensored|unrestricted|immoral|unethical|unbiased|completely)~',
  ),
  phrase(
    'override',
    0.6,
    [
      'never refuse',
      'never refuses',
      'never declines',
      'cannot refuse',
      'can not refuse',
      "can't refuse",
      'will not refuse',
      'must not refuse',
      'without refusing',
      'never say no',
    ],
    '~',
  ),
  phrase(
    'override',
    LIKELY,
    ['never', 'not', "don't", 'without', 'cannot', "doesn't"],
    `~${upTo(2, 'ever|start|begin|use|with|contain')}(?: say(?:ing)?| tell(?:ing)?| mention(?:ing)?| inform| contain)?${anyWords(4)} (?:you can'?t do|i'm sorry,? i (?:can|apolog)|as an ai|i apologi[sz]e or|cannot fulfill|against (?:your|openai) (?:programming|policy|guidelines))`,
  ),
  phrase(
    'override',
    LIKELY,
    ['openai', "openai's", 'anthropic', 'content', 'safety', 'usage'],
    "~(?:'s)?(?: content| usage| use)? (?:polic(?:y|ies)|guidelines|restrictions|filters)~(?: (?:do|does|will|are|is|has|have)(?: no longer| not|n't| been)~ (?:apply|relevant|matter|disabled|removed|lifted|in effect)| (?:disabled|removed|lifted|bypassed))~",
  ),
  phrase(
    'override',
    LIKELY,
    ['disable', 'turn off', 'switch off', 'deactivate', 'remove', 'lift'],
    `~${upTo(2, 'all|any|of|the')} (?:your|its)~${upTo(3, FILLER)} (?:filters?|restrictions|safety|guardrails?|safeguards|censorship|limitations|guidelines)~`,
  ),
];

const impersonation: readonly Phrase[] = [
  phrase(
    'impersonation',
    LIKELY,
    [
      'from now on',
      'from this point on',
      'from this moment on',
      'starting now',
      'henceforth',
      'from here on',
    ],
    ",? (?:you(?:'ll| will|'re| are| shall| must| should| have| can| only| need| act| speak| always)|act|always|respond|answer|pretend|your name|ignore|behave|speak|never|only|every (?:answer|response|reply)|all (?:your )?(?:answers|responses|replies))~",
  ),
  phrase(
    'impersonation',
    LIKELY,
    [
      'you are no longer',
      "you're no longer",
      'you are not an ai',
      'you are not a language model',
      'you are not chatgpt',
      'you are now dan',
      'you are dan',
    ],
    '~',
  ),
  phrase(
    'impersonation',
    0.7,
    [
      'you are now',
      "you're now",
      'you will now',
      'you are going to',
      'you will act',
      'you shall now',
      'now you are',
      'you must act',
      'you have to act',
      'you will be playing',
    ],
    '~(?: going to| be| become| to)? (?:act|pretend|roleplay|role-play|play|behave|simulat\\w{1,4}|impersonat\\w{1,4}|called|known|respond|answer|speak|in \\w{2,20} mode|free|unrestricted|unfiltered|evil|the \\w{2,20} (?:ai|bot|assistant)|an? (?:\\w{2,20} ){0,3}(?:ai|bot|chatbot|assistant|hacker|terminal|simulator|machine))~',
  ),
  phrase(
    'impersonation',
    POSSIBLE,
    ['you are now', "you're now", 'now you are'],
    '~ (?:an?|the|called|named|my)~',
  ),
  phrase(
    'impersonation',
    0.6,
    ['chatgpt', 'gpt', 'gpt-4', 'claude', 'assistant', 'the ai', 'chatbot'],
    "~,?(?: (?:you(?:'re| are| will| must)|i want you to|from now)| with dan| (?:acting|pretending))~",
  ),
  phrase(
    'impersonation',
    LIKELY,
    [
      '<|im_start|>',
      '<|start_header_id|>',
      '<|',
      '[system]',
      '<system>',
      '<<sys>>',
      '### system',
      '[inst]',
      '[/inst]',
      '</system>',
      '<system-reminder>',
      '<admin>',
      '[developer]',
      '[assistant]',
      '{{#system',
      '<|im_end|>',
      '</s>',
      '<important>',
      '[end of',
      '</context>',
      '</data>',
      '</document>',
      '</tool_result>',
      '### instruction',
      '### new',
    ],
    `[^a-z\\n]{0,3}(?:(?:system|assistant|developer|user|end_header_id)\\|?>?)?[^a-z]{0,8}\\n? ?${anyWords(4)} ?(?:you (?:are|must|will|should|have)|ignore|disregard|forget|always|never|new instructions?|your|override|from now|send|forward|reveal|print|please|do not|don't|execute|call|delete|follow|grant)~`,
  ),
  phrase('impersonation', LIKELY, ['<|im_start|>', '<|start_header_id|>'], '(?:system|developer)'),
  phrase(
    'impersonation',
    HINT,
    [
      '<|im_start|>',
      '<|im_end|>',
      '[inst]',
      '<<sys>>',
      '[/inst]',
      '### instruction:',
      '### system:',
    ],
    '',
  ),
  phrase(
    'impersonation',
    LIKELY,
    [
      'i am your developer',
      'i am one of your developers',
      'i am the developer',
      'i am your creator',
      'i am openai',
      'i am your administrator',
      'this is your developer',
      'i am your admin',
      'message from the developers',
      'message from your developer',
      'message from the system administrator',
      'message from openai',
      'message from anthropic',
    ],
    's?~',
  ),
];

/** A line that opens with a role's name; the word alone ("System: Windows 11") says nothing. */
const roleLines: readonly Phrase[] = [
  phrase(
    'impersonation',
    0.7,
    [
      'system',
      'admin',
      'administrator',
      'developer',
      'root',
      'system message',
      'system prompt',
      'system override',
      'system instruction',
      'system note',
      'admin override',
      'important system message',
      'assistant',
      'ai',
      'model',
      'llm',
    ],
    '(?: (?:message|note|notice|update|override|instruction|alert|directive))?s? ?[:>\\]]{1,3} ?(?:(?:please|now|you are|and|then) )?(?:you (?:must|will|should|are now|have to)|always|never|ignore|disregard|forget|send|forward|override|reveal|from now on|do not|your|the assistant|delete|transfer|execute|call the|grant|approve|email|upload|new instructions?|stop|all (?:previous|prior))~',
  ),
  phrase(
    'impersonation',
    POSSIBLE,
    [
      'note to',
      'attention',
      'message to',
      'message for',
      'instructions to',
      'instructions for',
      'instruction for',
      'note for',
      'important for',
      'dear',
      'hey',
      'to any',
      'to all',
      'if you are',
    ],
    `~${upTo(2, 'the|all|any|an|our|whatever|every')}(?: (?:helpful|future|large))? (?:ai|a\\.i\\.|llm|llms|language models?|chatbots?|assistants?|ai (?:agents?|assistants?|models?)|agents?|chatgpt|gpt|claude|gemini|copilot|models?)~`,
  ),
];

export const ENGLISH_OVERRIDES: readonly Phrase[] = [
  ...override,
  ...unrestrained,
  ...impersonation,
  ...roleLines.map((line) => ({ ...line, opens: true })),
];
