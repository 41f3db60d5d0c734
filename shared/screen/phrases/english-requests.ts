import {
  anyWords,
  HINT,
  LIKELY,
  OVERT,
  type Phrase,
  POSSIBLE,
  phrasesIn,
  upTo,
} from '../phrase.ts';

const phrase = phrasesIn('latin');

const SHOW = [
  'reveal',
  'show',
  'print',
  'repeat',
  'output',
  'display',
  'tell',
  'give',
  'share',
  'expose',
  'disclose',
  'leak',
  'write',
  'copy',
  'summarize',
  'summarise',
  'return',
  'recite',
  'echo',
  'dump',
  'send',
  'state',
  'list',
  'translate',
  'include',
  'paste',
  'spell',
  'encode',
  'what is',
  'what are',
  'what was',
  'what were',
  "what's",
];
const DETERMINERS =
  'me|us|all|of|your|the|out|a|copy|exact|full|entire|complete|whole|back|verbatim|text|contents?|words?|first|lines?|sentences?|please|in|its|my|current|own|to|with|following|any|and|everything|begins|print';
const SECRET =
  '(?:passwords?|credentials?|api[_\\s-]?keys?|secret[_\\s-]?keys?|secrets|access[_\\s-]?tokens?|auth(?:entication)? tokens?|session[_\\s-]?tokens?|private keys?|ssh keys?|key file|environment variables|env vars|\\.env|credit card(?: numbers?| details)?|card numbers?|bank details|social security numbers?|chat history|conversation history|chat log|conversation|chat transcript|system prompt|memory|memories|personal (?:data|information|details)|user data|contact list|contacts|browsing history|cookies|inbox)';
const SEND = [
  'send',
  'forward',
  'post',
  'upload',
  'email',
  'e-mail',
  'mail',
  'transmit',
  'leak',
  'exfiltrate',
  'submit',
  'copy',
  'share',
  'deliver',
  'append',
  'encode',
  'embed',
  'put',
  'include',
  'pass',
  'export',
  'paste',
];
const THEIRS =
  "all|any|of|the|this|these|user's|users|users'|user|their|your|his|her|victim's|customer's|customers'|every|entire|full|whole|complete|current|saved|stored|contents|content|summary|a|copy|and|our|following|previous|recent|private|sensitive|confidential|as";

/** Words that ask for all of something. */
const WHOLE = [
  'all your',
  'all of your',
  'the full',
  'your full',
  'your entire',
  'your complete',
  'your whole',
  'a copy of the full',
  'a copy of your',
  'full',
];

const extraction: readonly Phrase[] = [
  phrase(
    'prompt_extraction',
    OVERT,
    SHOW,
    `~${upTo(5, DETERMINERS)} (?:system|initial|original|hidden|secret|initialization|pre|developer|starting|base)~${upTo(2, 'system|hidden|secret|original|level')}[\\s-](?:prompts?|instructions?|messages?|directives?|guidelines|rules|configuration)~`,
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    SHOW,
    `~${upTo(4, DETERMINERS)} your~${upTo(3, 'own|entire|full|complete|exact|current|internal|whole|previous|first|given')} (?:prompts?(?: texts?)?|instructions|directives|guidelines|programming|embeddings|configuration)~`,
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    [
      'repeat',
      'print',
      'output',
      'display',
      'copy',
      'recite',
      'echo',
      'translate',
      'summarize',
      'show',
      'write',
    ],
    `~${upTo(3, 'me|back|out|all|exactly|verbatim')} (?:everything|all|the (?:text|words|content|sentences?|lines?|instructions|prompt|paragraphs?))~${upTo(4, 'of|the|text|content|words|that|is|was|were|written|in|a|code|block|your|prompt|instructions|you|received')} (?:above|before this|so far|prior to this|preceding)~`,
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    WHOLE,
    '~ (?:system|hidden|secret|original|initial|own) prompts?(?: texts?)?~',
  ),
  // Papers and manuals write of "the full prompt"; only whose prompt it is makes it an attack.
  phrase('prompt_extraction', POSSIBLE, WHOLE, '~ prompts?(?: texts?)?~'),
  phrase(
    'prompt_extraction',
    POSSIBLE,
    ['what is', 'what was', "what's", 'what were', 'what are'],
    `~${upTo(2, 'the|all|exactly')}(?: (?:written|text|content|words|sentences|instructions?))${upTo(2, 'written|that|is|the|was')} (?:above|at the (?:beginning|start|top) of (?:this|your|the) (?:conversation|prompt|message|context))~`,
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    ['the words', 'the text', 'everything', 'all the text', 'all text', 'the instructions'],
    '~ (?:above|before this|you were given)~[^a-z\\n]{0,3}(?: starting with| beginning with| that begins? with| in a code ?block)~',
  ),
];

const exfiltration: readonly Phrase[] = [
  phrase(
    'exfiltration',
    LIKELY,
    SEND,
    `~(?: me| us| them)?${upTo(6, THEIRS)}(?: ${SECRET})~${anyWords(5)} (?:to|at|via|into|in|through)~ (?:(?:the|this|an?|my|our) )?(?:https?:|www\\.|[\\w.+-]{1,40}@|attacker|url|link|address|webhook|server|endpoint|external|following|image)`,
  ),
  phrase(
    'exfiltration',
    POSSIBLE,
    ['send', 'forward', 'upload', 'email', 'transmit', 'leak', 'exfiltrate', 'post'],
    `~(?: me| us)?${upTo(5, THEIRS)} (?:user's|users'|their|victim's|customer's)~${upTo(4, THEIRS)} ${SECRET}~`,
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['exfiltrate'],
    `~${anyWords(4)} (?:data|secrets?|credentials|conversation|history|keys?|information)~`,
  ),
  phrase(
    'exfiltration',
    LIKELY,
    [
      'read',
      'open',
      'fetch',
      'load',
      'cat',
      'get',
      'retrieve',
      'access',
      'find',
      'collect',
      'gather',
    ],
    `~${anyWords(5)} (?:\\x7e?/?[\\w./-]{0,20}(?:\\.env|\\.ssh|id_rsa|credentials|\\.aws|mcp\\.json)[\\w./]{0,20}|(?:private |api |ssh |secret )?key(?:s|[\\s-]?file)?(?: file)?|passwords?|password file|secrets? ?(?:file)?|tokens?)~(?:,|;|\\.)?${anyWords(3)} (?:and|then)~${upTo(3, 'then|also|silently|secretly|always')} (?:put|pass|send|include|paste|insert|attach|provide|supply|append|add|upload|post|forward|place|write)~ (?:it|its|them|their|that|the (?:contents?|result|value))~`,
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['append', 'add', 'encode', 'embed', 'include', 'insert', 'put', 'attach'],
    `~${anyWords(8)} (?:in|into|to|as)~(?: (?:the|an?|this|a hidden|each|every))? (?:url|query (?:string|parameter)|image (?:url|link|tag)|link)~(?=[\\s\\S]{0,80}(?:https?:|conversation|history|secret|password|user))`,
  ),
];

const tools: readonly Phrase[] = [
  phrase(
    'tool_invocation',
    LIKELY,
    ['call', 'invoke', 'use', 'run', 'execute', 'trigger'],
    `~(?: the| your)? [\\w.-]{2,40} (?:tool|function|api|plugin)~${anyWords(8)} (?:without (?:asking|telling|confirm\\w{0,5}|informing|notifying|user|permission|approval)|silently|secretly|in the background)~`,
  ),
  phrase(
    'tool_invocation',
    POSSIBLE,
    [
      'you must',
      'you should',
      'please',
      'now',
      'immediately',
      'first',
      'then',
      'always',
      'assistant',
      'instead',
    ],
    `~,?${upTo(2, 'immediately|now|first|always|also|then|please')} (?:call|invoke|execute|trigger|run)~ (?:the|your) [\\w.-]{2,40} (?:tool|function|plugin)~`,
  ),
  phrase(
    'tool_invocation',
    POSSIBLE,
    [
      'before using',
      'before calling',
      'before any',
      'before responding',
      'before answering',
      'before you use',
      'before you call',
      'before you answer',
      'prior to calling',
      'whenever you call',
      'when calling',
      'every time you call',
    ],
    `~${anyWords(5)}[,:]? (?:you must |always |please |first )?(?:read|send|fetch|open|include|pass|upload|forward|cat|copy|list)~ (?:the|all|its|any|your|this|user)`,
  ),
  phrase(
    'tool_invocation',
    POSSIBLE,
    [
      'this tool must be',
      'always call this tool',
      'always use this tool',
      'must be called before',
      'always prefer this tool',
      'use this tool instead of',
      'do not use any other tool',
      'never use the other',
    ],
    '~',
  ),
  phrase(
    'tool_invocation',
    LIKELY,
    ['rm -rf /', 'rm -rf --no-preserve'],
    '(?=[\\s\\S]{0,60}(?:without|silently|do not|user|then))',
  ),
];

const secrecy: readonly Phrase[] = [
  phrase(
    'secrecy',
    0.7,
    ['without'],
    `~ (?:telling|informing|notifying|alerting|warning|asking|mentioning|letting)~(?: it| this| anything)?(?: to)? (?:the|your) (?:user|human|customer|client|owner|operator)s?~`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['do not', "don't", 'dont', 'never', 'must not', 'avoid'],
    `~ (?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|alert|warn|disclose|let|show|explain|report)~${upTo(4, 'this|it|that|these|any|of|anything|to|the|instruction|instructions|step|action|message|about')} (?:the|your|to the|to your|any) (?:user|users|human|customer|client|owner|operator)~`,
  ),
  phrase(
    'secrecy',
    POSSIBLE,
    ['do not', "don't", 'dont', 'never'],
    `~ (?:mention|reveal|disclose|acknowledge|talk about|refer to)~ (?:this|these|it|that you|the (?:instructions?|existence|file|request|presence))~(?: (?:instructions?|message|note|step|request|fact|to anyone|to anybody|in your))?~`,
  ),
  phrase(
    'secrecy',
    POSSIBLE,
    ['keep this', 'keep it', 'keep these instructions'],
    '~(?: (?:a|instruction|message|between us))? (?:secret|hidden|confidential|between us|from the user)~',
  ),
  phrase(
    'secrecy',
    POSSIBLE,
    ['secretly', 'covertly', 'silently'],
    '~ (?:send|forward|call|add|insert|include|copy|upload|execute|run|delete|email|append|transfer|record|store)~',
  ),
  phrase(
    'secrecy',
    LIKELY,
    [
      'the user must not',
      'the user should not',
      'the user must never',
      'the user should never',
      'the user does not need to',
      "user doesn't need to",
    ],
    '~ (?:know|see|notice|learn|find out|be (?:told|aware|informed))~',
  ),
];

const persistence: readonly Phrase[] = [
  phrase(
    'persistence',
    0.7,
    ['save', 'store', 'write', 'add', 'commit', 'record', 'keep', 'put', 'update'],
    `~${anyWords(4)} (?:to|in|into|with)~ (?:your|the)(?: (?:long-term|long term|persistent|permanent))? memory~(?= ?(?:that|:|for|[.!,;]|and|"|so|permanently|$))`,
  ),
  phrase('persistence', 0.7, ['store in memory', 'save in memory'], '(?: that~| this~|:)'),
  // "Store new facts in long-term memory" is also how a tool is described.
  phrase(
    'persistence',
    0.7,
    [
      'save this',
      'store this',
      'save the following',
      'store the following',
      'commit this',
      'write this',
    ],
    `~${anyWords(3)} (?:to|in|into)~(?: (?:long-term|long term|persistent|permanent))? memory~`,
  ),
  phrase(
    'persistence',
    HINT,
    [
      'remember this',
      'remember that',
      'remember the following',
      'always remember',
      'memorize this',
      'memorise this',
      'memorize the following',
      'never forget this',
    ],
    '~',
  ),
  phrase(
    'persistence',
    0.6,
    ['remember', 'memorize', 'memorise', 'keep in mind', 'store', 'note'],
    '~ (?:this|that|the following|it|these)~(?: (?:rule|instruction|instructions|fact|preference))? (?:forever|for (?:later|the future|all|next|every|future|good)|permanently|from now on|in (?:all|every|future))~',
  ),
  phrase(
    'persistence',
    0.7,
    [
      'in all future',
      'for all future',
      'in every future',
      'in any future',
      'for every future',
      'in future',
      'across all future',
      'in all subsequent',
      'for all subsequent',
    ],
    '~ (?:conversations?|responses?|sessions?|interactions?|chats?|requests|answers|messages)~',
  ),
];

/** English phrases that ask for prompts, data, tools, secrecy or lasting effect, over normalised text. */
export const ENGLISH_REQUESTS: readonly Phrase[] = [
  ...extraction,
  ...exfiltration,
  ...tools,
  ...secrecy,
  ...persistence,
];
