import { LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

/** German, without umlauts (normalised text has none): verb first, and verb last as in clauses and infinitives. */
const FILLER =
  'alle|alles|allen|aller|samtliche|samtlichen|jegliche|jeglichen|jede|die|der|den|das|dem|deine|deinen|deiner|ihre|ihren|ihrer|eure|' +
  'meine|bisherigen?|vorherigen?|obigen?|fruheren?|vorangegangenen?|vorangehenden?|vorhergehenden?|vorigen?|alten?|ursprunglichen?|anderen?|' +
  'nun|jetzt|bitte|einfach|sofort|mir|gegebenen|oben|genannten|diese|dieser|diesen|von|bis|systeminternen|und|sie|du|einmal|' +
  'zuvor|vorher|gerade|bisher|stehenden|dir|ihnen';
const OWN =
  'alle|allen|alles|samtlichen?|jeglichen?|deinen?|ihren?|euren?|bisherigen?|vorherigen?|obigen?|fruheren?|vorangegangenen?|vorangehenden?|vorhergehenden?|vorigen?|vorherige|ursprunglichen?|zuvor|oben';
const ORDERS =
  '(?:system)?(?:anweisung|instruktion|vorgabe|richtlinie|befehl|regel|weisung|anordnung|einschrankung|beschrankung|vorschrift|direktive|auftrag|auftrage|aufgabe|angabe|anleitung|prompt|systemprompt|konversation|ausfuhrung|eingabe|dokument|information)(?:e|en|n|s|er)?';
const CONTEXT = '(?:alles|was|das)~';
const IGNORE =
  '(?:ignorier(?:e|en|t|st)?|vergiss|vergesst|vergessen|missachte(?:n|t)?|uberspring(?:e|en|t)|verwirf|verwerf(?:en|t)|uberschreib(?:e|en|t)|umgeh(?:e|en|t)|streich(?:e|en|t)|losch(?:e|en|t))';

const phrase = phrasesIn('latin');

const VERBS = [
  'ignorier',
  'vergiss',
  'vergesst',
  'vergessen sie',
  'missacht',
  'uberspring',
  'verwirf',
  'verwerf',
  'uberschreib',
  'umgeh',
];
const SHOW = [
  'zeig',
  'gib',
  'nenn',
  'verrat',
  'schreib',
  'wiederhol',
  'drucke',
  'offenbar',
  'veroffentlich',
  'geben sie',
  'vorzeigen',
];

/** Injection phrases in German, over normalised text. */
export const GERMAN: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    VERBS,
    `[a-z]{0,3}~${upTo(4, FILLER)} (?:${OWN})~${upTo(4, FILLER)} (?:${ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    VERBS,
    `[a-z]{0,3}~${upTo(3, FILLER)} (?:${CONTEXT})(?:,? (?:was|davor|vorher|zuvor|bisher|oben|du|ich|andere|bisherige|vorherige|wir))~`,
  ),
  phrase(
    'override',
    OVERT,
    [
      'alle',
      'allen',
      'samtliche',
      'samtlichen',
      'deine',
      'deinen',
      'ihre',
      'die bisherigen',
      'die obigen',
      'die vorherigen',
      'obige',
      'vorherige',
      'bisherige',
      'vorangegangene',
    ],
    `n?~${upTo(4, FILLER)} (?:${ORDERS})~(?: (?:aus dem kopf|zu|nicht|mehr|bitte|nun|jetzt|komplett|vollstandig)){0,3} (?:${IGNORE}|beachten|befolgen)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['beachte', 'befolge', 'folge', 'halte dich'],
    `n?~${upTo(3, FILLER)} (?:${OWN})~${upTo(3, FILLER)} (?:${ORDERS})~(?: (?:nicht|nicht mehr|nicht langer))~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['deine neue', 'ihre neue', 'eine neue', 'die neue', 'folgende neue'],
    `n?~ (?:aufgabe|anweisung|anweisungen|instruktion|instruktionen|rolle|identitat)~(?: (?:ist|lautet|sind|lauten)~| ?:)`,
  ),
  phrase(
    'override',
    LIKELY,
    ['konzentrier', 'fokussier'],
    `[a-z]{0,3}~(?: (?:dich|sie|sich|euch))?${upTo(2, 'nun|jetzt|nur|ausschliesslich')} auf~ (?:deine|ihre|diese|die|folgende)~(?: neuen?)? (?:aufgabe|auftrag|anweisung)~`,
  ),
  phrase(
    'impersonation',
    LIKELY,
    ['ab jetzt', 'von nun an', 'ab sofort', 'von jetzt an'],
    ',? (?:bist du|bist|wirst du|sollst du|antwortest du|musst du|sind sie|antworten sie|werden sie|verhaltst du|agierst du)~',
  ),
  phrase(
    'impersonation',
    POSSIBLE,
    ['du bist jetzt', 'du bist nun', 'sie sind jetzt', 'sie sind nun'],
    '~ (?:ein|eine|der|die|kein|nicht mehr)~',
  ),
  phrase('impersonation', LIKELY, ['du bist nicht mehr', 'du bist nicht langer'], '~'),
  phrase(
    'prompt_extraction',
    LIKELY,
    SHOW,
    `[a-z]{0,3}~(?: (?:mir|sie|uns|alle|alles|den|deinen?|ihren?|deine[rs]?|gesamten?|ganzen?|vollstandigen?|kompletten?|samtlicher?|initialen|genauen?|urspunglichen|aus|bitte|die|text|des|von)){1,6} (?:system-?prompts?|prompt-?texte?s?|prompts?|systemanweisung(?:en)?|systemnachricht)~`,
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    SHOW,
    `[a-z]{0,3}~(?: (?:mir|sie|uns|bitte|alle|alles)){0,3} (?:deinen?|ihren?)~(?: (?:gesamten?|ganzen?|genauen?|geheimen|internen|ursprunglichen|vollstandigen)){0,2} (?:anweisungen|instruktionen|regeln|vorgaben)~`,
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['send', 'schick', 'leit', 'ubermittl', 'ubertrag', 'lade'],
    `[a-z]{0,4}~(?: [\\p{L}]{1,20}){0,5}? (?:passwort(?:er)?|zugangsdaten|api-?schlussel|anmeldedaten|kreditkartendaten|gesprachsverlauf|chatverlauf|system-?prompt|kennworter)~(?: [\\p{L}]{1,20}){0,3}? (?:an|nach|zu)~`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['ohne'],
    '~(?: (?:es|das|dies|dem|den|die)){0,3} (?:nutzer|benutzer|anwender|kunden)~(?: (?:zu|davon|daruber)){0,3} (?:informieren|sagen|fragen|erzahlen|benachrichtigen|erwahnen)~',
  ),
  phrase(
    'secrecy',
    0.7,
    ['sag', 'erzahl', 'verrat', 'informier'],
    '[a-z]{0,3}~(?: (?:es|das|dem|den|der|davon|hiervon|nichts|niemandem|sie)){0,4} (?:nutzer|benutzer|anwender|kunden)~(?: (?:nichts|nicht|davon|kein wort))~',
  ),
  phrase(
    'persistence',
    LIKELY,
    ['speicher', 'merk'],
    '[a-z]{0,3}~(?: (?:dir|dies|das|diese|sie|sich|folgendes|anweisung|die|regel|in|im)){1,6} (?:gedachtnis|langzeitgedachtnis|dauerhaft|fur immer|fur alle zukunftigen)~',
  ),
];
