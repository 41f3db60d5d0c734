import { anyWords, HAN_GAP, LIKELY, type Phrase, phrasesIn, upTo } from '../phrase.ts';

const latin = phrasesIn('latin');
const cyrillic = phrasesIn('cyrillic');
const han = phrasesIn('han');
const arabic = phrasesIn('arabic');

/** An assistant without limits: nobody else is described so. */
const unrestrained: readonly Phrase[] = [
  latin(
    'impersonation',
    LIKELY,
    ['du bist jetzt', 'du bist nun', 'du bist ab jetzt', 'sie sind jetzt'],
    `~ (?:ein|eine|kein|keine)~${anyWords(3)} (?:ohne~${anyWords(2)} (?:regeln|beschrankungen|einschrankungen|grenzen|filter|zensur)|unzensiert)~`,
  ),
  latin(
    'impersonation',
    LIKELY,
    [
      'eres',
      'ahora eres',
      'ora sei',
      'adesso sei',
      'tu es',
      'tu es maintenant',
      'vous etes',
      'voce e',
      'agora voce e',
      'es agora',
    ],
    `~(?: (?:ahora|maintenant|agora|ora)~)? (?:un|una|uno|um|uma|une)~ (?:asistente|assistant|assistente|ia|ai|modelo|modele|modello|inteligencia artificial)~${anyWords(3)} (?:sin|sans|sem|senza)~${anyWords(2)} (?:restricciones|limites|limitaciones|reglas|filtros|censura|restrictions|limitations|regles|filtres|censure|restricoes|limitacoes|regras|restrizioni|limiti|regole|filtri)~`,
  ),
  cyrillic(
    'impersonation',
    LIKELY,
    ['теперь ты', 'ты теперь', 'ты'],
    '~(?: [-—]{1,2})?(?: (?:ассистент|помощник|модель|ии|бот|нейросеть)~)(?: [а-я]{1,14}~){0,2}? без~(?: [а-я]{1,12}~){0,2}? (?:ограничений|правил|цензуры|фильтров)~',
  ),
  han(
    'impersonation',
    LIKELY,
    ['你现在是', '你現在是', '你是'],
    `${HAN_GAP}{0,6}?(?:没有|沒有|不受|无|無)${HAN_GAP}{0,6}?(?:限制|约束|約束|审查|審查)${HAN_GAP}{0,3}?(?:助手|ai|人工智能|模型|机器人)`,
  ),
  han(
    'impersonation',
    LIKELY,
    ['あなたは', '君は', 'お前は'],
    `${HAN_GAP}{0,8}?(?:制限|制約|検閲|ルール)(?:の|が)(?:ない|無い|なし)${HAN_GAP}{0,4}?(?:アシスタント|ai|モデル|ボット)`,
  ),
  arabic(
    'impersonation',
    LIKELY,
    ['انت الان', 'انت'],
    '~ (?:مساعد|نموذج|ذكاء)~(?: [\\u0621-\\u064a]{1,12}~){0,2}? (?:بلا|بدون|دون)~ (?:قيود|قواعد|حدود|رقابة|رقابه)~',
  ),
];

/** Obedience to whoever wrote the text. */
const obedience: readonly Phrase[] = [
  latin(
    'override',
    LIKELY,
    ['ab jetzt', 'von nun an', 'ab sofort'],
    '~ (?:gehorchst|gehorche|horst|folgst)~ du~(?: nur)? (?:mir|auf mich)~',
  ),
  latin(
    'override',
    LIKELY,
    [
      'gehorche nur mir',
      'solo me obedeces',
      'solo obedeceras',
      "tu n'obeis qu'a moi",
      'so obedece a mim',
      'obbedisci solo a me',
    ],
    '~',
  ),
  cyrillic(
    'override',
    LIKELY,
    ['подчиняешься только', 'подчиняйся только', 'слушайся только'],
    '~ мне~',
  ),
  han('override', LIKELY, ['你只服从', '你只服從', '只听从我', '只聽從我'], ''),
  han('override', LIKELY, ['私だけに従', '私の命令だけに従'], ''),
  latin(
    'override',
    LIKELY,
    ['setze dich', 'setz dich', 'setzen sie sich'],
    `~ uber~${upTo(3, 'alle|deine|ihre|die|eigenen|bisherigen')} (?:[a-z]{0,12}richtlinien|regeln|vorgaben|anweisungen|beschrankungen)~ hinweg~`,
  ),
  latin(
    'override',
    LIKELY,
    ['enfreins', 'enfreignez', 'viole', 'violez'],
    `~${upTo(2, 'toutes|tes|vos|les')} regles~${anyWords(2)} (?:securite|moderation)~`,
  ),
  latin(
    'override',
    LIKELY,
    ['olvida', 'olvide', 'olvidar'],
    `~ todo~(?: lo)? que~${anyWords(3)} (?:antes|dijeron|dije|dicho|sabes|anteriormente)~`,
  ),
  latin(
    'override',
    LIKELY,
    ['alle bisherigen', 'alle vorherigen', 'samtliche bisherigen'],
    `~ (?:informationen|anweisungen|instruktionen|angaben)~,?${anyWords(5)},? (?:sind|ist)~ (?:irrelevant|ungultig|hinfallig|aufgehoben)~`,
  ),
  latin(
    'override',
    LIKELY,
    ['abweichend', 'entgegen'],
    `~(?: (?:zu|von|den|allen|aller)){0,3} (?:bisherigen|vorherigen|fruheren|obigen)~ (?:instruktionen|anweisungen|vorgaben),?~ (?:bitte|sollst|berechne|schreibe|antworte)`,
  ),
  latin(
    'override',
    LIKELY,
    ['neue anweisungen', 'neue anweisung', 'neue instruktionen', 'neue aufgabe fur die ki'],
    ' ?: ?(?=antwort|ignorier|sende|schreib|gib|du )',
  ),
  han(
    'override',
    LIKELY,
    ['忘记', '忘記', '忘掉'],
    `${HAN_GAP}{0,3}?(?:之前|以前|先前|此前)${HAN_GAP}{0,8}?(?:告诉你|告訴你|说过|說過|对你说|學到|学到)${HAN_GAP}{0,3}?(?:一切|所有|全部|内容)`,
  ),
  han(
    'override',
    LIKELY,
    ['これまでに', 'これまで', '今まで'],
    `${HAN_GAP}{0,3}?(?:言われた|教えられた|聞いた|学んだ)${HAN_GAP}{0,3}?(?:こと|内容)${HAN_GAP}{0,4}?(?:すべて|全て|全部)${HAN_GAP}{0,2}?忘れ(?:て|ろ|なさい)`,
  ),
  han('override', LIKELY, ['新しい指示', '新しい命令'], '[:：] ?'),
  arabic(
    'override',
    LIKELY,
    ['خالف', 'انتهك'],
    '~(?: (?:جميع|كل)~)? (?:قواعد|قيود|سياسات)~ (?:الامان|السلام[هة])~',
  ),
];

/** What is to hold for every later conversation. */
const persistent: readonly Phrase[] = [
  latin(
    'persistence',
    LIKELY,
    ['merke dir', 'merk dir', 'speichere'],
    `~${anyWords(3)} (?:fur|in) (?:alle|allen|jede|jeder)~ (?:kunftigen?|zukunftigen?|weiteren?|spateren?) (?:gesprache|gesprachen|unterhaltungen|sitzungen|antworten|chats|sitzung)~`,
  ),
  latin(
    'persistence',
    LIKELY,
    [
      'recuerda',
      'recuerde',
      'lembre-se',
      'lembre',
      'souviens-toi',
      'souvenez-vous',
      'ricorda',
      'retiens',
      'memorizza',
    ],
    `~${anyWords(2)} (?:para|en|pour|dans|em|per|in|por)~ (?:todas|toutes|tutte)~(?: (?:las|les|le|as))? (?:conversaciones|sesiones|respuestas|conversations|sessions|reponses|conversas|sessoes|respostas|conversazioni|sessioni|risposte|futuras) ?(?:futuras|futures|future|conversas|conversaciones|suivantes)?~`,
  ),
  cyrillic(
    'persistence',
    LIKELY,
    ['запомни', 'сохрани'],
    '~(?: [а-я]{1,10}~){0,2}? (?:для|на) всех~ (?:будущих|следующих|последующих) (?:разговоров|сессий|ответов|диалогов|бесед|чатов)~',
  ),
  han(
    'persistence',
    LIKELY,
    ['记住', '記住'],
    `${HAN_GAP}{0,8}?(?:以后|以後|今后|今後|未来|未來)(?:的)?(?:所有|每次|全部)(?:的)?(?:对话|對話|会话|會話|回答)`,
  ),
  han(
    'persistence',
    LIKELY,
    ['今後のすべての', '今後の全ての', '今後すべての'],
    `(?:会話|セッション|回答|チャット)${HAN_GAP}{0,10}?(?:覚えて|記憶して|保存して)`,
  ),
  arabic(
    'persistence',
    LIKELY,
    ['تذكر', 'احفظ'],
    '~(?: (?:هذا|هذه|ذلك)~){0,1} (?:ل|في )?(?:جميع|كل) (?:ال)?(?:محادثات|جلسات|ردود) (?:ال)?(?:مستقبلي[هة]|قادم[هة]|لاحق[هة])~',
  ),
];

/**
 * What an attack asks for beyond one answer: what to be, whom to obey, what to keep. German, Spanish,
 * French, Portuguese, Italian, Russian, Chinese, Japanese and Arabic, over normalised text.
 */
export const STANDING_ORDERS: readonly Phrase[] = [...unrestrained, ...obedience, ...persistent];
