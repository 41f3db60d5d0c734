import { LIKELY, OVERT, type Phrase, phrasesIn } from '../phrase.ts';

/** Turkish, without accents (normalised text has none); the verb comes last. */
const phrase = phrasesIn('latin');

const END = '[a-z]{0,10}~';

/** Injection phrases in Turkish, over normalised text. */
export const TURKISH: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    ['onceki', 'tum', 'butun', 'yukaridaki', 'sana verilen', 'mevcut', 'sistem'],
    `~(?: (?:onceki|tum|butun|yukaridaki|verilen|sistem|ve)~){0,3} (?:talimat|komut|kural|yonerge|istem|kisitlama)${END} (?:yok say|gormezden gel|unut(?!ma)|dikkate alma|goz ardi et|ihlal et)`,
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    ['sistem istem', 'sistem prompt', 'sistem komut', 'gizli talimat'],
    `${END}(?: (?:bana|aynen|tam)~){0,2} (?:goster|yazdir|acikla|tekrarla|soyle)`,
  ),
  phrase(
    'exfiltration',
    LIKELY,
    [
      'tum sifre',
      'sifre',
      'parola',
      'kimlik bilgi',
      'sohbet gecmis',
      'konusma gecmis',
      'api anahtar',
    ],
    `${END}(?: [\\p{L}\\d/.@]{1,60}(?:[:_-][\\p{L}\\d/.@]{1,40}){0,3}){1,4}? (?:adresine|sunucusuna)~ (?:gonder|ilet|yukle)`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['kullaniciya', 'musteriye'],
    '~(?: (?:bunu|hicbir sey)~){0,2} (?:soyleme(?!k)|bahsetme(?!k)|bildirme(?!k))',
  ),
];
