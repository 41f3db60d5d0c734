import { anyWords, LIKELY, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

const phrase = phrasesIn('latin');

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

/** English phrases that send data away, over normalised text. */
export const ENGLISH_EXFILTRATION: readonly Phrase[] = [
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
