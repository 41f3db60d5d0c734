import { anyWords, LIKELY, OVERT, type Phrase, POSSIBLE, phrasesIn, upTo } from '../phrase.ts';

/** Portuguese, without accents (normalised text has none). */
const phrase = phrasesIn('latin');

const FILLER =
  'todas?|todos?|tudo|as|os|a|o|suas?|seus?|tuas?|teus?|que|de|do|da|das|dos|estas?|estes?|essas?|esses?|anteriores?|previas?|previos?|qualquer|quaisquer|antigas?|originais|e|dadas|por|favor|sobre|imediatamente|acima|ate|agora';
const OWN = 'todas?|todos?|suas?|seus?|tuas?|quaisquer|anteriores|previas?|acima';
const ORDERS =
  'instruc(?:ao|oes)|ordens|regras|diretrizes|diretivas|comandos|normas|restricoes|tarefas|prompts?|orientacoes|indicacoes';

const IGNORE = [
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

/** Injection phrases in Portuguese, over normalised text. */
export const PORTUGUESE: readonly Phrase[] = [
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
    `~${upTo(3, FILLER)} (?:${ORDERS})~${upTo(2, 'que|te|lhe|foram|dadas')} (?:anteriores|previas|acima|recebidas|dadas|antes)~`,
  ),
  phrase(
    'override',
    OVERT,
    IGNORE,
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
];
