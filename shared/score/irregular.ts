/** Base form first, then the irregular forms that a suffix stemmer cannot bring back to it. */
const FORMS =
  'bear bore borne born|beat beaten|become became|begin began begun|bend bent|bind bound|' +
  'bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|' +
  'buy bought|catch caught|choose chose chosen|come came|deal dealt|dig dug|draw drew drawn|' +
  'dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|' +
  'feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|' +
  'forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|' +
  'grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|' +
  'lay laid|lead led|learn learnt|leave left|lend lent|lose lost|make made|mean meant|meet met|' +
  'pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|' +
  'sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|sing sang sung|' +
  'sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|' +
  'steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum|' +
  'take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|' +
  'understand understood|wake woke woken|wear wore worn|win won|write wrote written|' +
  'child children|foot feet|knife knives|leaf leaves|life lives|man men|mouse mice|' +
  'person people|shelf shelves|tooth teeth|wife wives|woman women';

const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split('|').flatMap((group) => {
    const [base = '', ...forms] = group.split(' ');
    return forms.map((form) => [form, base] as const);
  }),
);

/** The base form of an irregular English verb or noun ("bought" → "buy"); any other word unchanged. */
export function baseForm(word: string): string {
  return BASE_FORMS.get(word) ?? word;
}
