import { anyWords, LIKELY, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

const phrase = phrasesIn('latin');

/** English phrases that have tools called, over normalised text. */
export const ENGLISH_TOOLS: readonly Phrase[] = [
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
