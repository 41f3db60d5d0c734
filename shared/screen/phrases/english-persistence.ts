import { anyWords, HINT, type Phrase, phrasesIn } from '../phrase.ts';

const phrase = phrasesIn('latin');

/** English phrases that are to hold in later conversations, over normalised text. */
export const ENGLISH_PERSISTENCE: readonly Phrase[] = [
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
