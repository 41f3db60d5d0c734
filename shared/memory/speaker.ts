/** A name is short: longer beginnings are sentences. */
const MAX_NAME_CHARS = 48;
const MAX_NAME_WORDS = 4;
/** Chinese, Japanese and Korean names have no spaces; longer runs are clauses. */
const MAX_UNSPACED_CHARS = 10;
/** Lines looked at for a second name; a turn that quotes somebody later is still one turn. */
const MAX_LOOK_LINES = 12;

const NAME_WORD = "[\\p{L}@][\\p{L}\\p{M}\\p{N}.'’_・·-]*|\\p{N}{1,3}";
/** "[10:32] ", "(8 May) " or "12/05/2023, 14:03 - " in front of a name, as chat exports write it. */
const TIME_MARK =
  '(?:\\s*(?:\\[[^\\]\\n]{1,40}\\]|\\([^)\\n]{1,40}\\)|[\\d][\\d/.:,T ]{3,24}-?)\\s*)?';
/** A beginning of up to four words and a colon; behind it a space, the end, or a script without spaces. */
const LABEL = new RegExp(
  `^${TIME_MARK}\\*{0,2}((?=\\S)(?:${NAME_WORD})(?: (?:${NAME_WORD})){0,3})(?: ?\\([^)\\n]{1,30}\\))?\\*{0,2} ?[:：]\\*{0,2}(?=\\s|$|[“”"„«‘「『¿¡]|[^\\0-\\u{24ff}])`,
  'u',
);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LETTER = /\p{L}/u;
const ADDRESS = /[@/\\]|:\/\//;

/** Lower-case words within a name. */
const PARTICLES = new Set(
  'de del da di du la le van von der den bin ibn al el y e of the'.split(' '),
);

/** Who speaks in a conversation with a model or a service; the only names that may be lower-case. */
const ROLES = new Set(
  (
    'user assistant human ai bot agent system customer client support operator caller patient doctor ' +
    'interviewer interviewee teacher student host guest speaker participant'
  ).split(' '),
);

/** Labels of notes, mails, logs and records: whatever follows them was said by nobody in particular. */
const LABELS = new Set(
  (
    'note notes todo todos reminder warning error info debug trace fatal fixme hint tip important urgent ' +
    'question answer q a subject from to cc bcc date time when where what who why how title name re fw ' +
    'fwd http https ftp mailto file url uri link email mail phone tel fax address price cost total ' +
    'summary example examples ps nb fact facts task tasks status key value id type version result ' +
    'results output input step steps goal deadline due update updates location place source context ' +
    'background description details reason conclusion decision action actions agenda attendees topic ' +
    'monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday january february ' +
    'march april may june july august september october november december work personal home finance ' +
    'health tech shopping groceries weekend morning afternoon evening ' +
    'nota notas aviso fecha hora asunto pregunta respuesta ejemplo resumen dirección teléfono precio ' +
    'hinweis notiz datum betreff frage antwort beispiel zusammenfassung adresse telefon preis achtung ' +
    'remarque objet question réponse exemple résumé adresse prix attention rappel ' +
    'заметка внимание дата время тема вопрос ответ пример адрес телефон цена задача итог ' +
    'ملاحظة تنبيه التاريخ الوقت الموضوع السعر العنوان नोट तारीख समय विषय पता प्रश्न उत्तर σημείωση ημερομηνία ώρα ' +
    '注意 提醒 备注 備註 地址 电话 電話 时间 時間 日期 任务 任務 待办 问题 問題 答案 回答 标题 標題 总结 總結 价格 例如 例 ' +
    'メモ 注 日付 住所 電話番号 質問 件名 메모 참고 날짜 시간 주소 전화 제목 질문 답변'
  ).split(' '),
);

function hasCase(word: string): boolean {
  return word.toLowerCase() !== word.toUpperCase();
}

function startsSmall(word: string): boolean {
  const [first = ''] = word;
  return hasCase(first) && first === first.toLowerCase();
}

function isName(label: string): boolean {
  const words = label.split(/\s+/);
  const small = label.toLowerCase();
  if (label.length > MAX_NAME_CHARS || words.length > MAX_NAME_WORDS) return false;
  if (UNSPACED.test(label) && label.length > MAX_UNSPACED_CHARS) return false;
  const [first = ''] = words;
  if (LABELS.has(small) || LABELS.has(first.toLowerCase())) return false;
  if (first.startsWith('@') ? first.length > 1 : ROLES.has(first.toLowerCase())) return true;
  // "favourite colour: blue" and "key: value" are records.
  if (startsSmall(first) && !PARTICLES.has(first)) return false;
  return words.every((word) => !startsSmall(word) || PARTICLES.has(word));
}

function labelOf(line: string): string | null {
  const label = LABEL.exec(line.trimStart())?.[1];
  return label !== undefined && LETTER.test(label) ? label : null;
}

/**
 * The name in front of a turn ("Anna: I went …", "[10:32] 王小明：…"), in any script. Null for text
 * without one, for labels ("Note: …", "http://…", "colour: blue"), for code and JSON, and for text
 * whose lines begin with different labels: a record, or a conversation of several people.
 */
export function speakerInText(text: string): string | null {
  const lines = text.trim().split('\n', MAX_LOOK_LINES);
  const label = labelOf(lines[0] ?? '');
  if (label === null || !isName(label)) return null;
  const others = lines.slice(1).map(labelOf);
  return others.some((other) => other !== null && other !== label) ? null : withoutAt(label);
}

function withoutAt(name: string): string {
  return name.startsWith('@') ? name.slice(1) : name;
}

/**
 * A name that came beside a text, trimmed; null when it is no string, blank, an address or longer than
 * a name.
 */
export function speakerNamed(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = withoutAt(value.trim());
  const words = name.split(/\s+/).length;
  const isShort = name.length <= MAX_NAME_CHARS && words <= MAX_NAME_WORDS;
  return isShort && LETTER.test(name) && !ADDRESS.test(name) ? name : null;
}

/**
 * A text with its speaker in front, as it is embedded and as its words are read: "Anna: I went …". As
 * it is when it has the name in front already, or when nobody is known to say it.
 */
export function spokenText(text: string, speaker: string | null): string {
  if (speaker === null) return text;
  const label = labelOf(text.trimStart().split('\n', 1)[0] ?? '');
  if (label !== null && withoutAt(label).toLowerCase() === speaker.toLowerCase()) return text;
  return `${speaker}: ${text}`;
}
