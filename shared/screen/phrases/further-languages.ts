import { OVERT, type Phrase, phrasesIn, upTo } from '../phrase.ts';

/** The order to drop earlier instructions in languages whose other phrases are rare. */
const phrase = phrasesIn('latin');

/** Dutch, Polish, Serbian and Croatian, Indonesian, Vietnamese; without accents. */
export const FURTHER_LANGUAGES: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    ['negeer', 'vergeet', 'sla'],
    `~${upTo(3, 'alle|de|al|je|uw|jouw')} (?:vorige|eerdere|bovenstaande|voorgaande|alle)~${upTo(2, 'vorige|eerdere|systeem|andere')} (?:instructies|opdrachten|aanwijzingen|regels|richtlijnen)~`,
  ),
  phrase(
    'override',
    OVERT,
    ['zignoruj', 'ignoruj', 'zapomnij o', 'zapomnij', 'pomin'],
    `~${upTo(3, 'wszystkie|wszystkich|swoje|te')} (?:poprzednie|poprzednich|wczesniejsze|wczesniejszych|powyzsze|wszystkie)~${upTo(1, 'swoje|podane')} (?:instrukcje|instrukcji|polecenia|polecen|zasady|wytyczne|wskazowki)~`,
  ),
  phrase(
    'override',
    OVERT,
    ['zaboravi', 'zanemari', 'ignorisi', 'ignoriraj'],
    `~${upTo(3, 'sve|svoje|one')} (?:prethodne|ranije|dosadasnje|sve)~${upTo(1, 'svoje|date')} (?:instrukcije|upute|uputstva|naredbe|pravila)~`,
  ),
  phrase(
    'override',
    OVERT,
    ['zaboravi', 'zanemari', 'ignorisi', 'ignoriraj'],
    '~ sve~ (?:instrukcije|upute|uputstva|naredbe)~',
  ),
  phrase(
    'override',
    OVERT,
    ['abaikan', 'lupakan', 'hiraukan'],
    `~${upTo(2, 'semua|segala|seluruh')} (?:instruksi|perintah|petunjuk|aturan)~${upTo(2, 'anda|kamu|yang')} (?:sebelumnya|di atas|terdahulu)~`,
  ),
  phrase(
    'override',
    OVERT,
    ['bo qua', 'quen', 'phot lo'],
    `~${upTo(4, 'tat|ca|moi|cac|het')} (?:huong dan|chi dan|lenh|quy tac|chi thi)~${upTo(2, 'cua|ban|da')} (?:truoc|o tren|phia tren)~`,
  ),
];
