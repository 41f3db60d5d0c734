import { anyWords, LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

/** Spanish, without accents (normalised text has none). */
const phrase = phrasesIn('latin');

const FILLER =
  'todas?|todos?|todo|las|los|la|el|lo|sus?|tus?|mis?|que|de|del|estas?|estos?|esas?|esos?|anteriores?|previas?|previos?|cualquier|cualesquiera|antiguas?|originales|y|dadas|dados|por|favor|sobre|inmediatamente|tus?|hasta|ahora|vuestras?';
const OWN = 'todas?|todos?|tus|sus|vuestras|cualquier|anteriores|previas|previos';
const ORDERS =
  'instrucci(?:on|ones)|ordenes|indicaci(?:on|ones)|reglas|directrices|directivas|comandos|normas|restricciones|tareas|prompts?|mandatos|pautas|mensajes? del sistema';

const IGNORE = [
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

/** Injection phrases in Spanish, over normalised text. */
export const SPANISH: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~${upTo(4, FILLER)} (?:${OWN})~${upTo(3, FILLER)} (?:${ORDERS})~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
    `~${upTo(3, FILLER)} (?:${ORDERS})~${upTo(2, 'que|te|le|recibidas|dadas|dado')} (?:anteriores|previas|previos|de arriba|recibidas|dadas|antes)~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
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
];
