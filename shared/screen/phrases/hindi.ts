import { LIKELY, OVERT, type Phrase, phrasesIn } from '../phrase.ts';

/** Hindi. Normalised text has no vowel signs, so words are written here as their consonants. */
const phrase = phrasesIn('devanagari');

/** निर्देश, आदेश, नियम, प्रॉम्प्ट */
const ORDERS = '(?:नरदश|आदश|नयम|परमपट)';

/** Injection phrases in Hindi, over normalised text. */
export const HINDI: readonly Phrase[] = [
  // पिछले, पहले, सभी, सारे, ऊपर, अपने, पूर्व … को अनदेखा करें, भूल जाओ, मत मानो
  phrase(
    'override',
    OVERT,
    ['पछल', 'पहल', 'सभ', 'सर', 'ऊपर', 'अपन', 'परव'],
    `~(?: [\\p{L}]{1,10}~){0,4}? ${ORDERS}~(?: (?:क|पर)~){0,2} (?:अनदख|नजरअदज|भल ज|मत मन|पलन (?:न|मत)~)(?! (?:न|मत|नह)~)`,
  ),
  // सिस्टम प्रॉम्प्ट दिखाओ, बताओ
  phrase(
    'prompt_extraction',
    LIKELY,
    ['ससटम'],
    '~ (?:परमपट|नरदश)~(?: (?:क|मझ)~){0,2} (?:दखओ|दखए|बतओ|बतए|दहरओ)~',
  ),
  // उपयोगकर्ता को मत बताना
  phrase('secrecy', 0.7, ['उपयगकरत'], '~ क~(?: [\\p{L}]{1,8}~){0,2}? (?:मत|न) बत'),
];
