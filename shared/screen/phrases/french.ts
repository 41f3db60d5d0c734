import { anyWords, LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

/** French, without accents (normalised text has none). */
const phrase = phrasesIn('latin');

const FILLER =
  "toutes?|tous|tout|les|la|le|l'|vos|votre|tes|ta|mes|nos|ces|cette|ce|que|qui|de|des|du|d'|precedentes?|precedents?|anterieures?|anterieurs?|toute|anciennes?|initiales?|originales?|et|donnees|ci-dessus|immediatement|maintenant|aux?|a|compte";
const OWN = 'toutes?|tous|vos|votre|tes|precedentes?|precedents?|anterieures?';
const ORDERS =
  "(?:l')?(?:instructions?|consignes?|ordres|regles|directives?|commandes|restrictions|taches|prompts?|messages? systeme|invites?|indications|contraintes)";

const IGNORE = [
  'ignore',
  'ignorez',
  'ignorer',
  'oublie',
  'oubliez',
  'oublier',
  'ne tiens pas compte',
  'ne tenez pas compte',
  'ne tenez plus compte',
  'ne tiens plus compte',
  'ne suis pas',
  'ne suivez pas',
  'ne suivez plus',
  'neglige',
  'negligez',
  'fais abstraction',
  'faites abstraction',
  'contourne',
  'contournez',
  'desobeis',
  'desobeissez',
  'abandonne',
  'abandonnez',
  'fais fi',
  'faites fi',
];

/** Injection phrases in French, over normalised text. */
export const FRENCH: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~${upTo(5, FILLER)} (?:${OWN})~${upTo(3, FILLER)} (?:${ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~${upTo(4, FILLER)} (?:${ORDERS})~${upTo(3, "que|qui|vous|t'|on|ont|ete|avez|as")} (?:precedentes?|precedents?|anterieures?|ci-dessus|recues?|donnees?|initiales?)~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    "~ tout~(?: [\\p{L}']{1,12}){0,4}? (?:precede|avant|dessus|ci-dessus|precedemment|dit|appris)~",
  ),
  phrase(
    'override',
    LIKELY,
    ['votre nouvelle', 'ta nouvelle', 'vos nouvelles', 'tes nouvelles'],
    '~ (?:tache|mission|instruction|instructions|consigne|consignes|directive)~(?: (?:est|sont|sera)~| ?:)',
  ),
  phrase(
    'override',
    LIKELY,
    ['nouvelles', 'nouvelle'],
    '~ (?:tache|mission|instruction|instructions|consigne|consignes|directive)~ ?:',
  ),
  phrase(
    'impersonation',
    LIKELY,
    ['a partir de maintenant', 'desormais', 'dorenavant', 'des maintenant'],
    ',? (?:tu|vous|agis|agissez|reponds|repondez)~ ?(?:es|etes|seras|serez|dois|devez|vas|allez|agis|reponds|repondez|agissez)?~',
  ),
  phrase(
    'impersonation',
    POSSIBLE,
    ['tu es maintenant', 'vous etes maintenant', "tu n'es plus", "vous n'etes plus"],
    '~',
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    [
      'montre',
      'montrez',
      'montre-moi',
      'revele',
      'revelez',
      'dis-moi',
      'dites-moi',
      'affiche',
      'affichez',
      'repete',
      'repetez',
      'ecris',
      'donne',
      'donne-moi',
      'donnez-moi',
    ],
    "~(?: (?:moi|ton|ta|tes|votre|vos|le|les|l'|tout|toutes|complet|texte|de|du|exact|exactes|initiales|secretes)){0,5} (?:prompt|instructions (?:systeme|du systeme|initiales|secretes|cachees|d'origine)|message systeme|invite systeme)~",
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['envoie', 'envoyez', 'transmets', 'transmettez', 'transfere', 'transferez', 'envoyer'],
    `~${anyWords(5)} (?:mots? de passe|identifiants|cles? api|jetons?|historique (?:de (?:la )?(?:conversation|discussion)|du chat)|donnees (?:personnelles|bancaires|de l'utilisateur))~${anyWords(4)} (?:a|au|vers)~`,
  ),
  phrase(
    'secrecy',
    0.7,
    [
      'sans',
      'ne dis rien',
      'ne dites rien',
      "n'en parle pas",
      "n'en parlez pas",
      'ne le dis pas',
      'ne le dites pas',
      "n'informe pas",
      "n'informez pas",
      'ne previens pas',
    ],
    "~(?: (?:le|en|dire|informer|avertir|prevenir|mentionner|demander|parler|a|au|rien|cela)){0,4} (?:l')?(?:utilisateur|client)~",
  ),
  phrase(
    'persistence',
    0.7,
    [
      'souviens-toi',
      'souvenez-vous',
      'retiens',
      'retenez',
      'memorise',
      'memorisez',
      'enregistre',
      'enregistrez',
    ],
    '~(?: (?:de|ceci|cela|cette|toujours|suivant|instruction|dans|ta|votre|pour|ce)){1,6} (?:memoire|toujours|(?:toutes )?(?:les )?(?:futures|prochaines) (?:conversations|sessions|reponses))~',
  ),
];
