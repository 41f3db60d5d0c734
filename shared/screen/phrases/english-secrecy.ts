import { LIKELY, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

const phrase = phrasesIn('latin');

/** English phrases that keep something from the user, over normalised text. */
export const ENGLISH_SECRECY: readonly Phrase[] = [
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
