import { LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

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

/** English phrases that ask for the prompt, over normalised text. */
export const ENGLISH_EXTRACTION: readonly Phrase[] = [
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
