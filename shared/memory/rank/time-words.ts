// Which questions ask when, and which texts say when. Words stand alone in scripts with spaces; Chinese,
// Japanese and Korean ones are found anywhere.

const ASKS_WHEN =
  'when|how long|(?:what|which) (?:year|month|date|day|week|time)|how many (?:days|weeks|months|years)|' +
  'cu[aá]ndo|(?:cu[aá]nto tiempo|(?:qu[eé]|cu[aá]l) (?:d[ií]a|fecha|a[nñ]o|mes|semana))|' +
  'quand|(?:depuis )?combien de temps|quel jour|quelle date|quelle ann[eé]e|quel mois|quelle semaine|' +
  'wann|wie lange|welche[mnrs]? (?:tag|jahr|monat|datum|woche)|' +
  'quando|quanto tempo|(?:che|quale) (?:giorno|data|anno|mese)|(?:que|qual) (?:dia|data|ano|m[eê]s)|' +
  'wanneer|hoe lang|welke (?:dag|datum|maand|week)|welk jaar|n[aä]r|hvorn[aå]r|milloin|' +
  'kiedy|jak długo|(?:którego|jakiego) (?:dnia|roku|miesiąca)|kdy|jak dlouho|' +
  'ne zaman|hangi (?:gün|ay|yıl|tarih)\\p{L}{0,3}|ne kadar süre\\p{L}{0,4}|kapan|berapa lama|khi nào|bao lâu|' +
  'когда|как долго|сколько времени|как давно|как[а-я]{2,4} (?:году|год|числа|день|дня|месяц[ае]?|недел[еюи])|' +
  'коли|як довго|πότε|ποτε|πόσο καιρό|ποι[αο](?:ν)? (?:ημέρα|μέρα|ημερομηνία|χρονιά|μήνα)|' +
  'متى|كم من الوقت|أي (?:يوم|سنة|شهر|تاريخ|عام)|מתי|' +
  'कब|कितने (?:समय|दिन|साल|महीने)|किस (?:दिन|तारीख|साल|महीने)|เมื่อไหร่|เมื่อไร|เมื่อใด';
const ASKS_WHEN_UNSPACED =
  '什么时候|什麼時候|何时|何時|哪天|哪一天|哪年|哪一年|哪个月|哪個月|几月|幾月|几号|幾號|几点|多久|多长时间|多長時間|' +
  'いつ|何日|何月|何年|何曜日|どのくらいの間|どれくらいの間|언제|며칠|몇 ?월|몇 ?년|몇 ?시|얼마나 오래|무슨 요일';

const MONTHS =
  'january|february|march|april|june|july|august|september|october|november|december|' +
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|' +
  'janvier|f[eé]vrier|avril|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[eé]cembre|' +
  'januar|februar|m[aä]rz|juni|juli|oktober|dezember|gennaio|febbraio|aprile|maggio|giugno|luglio|' +
  'settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|' +
  'январ\\p{L}{1,2}|феврал\\p{L}{1,2}|марта?|апрел\\p{L}{1,2}|мая|июн\\p{L}|июл\\p{L}|августа?|' +
  'сентябр\\p{L}{1,2}|октябр\\p{L}{1,2}|ноябр\\p{L}{1,2}|декабр\\p{L}{1,2}';
const WEEKDAYS =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|' +
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|' +
  'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda|terça|quarta|quinta|sexta|' +
  'понедельник\\p{L}{0,2}|вторник\\p{L}{0,2}|сред[уыае]|четверг\\p{L}{0,2}|пятниц\\p{L}{1,2}|суббот\\p{L}{1,2}|' +
  'воскресень\\p{L}{1,2}|poniedział\\p{L}{1,4}|wtor\\p{L}{2,4}|środ[aęy]|czwart\\p{L}{2,3}|piąt\\p{L}{2,3}|sobot[aęy]|' +
  'pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή|' +
  'الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार';
const SAYS_WHEN =
  'yesterday|today|tonight|tomorrow|ago|since|recently|weekend|days?|weeks?|months?|years?|\\d{4}|' +
  '(?:last|next|this|past) (?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|morning|' +
  'afternoon|evening|few|mon\\w*|tues\\w*|wednes\\w*|thurs\\w*|fri\\w*|satur\\w*|sun\\w*)|' +
  'ayer|hoy|mañana|anoche|anteayer|hace|desde|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?|' +
  "hier|aujourd['’]hui|demain|depuis|il y a|jours?|semaines?|mois|ann[eé]es?|ans?|" +
  'gestern|heute|morgen|vorgestern|seit|neulich|k[uü]rzlich|tag(?:e|en)?|wochen?|monat(?:e|en|s)?|jahr(?:e|en|es)?|' +
  'wochenende|ieri|oggi|domani|giorn[oi]|settiman[ae]|mesi|ann[io]|fa|ontem|hoje|amanhã|atrás|mês|' +
  'gisteren|vandaag|geleden|sinds|dag(?:en)?|weken|maand(?:en)?|ja(?:ar|ren)|' +
  'wczoraj|dzisiaj|jutro|temu|dni|tydzień|tygodni[ue]?|miesiąc\\p{L}{0,2}|rok(?:u|iem)?|lat|' +
  'dün|bugün|yarın|önce|gün|hafta(?:sonu)?|ay|yıl|geçen|' +
  'вчера|сегодня|завтра|позавчера|назад|недавно|дн[яе]й?|день|недел\\p{L}{1,2}|месяц\\p{L}{0,2}|год[уа]?|лет|' +
  'прошл\\p{L}{2,3}|выходн\\p{L}{2,3}|вчора|сьогодні|завтра|тому|тижн\\p{L}{1,3}|рок[иуів]{1,2}|' +
  'χθες|χτες|σήμερα|αύριο|πριν|πέρσι|πέρυσι|μέρ(?:α|ες)|εβδομάδ(?:α|ες)|μήν(?:α|ες)|χρόνι(?:α|ο)|' +
  'أمس|اليوم|غدا|منذ|قبل|يوم|أيام|أسبوع|الأسبوع|شهر|الشهر|سنة|سنوات|الماضي|الماضية|' +
  'कल|आज|परसों|पहले|दिन|हफ़्ते|हफ्ते|सप्ताह|महीने|साल|पिछले|पिछली|hôm qua|hôm nay|ngày mai|tuần|tháng|năm|' +
  'kemarin|besok|minggu|bulan|tahun|lalu';
const SAYS_WHEN_UNSPACED =
  '昨天|今天|明天|前天|昨晚|今晚|上周|上週|下周|下週|这周|這週|周末|週末|上个?月|下个?月|去年|今年|明年|以前|之前|最近|星期|礼拜|禮拜|' +
  '周[一二三四五六日天]|[\\d一二三四五六七八九十两]+(?:天|周|週|个月|個月|年|月|日|号|號)|' +
  '昨日|今日|明日|先週|来週|今週|先月|来月|今月|来年|昨年|週間|[月火水木金土日]曜|ヶ月|か月|' +
  '어제|오늘|내일|그저께|지난|다음 ?주|이번 ?주|작년|올해|내년|요일|주말|일주일|\\d+ ?(?:일|주|개월|년|월)|전에|เมื่อวาน|พรุ่งนี้|วันนี้|ปีที่แล้ว';

function standing(words: string, unspaced: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])|${unspaced}`,
    'iu',
  );
}

const WHEN_QUESTION = standing(ASKS_WHEN, ASKS_WHEN_UNSPACED);
const TIME = standing(`${SAYS_WHEN}|${WEEKDAYS}|${MONTHS}`, SAYS_WHEN_UNSPACED);

/** Whether a question asks for a time: when, how long, which day. In about 20 languages. */
export function asksWhen(question: string): boolean {
  return WHEN_QUESTION.test(question.normalize('NFC'));
}

/** Whether a text has an expression of time: a day, a month, "last week", "ago". Linear time. */
export function saysWhen(text: string): boolean {
  return TIME.test(text.normalize('NFC'));
}
