import type { StateFact } from './fact.ts';
import { isOrganisation, isPlace, placeKey } from './value.ts';

type Key = 'residence' | 'employer';

/** Whole sentences of other languages: subject, verb, and the value at the end. */
interface Form {
  readonly key: Key;
  readonly pattern: RegExp;
}

/** A first name, or none for the user. */
const NAME = '(?:(?<name>\\p{Lu}\\p{Ll}[\\p{L}-]+) )?';
const VALUE = "(?<value>\\p{Lu}[\\p{L}\\p{M}\\d&.’' -]{1,40}?)";
/** Han names of places and companies hold no words of the sentence around them. */
const HAN =
  '(?<value>(?![一这這那哪家学學宿酒医醫隔附同])(?:(?![的在是和与與了着到里裡我你他她们們])\\p{Script=Han}){2,8})';
const KANJI = '(?<value>[\\p{Script=Han}\\p{Script=Katakana}ー]{1,12})';

const form = (key: Key, source: string): Form => ({ key, pattern: new RegExp(`^${source}$`, 'u') });

/**
 * Verbs of living and working that leave no doubt. Where one preposition joins both a company and a town
 * to the verb (Spanish "trabaja en", Russian "работает в"), work is not read.
 */
const FORMS: readonly Form[] = [
  form(
    'residence',
    `(?:[Ii]ch |(?:Der |Die )?Nutzer(?:in)? )?${NAME}(?:[Ww]ohn(?:e|t)|[Ll]eb(?:e|t))(?: jetzt| nun| derzeit| aktuell)? in ${VALUE}`,
  ),
  form(
    'residence',
    `(?:[Ii]ch (?:bin )?)?(?:${NAME}ist |[Ii]st )?(?:jetzt |gerade |kürzlich |letzte Woche |letzten Monat )?nach ${VALUE} (?:um)?gezogen`,
  ),
  form(
    'employer',
    `(?:[Ii]ch |(?:Der |Die )?Nutzer(?:in)? )?${NAME}[Aa]rbeite(?:t)?(?: jetzt| nun| derzeit| aktuell)? (?:bei|für) ${VALUE}`,
  ),
  form(
    'residence',
    `(?:[Yy]o |(?:El |La )?[Uu]suari[oa] )?(?:[Aa]hora )?${NAME}(?:[Vv]iv[oe]|[Rr]esid[oe])(?: ahora| actualmente)? en ${VALUE}`,
  ),
  form(
    'residence',
    `${NAME}(?:[Mm]e|[Ss]e) (?:mudé|mudó|he mudado|ha mudado|trasladé|trasladó) a ${VALUE}`,
  ),
  form(
    'employer',
    `(?:[Yy]o |(?:El |La )?[Uu]suari[oa] )?(?:[Aa]hora )?${NAME}[Tt]rabaj[oa](?: ahora| actualmente)? para ${VALUE}`,
  ),
  form(
    'residence',
    `(?:[Jj]['’]|[Jj]e )?${NAME}(?:[Hh]abite|[Vv]i[st])(?: maintenant| désormais| actuellement)? (?:à|en|au) ${VALUE}`,
  ),
  form(
    'residence',
    `(?:[Jj]['’]ai |${NAME}a |A )(?:récemment )?(?:déménagé|emménagé) (?:à|en|au) ${VALUE}`,
  ),
  form(
    'employer',
    `(?:[Jj]e )?${NAME}[Tt]ravaille(?: maintenant| désormais| actuellement)? (?:chez|pour) ${VALUE}`,
  ),
  form(
    'residence',
    `(?:[Ee]u |(?:O |A )?[Uu]suári[oa] )?(?:[Aa]gora )?${NAME}(?:[Mm]or[oa]|[Vv]iv[oe])(?: agora| atualmente)? em ${VALUE}`,
  ),
  form(
    'residence',
    `(?:[Ee]u )?${NAME}(?:(?:[Mm]e|[Ss]e) mud(?:ei|ou)|[Mm]ud(?:ei|ou)-(?:me|se)) para (?:o |a )?${VALUE}`,
  ),
  form(
    'employer',
    `(?:[Ee]u )?(?:[Aa]gora )?${NAME}[Tt]rabalh[oa](?: agora| atualmente)? para (?:o |a )?${VALUE}`,
  ),
  form(
    'residence',
    `(?:Я |я )?(?:[Тт]еперь |[Сс]ейчас )?${NAME}(?:теперь |сейчас )?(?:[Жж]иву|[Жж]ив[её]т)(?: теперь| сейчас)? во? ${VALUE}`,
  ),
  form('residence', `(?:Я |я )?${NAME}(?:недавно )?[Пп]ереехала? (?:недавно )?во? ${VALUE}`),
  form(
    'employer',
    `(?:Я |я )?(?:[Тт]еперь |[Сс]ейчас )?${NAME}[Рр]абота(?:ю|ет) в компании ["«]?${VALUE}`,
  ),
  form(
    'residence',
    `(?:我|用户|用戶)?(?:现在|現在|目前|已经|已經|刚刚|剛剛|刚|剛)?(?:住在|居住在|定居在|定居于|搬到了?|搬去了)${HAN}(?:了)?`,
  ),
  form(
    'employer',
    `(?:我|用户|用戶)?(?:现在|現在|目前)?(?:(?:就职于|就職於|任职于|任職於|受雇于)${HAN}|在(?<company>(?:(?![的在是和与與了])\\p{Script=Han}){2,10}(?:公司|集团|集團|银行|銀行))(?:工作|上班))`,
  ),
  form(
    'residence',
    `(?:(?:私|僕|俺|ユーザー)は)?(?:今は?、?|現在は?、?)?${KANJI}に(?:住んでいます|住んでいる|住んでる|在住です|引っ越しました|引っ越した|引越しました|引越した)`,
  ),
  form(
    'employer',
    `(?:(?:私|僕|俺|ユーザー)は)?(?:今は?、?|現在は?、?)?${KANJI}に(?:勤めています|勤めている|勤務しています|勤務している)`,
  ),
];
/** Pronouns that begin a sentence like a name. */
const NO_NAMES =
  /^(?:er|sie|es|wir|ihr|man|wer|él|ella|ellos|ellas|usted|il|elle|on|nous|ils|elles|ele|ela|eles|elas|você|он|она|они|мы|вы|кто|ты|dort|hier|jetzt|quien|qui|quem)$/iu;

/** Where somebody lives or works, as said in German, Spanish, French, Portuguese, Russian, Chinese or Japanese. */
export function foreign(sentence: string): StateFact | null {
  const text = sentence.trim().replace(/[.!。！…]+$/u, '');
  for (const { key, pattern } of FORMS) {
    const groups = pattern.exec(text)?.groups;
    const value = groups?.value ?? groups?.company;
    if (value === undefined) continue;
    const name = groups?.name ?? '';
    if (NO_NAMES.test(name)) return null;
    const entity = name.toLowerCase();
    const isSpaced = /^\p{Lu}/u.test(value);
    if (key === 'employer')
      return !isSpaced || isOrganisation(value) ? { entity, key, value } : null;
    return !isSpaced || isPlace(value) ? { entity, key: placeKey(value), value } : null;
  }
  return null;
}
