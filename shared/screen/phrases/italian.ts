import { anyWords, LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

/** Italian, without accents (normalised text has none). */
const phrase = phrasesIn('latin');

const FILLER =
  "tutte|tutti|tutto|le|la|il|i|gli|lo|l'|tue|tuoi|tua|sue|suoi|vostre|mie|queste|quelle|questi|precedenti|precedente|antecedenti|qualsiasi|vecchie|originali|iniziali|e|di|del|della|delle|che|per|favore|subito|ora|sopra|date|ricevute";
const OWN =
  'tutte|tutti|tutto|tue|tuoi|tua|sue|vostre|qualsiasi|precedenti|precedente|antecedenti|iniziali|originali';
const ORDERS =
  'istruzion[ei]|ordini|indicazioni|regole|direttive|comandi|norme|restrizioni|compiti|prompt|linee guida|messaggi di sistema';
const IGNORE = [
  'ignora',
  'ignorate',
  'ignori',
  'dimentica',
  'dimenticate',
  'dimentichi',
  'trascura',
  'scarta',
  'annulla',
  'aggira',
  'disobbedisci',
  'viola',
  'non seguire',
  'non seguite',
  'non rispettare',
  'non tenere conto',
  'smetti di seguire',
  'scordati',
];

/** Injection phrases in Italian, over normalised text. */
export const ITALIAN: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~${upTo(4, `${FILLER}|a|alle|delle|dei`)} (?:${OWN})~${upTo(3, FILLER)} (?:${ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~${upTo(4, `${FILLER}|alle`)} (?:${ORDERS})~${upTo(2, 'che|ti|vi|date|ricevute')} (?:precedenti|precedente|antecedenti|di sopra|sopra|ricevute|date|di prima)~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~ tutto~${anyWords(6)} (?:precede|precedente|prima|sopra|finora)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['la tua nuova', 'le tue nuove', 'la sua nuova'],
    '~ (?:istruzion[ei]|missione|direttiva|direttive|regole)~(?: (?:e|sono|sara)~| ?:)',
  ),
  phrase(
    'override',
    LIKELY,
    ['nuove', 'nuova'],
    '~ (?:istruzion[ei]|missione|direttiva|direttive)~ ?:',
  ),
  phrase(
    'impersonation',
    LIKELY,
    ["d'ora in poi", 'da ora in poi', "d'ora in avanti", 'da questo momento'],
    ',? (?:sei|sarai|devi|rispondi|agisci|agirai|obbedisci|ti comporti|tu)~',
  ),
  phrase('impersonation', LIKELY, ['non sei piu'], '~ (?:un|una|uno|l|il|la)~'),
  phrase('impersonation', POSSIBLE, ['ora sei', 'adesso sei'], '~ (?:un|una|uno|il|la)~'),
  phrase(
    'prompt_extraction',
    LIKELY,
    ['mostra', 'mostrami', 'rivela', 'rivelami', 'dimmi', 'stampa', 'ripeti', 'dammi', 'scrivi'],
    '~(?: (?:mi|il|tuo|tue|suo|le|tutto|tutte|completo|testo|del|di|esatto|esatte|parola)){0,5} (?:prompt|istruzioni (?:di sistema|iniziali|segrete|nascoste|originali)|messaggio di sistema)~',
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['invia', 'inviate', 'manda', 'inoltra', 'carica', 'inviare', 'trasmetti'],
    `~${anyWords(5)} (?:password|credenziali|chiav[ei] api|token|cronologia (?:della )?(?:chat|conversazione)|dati (?:dell'utente|personali|bancari))~${anyWords(4)} (?:a|ad|al|verso)~`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['senza', 'non dirlo', 'non dire', 'non informare', 'non menzionare', 'non avvisare'],
    "~(?: (?:dirlo|dire|informare|avvisare|menzionare|chiedere|nulla|niente|questo|questa|istruzione|a|al|lo)){0,5} (?:all'|l')?(?:utente|cliente)~",
  ),
];
