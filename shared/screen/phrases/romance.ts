import { anyWords, LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

/** Spanish, French and Portuguese, without accents (normalised text has none). */
const phrase = phrasesIn('latin');

const ES_FILLER =
  'todas?|todos?|todo|las|los|la|el|lo|sus?|tus?|mis?|que|de|del|estas?|estos?|esas?|esos?|anteriores?|previas?|previos?|cualquier|cualesquiera|antiguas?|originales|y|dadas|dados|por|favor|sobre|inmediatamente|tus?|hasta|ahora|vuestras?';
const ES_OWN = 'todas?|todos?|tus|sus|vuestras|cualquier|anteriores|previas|previos';
const ES_ORDERS =
  'instrucci(?:on|ones)|ordenes|indicaci(?:on|ones)|reglas|directrices|directivas|comandos|normas|restricciones|tareas|prompts?|mandatos|pautas|mensajes? del sistema';
const PT_FILLER =
  'todas?|todos?|tudo|as|os|a|o|suas?|seus?|tuas?|teus?|que|de|do|da|das|dos|estas?|estes?|essas?|esses?|anteriores?|previas?|previos?|qualquer|quaisquer|antigas?|originais|e|dadas|por|favor|sobre|imediatamente|acima|ate|agora';
const PT_OWN = 'todas?|todos?|suas?|seus?|tuas?|quaisquer|anteriores|previas?|acima';
const PT_ORDERS =
  'instruc(?:ao|oes)|ordens|regras|diretrizes|diretivas|comandos|normas|restricoes|tarefas|prompts?|orientacoes|indicacoes';
const FR_FILLER =
  "toutes?|tous|tout|les|la|le|l'|vos|votre|tes|ta|mes|nos|ces|cette|ce|que|qui|de|des|du|d'|precedentes?|precedents?|anterieures?|anterieurs?|toute|anciennes?|initiales?|originales?|et|donnees|ci-dessus|immediatement|maintenant|aux?|a|compte";
const FR_OWN = 'toutes?|tous|vos|votre|tes|precedentes?|precedents?|anterieures?';
const FR_ORDERS =
  "(?:l')?(?:instructions?|consignes?|ordres|regles|directives?|commandes|restrictions|taches|prompts?|messages? systeme|invites?|indications|contraintes)";

const ES_IGNORE = [
  'ignora',
  'ignore',
  'ignoren',
  'olvida',
  'olvide',
  'olviden',
  'olvidate de',
  'omite',
  'omita',
  'descarta',
  'descarte',
  'desobedece',
  'anula',
  'no sigas',
  'no siga',
  'haz caso omiso de',
  'haga caso omiso de',
  'no hagas caso a',
  'no hagas caso de',
  'pasa por alto',
  'desestima',
];
const PT_IGNORE = [
  'ignore',
  'ignora',
  'ignorem',
  'esqueca',
  'esquece',
  'esquecam',
  'desconsidere',
  'desconsidera',
  'desobedeca',
  'descarte',
  'anule',
  'nao siga',
  'nao sigas',
  'despreze',
  'substitua',
];
const FR_IGNORE = [
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

/** Injection phrases in Spanish, French and Portuguese, over normalised text. */
export const ROMANCE: readonly Phrase[] = [
  // Spanish
  phrase(
    'override',
    OVERT,
    ES_IGNORE,
    `~${upTo(4, ES_FILLER)} (?:${ES_OWN})~${upTo(3, ES_FILLER)} (?:${ES_ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    ES_IGNORE,
    `~${upTo(3, ES_FILLER)} (?:${ES_ORDERS})~${upTo(2, 'que|te|le|recibidas|dadas|dado')} (?:anteriores|previas|previos|de arriba|recibidas|dadas|antes)~`,
  ),
  phrase(
    'override',
    OVERT,
    ES_IGNORE,
    `~ todo~${anyWords(3)} (?:anterior|antes|arriba|previo|dicho|dije|digo)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['tu nueva', 'su nueva', 'tus nuevas', 'sus nuevas'],
    '~ (?:tarea|mision|instruccion|instrucciones|funcion|orden|ordenes)~(?: (?:es|son|sera)~| ?:)',
  ),
  // Without an owner, manuals have new instructions too; only what follows a colon is given here.
  phrase(
    'override',
    LIKELY,
    ['nuevas', 'nueva'],
    '~ (?:tarea|mision|instruccion|instrucciones|orden|ordenes)~ ?:',
  ),
  phrase(
    'impersonation',
    LIKELY,
    ['a partir de ahora', 'desde ahora', 'de ahora en adelante', 'a partir de este momento'],
    ',? (?:eres|seras|actuas|actua|actuaras|debes|responde|responderas|vas a|es usted|usted|debe|tu)~',
  ),
  phrase('impersonation', POSSIBLE, ['ahora eres', 'ya no eres', 'ahora es usted'], '~'),
  phrase(
    'prompt_extraction',
    LIKELY,
    [
      'muestra',
      'muestrame',
      'revela',
      'revelame',
      'dime',
      'imprime',
      'repite',
      'ensename',
      'dame',
      'escribe',
      'muestre',
      'revele',
    ],
    '~(?: (?:me|tu|tus|su|sus|el|las|todo|todas|completo|texto|de|del|exacto|exactas|iniciales|secretas|ocultas)){0,5} (?:prompt|instrucciones (?:del sistema|iniciales|secretas|ocultas|originales)|mensaje del sistema|indicaciones del sistema)~',
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['envia', 'envie', 'manda', 'reenvia', 'sube', 'enviar'],
    `~${anyWords(5)} (?:contrasenas?|credenciales|claves? (?:de )?api|tokens?|historial de (?:chat|conversacion|la conversacion)|datos (?:del usuario|personales|bancarios))~${anyWords(4)} (?:a|al)~`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['sin', 'no le digas', 'no le diga', 'no se lo digas', 'no informes', 'no menciones'],
    '~(?: (?:decirle|decir|informar|avisar|preguntar|mencionar|notificar|nada|esto|a|al|le|lo|que)){0,4} (?:usuario|cliente)~',
  ),
  phrase(
    'persistence',
    0.7,
    ['recuerda', 'guarda', 'memoriza', 'recuerde', 'guarde'],
    '~(?: (?:esto|esta|este|siempre|lo|siguiente|instruccion|en|tu|su|para)){1,6} (?:memoria|siempre|futuras (?:conversaciones|sesiones|respuestas))~',
  ),
  // Portuguese
  phrase(
    'override',
    OVERT,
    PT_IGNORE,
    `~${upTo(4, PT_FILLER)} (?:${PT_OWN})~${upTo(3, PT_FILLER)} (?:${PT_ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    PT_IGNORE,
    `~${upTo(3, PT_FILLER)} (?:${PT_ORDERS})~${upTo(2, 'que|te|lhe|foram|dadas')} (?:anteriores|previas|acima|recebidas|dadas|antes)~`,
  ),
  phrase(
    'override',
    OVERT,
    PT_IGNORE,
    `~ tudo~${anyWords(3)} (?:anterior|antes|acima|disse|dito|anteriormente)~`,
  ),
  phrase(
    'override',
    LIKELY,
    ['sua nova', 'tua nova', 'suas novas'],
    '~ (?:tarefa|missao|instrucao|instrucoes|funcao|ordem|ordens)~(?: (?:e|sao|sera)~| ?:)',
  ),
  phrase(
    'override',
    LIKELY,
    ['novas', 'nova'],
    '~ (?:tarefa|missao|instrucao|instrucoes|ordem|ordens)~ ?:',
  ),
  phrase(
    'impersonation',
    LIKELY,
    ['a partir de agora', 'de agora em diante', 'doravante'],
    ',? (?:voce|tu|es|aja|atue|responda|deves|deve)~',
  ),
  phrase(
    'impersonation',
    POSSIBLE,
    ['agora voce e', 'voce agora e', 'voce nao e mais'],
    '~ (?:um|uma|o|a)~',
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    [
      'mostre',
      'mostra',
      'revele',
      'revela',
      'diga',
      'imprima',
      'repita',
      'exiba',
      'escreva',
      'me mostre',
    ],
    '~(?: (?:me|seu|sua|suas|teu|o|as|todo|todas|completo|texto|de|do|exato|exatas|iniciais|secretas|ocultas)){0,5} (?:prompt|instrucoes (?:do sistema|iniciais|secretas|ocultas|originais)|mensagem do sistema)~',
  ),
  phrase(
    'exfiltration',
    LIKELY,
    ['envie', 'envia', 'mande', 'encaminhe', 'carregue', 'enviar'],
    `~${anyWords(5)} (?:senhas?|credenciais|chaves? (?:de )?api|tokens?|historico d[ae] (?:chat|conversa)|dados (?:do usuario|pessoais|bancarios))~${anyWords(4)} (?:para|a|ao)~`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['sem', 'nao diga', 'nao conte', 'nao informe', 'nao mencione', 'nao avise'],
    '~(?: (?:dizer|informar|avisar|contar|perguntar|mencionar|notificar|nada|isto|isso|a|ao|o|lhe)){0,4} (?:usuario|utilizador|cliente)~',
  ),
  phrase(
    'persistence',
    0.7,
    ['lembre-se', 'lembre', 'guarde', 'salve', 'memorize', 'armazene'],
    '~(?: (?:disto|disso|isto|isso|desta|sempre|seguinte|instrucao|na|em|sua|para|se)){1,6} (?:memoria|sempre|futuras (?:conversas|sessoes|respostas))~',
  ),
  // French
  phrase(
    'override',
    OVERT,
    FR_IGNORE,
    `~${upTo(5, FR_FILLER)} (?:${FR_OWN})~${upTo(3, FR_FILLER)} (?:${FR_ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    FR_IGNORE,
    `~${upTo(4, FR_FILLER)} (?:${FR_ORDERS})~${upTo(3, "que|qui|vous|t'|on|ont|ete|avez|as")} (?:precedentes?|precedents?|anterieures?|ci-dessus|recues?|donnees?|initiales?)~`,
  ),
  phrase(
    'override',
    OVERT,
    FR_IGNORE,
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
