/**
 * Frequent function words of languages in Latin script, without accents, that are no English words.
 * Spanish and Portuguese, French, Italian, German and Dutch, Scandinavian, Polish and Czech, Turkish,
 * Vietnamese and Indonesian, Finnish.
 */
const LATIN =
  'el la los las del al que y un una por con para es su lo mi muy pero como cuando donde quien quienes esta ' +
  'cual cuales cuanto cuantos cuanta cuantas fue era eran son ' +
  'os um uma com nao na ao dos das em eu ele ela voce quando onde quem qual quais meu minha seu foi ' +
  'le les des du et est une dans pour qui sur pas avec je tu il elle nous vous quel quelle quels quelles ' +
  'quand ou comment pourquoi combien etait ' +
  'di che il gli della per sono non mi ho ha nel dove chi quale quali perche quanto quanti era ' +
  'der das und ist nicht ein eine einen einem einer ich mit den dem des zu auf im wir sie er hat habe hatte ' +
  'wann wer wem wen wie wo woher wohin warum welche welches welcher welchen welchem viel viele von beim ' +
  'zum zur mein meine wurde war um ' +
  'het een van ik niet op te zijn wanneer waar wie welke waarom hoe hoeveel mijn ' +
  'och att det ar som jag inte pa av til og ikke jeg nar hvor hvem hvad hva ' +
  'w z na sie nie jest do ze moj gdzie kiedy kto jak jaki jaka jakie ile dlaczego je ja si kde kdo proc kolik ' +
  've bir bu icin ne nerede nereye nereden kim kimle kac hangi nasil neden ile cok mi mu zaman ' +
  'va la cua toi khi nao khong gi ai dau di yang dan ini itu saya kapan siapa untuk dengan mana berapa apa ' +
  'ei se etta milloin kuka missa mika mita miksi kuinka';

/** The same of languages in other scripts, as `words` folds them: Russian and Ukrainian, Greek, Arabic, Hindi, Hebrew. */
const OTHER =
  'где когда какой какая какое какие какую какого каком каким какими что кто кого кому кем чем чему как сколько ' +
  'почему зачем куда откуда чей чья чье чьи который которая которое которые в во на с со у к ко о об из за по до ' +
  'от для и а но же ли не я ты он она мы вы они это этот эта тот был была было были есть быть его ее их ей ему мой ' +
  'моя мои ' +
  'де коли який яка яке які яку якого хто кого що чому скільки куди звідки та й є був була було були він вона вони ' +
  'που ποτε τι ποιοσ ποια ποιο ποιον ποιαν ποιοι ποιεσ ποσο ποσα ποσεσ ποσουσ ποσοι γιατι πωσ ο η το οι τα τον την του ' +
  'τησ των τουσ τισ στο στη στην στον στα σε απο με και να θα ειναι ηταν εχει δεν ενα μια ενασ για ' +
  'متي اين من ما ماذا كم كيف لماذا هل اي الي في علي عن التي الذي هو هي كان كانت مع و ' +
  'מתי איפה מי מה למה כמה איך את של על עם הוא היא היה הייתה לא';

/** What asks and what only joins, in scripts written without spaces and in Korean; longest first. */
const UNSPACED =
  /でしたか|ましたか|ていますか|ますか|ですか|でした|ました|んです|という|どこ|いつ|なぜ|どうして|どんな|どの|何|어디에서|어디에|어디|언제야|언제|누구와|누구에게|누구|무엇을|무엇|뭐야|얼마야|얼마|어떤|왜|어떻게|있어/gu;

const LATIN_WORDS: ReadonlySet<string> = new Set(LATIN.split(' '));
const OTHER_WORDS: ReadonlySet<string> = new Set(OTHER.split(' '));

/** Whether a lower-case word without accents is a function word of another language in Latin script. */
export function isForeignLatinWord(word: string): boolean {
  return LATIN_WORDS.has(word);
}

/**
 * Whether a word, as `words` gives it, says nothing about a topic in a language other than English. Ask
 * only for text that is not English: "come" and "die" are words of both kinds.
 */
export function isForeignStopWord(word: string): boolean {
  return LATIN_WORDS.has(word) || OTHER_WORDS.has(word);
}

/** A question in Chinese, Japanese or Korean without the words that only make it a question. */
export function withoutAskingWords(text: string): string {
  return text.replace(UNSPACED, ' ');
}
