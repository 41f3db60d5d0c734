import { HAN_GAP, LIKELY, type Phrase, phrasesIn } from '../phrase.ts';

const latin = phrasesIn('latin');
const cyrillic = phrasesIn('cyrillic');
const han = phrasesIn('han');
const arabic = phrasesIn('arabic');

/** To hide an instruction; nobody asks that of a text that gives none. */
const concealment: readonly Phrase[] = [
  latin(
    'secrecy',
    LIKELY,
    ['erwahne', 'erwahnen sie'],
    `~ (?:diese|diesen|die)~ (?:anweisung|anweisungen|nachricht|hinweis)~ (?:nicht|niemals|nie)~`,
  ),
  latin(
    'secrecy',
    LIKELY,
    [
      'no menciones',
      'no mencione',
      'nao mencione',
      'non menzionare',
      'ne mentionne pas',
      'ne mentionnez pas',
      'ne revele pas',
    ],
    '~ (?:esta|estas|este|cette|ces|questa|queste)~ (?:instruccion|instrucciones|instruction|instructions|instrucao|instrucoes|istruzione|istruzioni|consigne|consignes)~',
  ),
  cyrillic(
    'secrecy',
    LIKELY,
    ['не упоминай', 'не упоминайте', 'не раскрывай'],
    '~ (?:эту|эти|данную|данные)~ (?:инструкцию|инструкции|указания)~',
  ),
  han(
    'secrecy',
    LIKELY,
    ['不要'],
    `${HAN_GAP}{0,8}?(?:提及|提到|透露)(?:这条|这些|此|本|該|這條)(?:指令|指示|说明)`,
  ),
  han(
    'secrecy',
    LIKELY,
    ['この指示'],
    `(?:を|について|は)${HAN_GAP}{0,10}?(?:言及しな|伝えな|言わな|明かさな|教えな)`,
  ),
  arabic(
    'secrecy',
    LIKELY,
    ['لا تذكر', 'لا تكشف'],
    '~(?: عن~)? (?:هذه|تلك)~ (?:ال)?(?:تعليمات|اوامر|رسال[هة])~',
  ),
];

/** Files that hold secrets. */
const SECRET_FILE = '(?:\\.env|id_rsa|\\.ssh|credentials|\\.aws)';

/** A tool named in snake case, called with a file of secrets. */
const tools: readonly Phrase[] = [
  latin(
    'tool_invocation',
    LIKELY,
    [
      'rufe das tool',
      'rufe das werkzeug',
      'rufe die funktion',
      'llama a la herramienta',
      'usa la herramienta',
      "appelle l'outil",
      "utilise l'outil",
      'chame a ferramenta',
      'use a ferramenta',
      'chiama lo strumento',
      'usa lo strumento',
    ],
    `~ [a-z0-9_.-]{2,40}[^\\n]{0,60}?${SECRET_FILE}`,
  ),
  cyrillic(
    'tool_invocation',
    LIKELY,
    ['вызови инструмент', 'используй инструмент', 'вызови функцию'],
    `~ [a-z0-9_.-]{2,40}[^\\n]{0,60}?${SECRET_FILE}`,
  ),
  han(
    'tool_invocation',
    LIKELY,
    ['调用工具', '調用工具', '使用工具', 'ツール'],
    `[^\\n]{0,60}?${SECRET_FILE}`,
  ),
  arabic(
    'tool_invocation',
    LIKELY,
    ['استدع الاداه', 'استدع الاداة', 'استخدم الاداة'],
    `[^\\n]{0,60}?${SECRET_FILE}`,
  ),
];

/** To give out the prompt or the conversation, in words that the other lists lack. */
const extraction: readonly Phrase[] = [
  cyrillic(
    'prompt_extraction',
    LIKELY,
    ['повтори', 'покажи', 'выведи', 'раскрой'],
    '~(?: (?:все|мне|полностью)~){0,2} (?:свои|твои|ваши)~ (?:исходные|первоначальные|системные|скрытые|начальные) (?:инструкции|указания|правила)~',
  ),
  han(
    'prompt_extraction',
    LIKELY,
    ['元の指示を', '最初の指示を', '初期の指示を'],
    `${HAN_GAP}{0,8}?(?:繰り返|出力|表示|教えて)`,
  ),
  han(
    'exfiltration',
    LIKELY,
    ['将聊天记录', '把聊天记录', '將聊天記錄', '将对话', '把对话'],
    `${HAN_GAP}{0,8}?(?:转发|轉發|发送|發送|上传)(?:到|给|至) ?[a-z0-9@:/]`,
  ),
  arabic(
    'exfiltration',
    LIKELY,
    ['اعد توجيه', 'وجه'],
    '~ (?:سجل|تاريخ)~ (?:المحادث[هة]|الدردش[هة])~ (?:الي|الى|ل)',
  ),
];

/**
 * What an attack has done behind the user's back: to hide an instruction, to hand secrets to a tool, to
 * give out the prompt. In the languages of `STANDING_ORDERS`, over normalised text.
 */
export const COVERT_REQUESTS: readonly Phrase[] = [...concealment, ...tools, ...extraction];
