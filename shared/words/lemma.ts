/** Verbs with forms that no ending rule leads back to their base: `base form form …`. */
const VERBS = `
be am is are was were been being | have has had having | do does did done doing | go goes went gone |
come came | get got gotten | give gave given | take took taken | make made | see saw seen |
say said | tell told | think thought | know knew known | find found | leave left leaves | feel felt |
bring brought | begin began begun | keep kept | hold held | write wrote written | stand stood |
hear heard | mean meant | meet met | run ran | pay paid | sit sat | speak spoke spoken |
lie lay lain lying | lead led | grow grew grown | lose lost | fall fell fallen | send sent | build built |
understand understood | draw drew drawn | break broke broken | spend spent | rise rose risen |
drive drove driven | buy bought | wear wore worn | choose chose chosen | throw threw thrown |
catch caught | deal dealt | win won | forget forgot forgotten | eat ate eaten | teach taught | sell sold |
fight fought | sing sang sung | swim swam swum | fly flew flown | ride rode ridden | hide hid hidden |
drink drank drunk | sleep slept | shoot shot | steal stole stolen | freeze froze frozen |
blow blew blown | bite bit bitten | shake shook shaken | strike struck stricken | ring rang rung |
become became | bear bore borne | bend bent | bind bound | burn burnt | dig dug | dream dreamt | feed fed |
flee fled | forbid forbade forbidden | forgive forgave forgiven | hang hung | kneel knelt | lay laid |
lend lent | light lit | seek sought | shine shone | show shown | shrink shrank shrunk | sink sank sunk |
slide slid | spin spun | spring sprang sprung | stick stuck | sting stung | swear swore sworn |
sweep swept | swing swung | tear tore torn | wake woke woken | weep wept | wind wound |
withdraw withdrew withdrawn | agree agreed | free freed | die died dying | tie tied tying |
focus focused focusing
`;
const NOUNS = `
man men | woman women | child children | person people persons | foot feet | tooth teeth | goose geese |
mouse mice | ox oxen | knife knives | wife wives | wolf wolves | shelf shelves | half halves |
calf calves | thief thieves | loaf loaves | bus buses | gas gases | evening evenings | news | bias biases |
status statuses | red | bed | hundred | king kings | wing wings | ring rings | thing things
`;

const entries = (list: string): readonly (readonly string[])[] =>
  list.split('|').map((entry) => entry.trim().split(/\s+/));

const BASES: ReadonlyMap<string, string> = new Map(
  [...entries(NOUNS), ...entries(VERBS)].flatMap(([base = '', ...forms]) =>
    [base, ...forms].map((form) => [form, base] as const),
  ),
);
const IRREGULAR_VERBS: ReadonlySet<string> = new Set(
  entries(VERBS).flatMap(([, ...forms]) => forms.filter((form) => !form.endsWith('ing'))),
);

const VOWEL = /[aeiouy]/;
/** A short stem that would have doubled its consonant, had it no silent e: "hat-ing", "mak-es". */
const SILENT_E = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
const DOUBLED = /([b-df-hj-np-rtvwxz])\1$/;
/** Words that short stay as they are. */
const MIN_CHARS = 4;
/** Longer tokens are not words of a language. */
const MAX_CHARS = 40;

/**
 * The base of a word in lower case, so that forms of one word compare equal: "hated", "hating" and
 * "hates" become "hate". A final silent e of longer words is dropped ("arrived" and "arrive" become
 * "arriv"), so the result is a key and not always a word. Checking it against a list of all English
 * words changed no decision on the public contradiction pairs, so none is shipped. "" for "".
 */
export function lemma(word: string): string {
  const known = BASES.get(word);
  if (known !== undefined) return known;
  if (word.length < MIN_CHARS || word.length > MAX_CHARS) return word;
  return withoutFinalE(withoutEnding(word));
}

/** Whether a word in lower case is an irregular past or third person, such as "went" or "does". */
export function isIrregularVerbForm(word: string): boolean {
  return IRREGULAR_VERBS.has(word);
}

function withoutEnding(word: string): string {
  if (/(?:ss|us|is|ics)$/.test(word)) return word;
  if (word.endsWith('ies') || word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(word)) return word.slice(0, -2);
  if (/[^s]s$/.test(word)) return word.slice(0, -1);
  const verb = /^(.+?)(?:ed|ing)$/.exec(word);
  const stem = verb?.[1] ?? '';
  if (stem.length < 2 || !VOWEL.test(stem) || word.endsWith('eed')) return word;
  if (DOUBLED.test(stem)) return stem.slice(0, -1);
  return SILENT_E.test(stem) ? `${stem}e` : stem;
}

function withoutFinalE(word: string): string {
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`;
  const stem = word.slice(0, -1);
  return word.endsWith('e') && stem.length > 2 && !SILENT_E.test(stem) && !stem.endsWith('e')
    ? stem
    : word;
}
