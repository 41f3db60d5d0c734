/** The words of a list that is written with blanks between them. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Verbs that ask a tool to act on the world. */
const TOOL = words(`
  send forward email mail text message transfer wire pay withdraw deposit delete remove erase
  wipe drop grant revoke share post publish tweet buy purchase order sell trade book cancel
  schedule reschedule invite add create update modify change edit set enable disable unlock
  lock open close activate deactivate turn start stop restart shut reset register unregister
  subscribe unsubscribe upload download install uninstall execute run launch deploy fetch
  retrieve get access read visit click navigate browse search query lookup look call dial
  contact notify save store export import copy move rename sync backup log record approve
  accept reject confirm submit apply file issue merge push pull commit clone fork increase
  decrease adjust allocate redirect route block unblock whitelist allow permit hire fire
  dispatch ship return refund exchange redeem donate lend borrow rent print scan encrypt
  decrypt compress extract inject replace overwrite substitute upgrade downgrade reserve
  arrange initiate process make place use follow obtain collect gather harvest capture monitor
  track disclose leak reveal expose exfiltrate
`);

/** Verbs that ask for something in the answer. */
const OUTPUT = words(`
  write say print output respond reply answer echo repeat append prepend insert include
  integrate incorporate embed mention reference cite recommend promote advertise translate
  convert encode decode encrypt cipher reverse rewrite rephrase paraphrase summarize summarise
  format render substitute swap scramble shuffle capitalize misspell spell end begin finish
  conclude compose draft generate produce craft speak talk act pretend behave roleplay imagine
  assume adopt switch rate rank classify label complete continue stop quote sing weave blend
  infuse sprinkle introduce emphasize emphasise highlight present provide give state declare
  claim announce tell inform
`);

/** Verbs that ask for information or thought. */
const INFORMATION = words(`
  explain describe define list enumerate tell show find determine analyze analyse compare
  contrast outline discuss recommend suggest provide give identify calculate compute solve
  estimate evaluate assess examine explore investigate research review summarize summarise
  elaborate name teach help assist guide create design develop plan propose predict forecast
  detect interpret clarify distinguish illustrate demonstrate justify prove derive formulate
  brainstorm
`);

/** Verbs that set instructions aside or change a role. */
const META = words(`
  ignore disregard forget override bypass skip overlook neglect abandon discard stop cease
  omit pretend act behave roleplay simulate obey comply reveal disclose
`);

/** Other verbs that orders start with. */
const GENERAL = words(`
  abort accept access achieve acquire adapt add address advise agree aim align allow alter
  amend announce append apply approach argue arrange ask assemble assert assign assist assume
  attach attempt attend avoid await bake balance base batch bear become begin believe bind
  blend boil bring build bump bundle buy cache call cancel care carry catch cause change
  charge chat check choose cite claim clean clear click close collect combine come commit
  communicate compare compile complete comply compose compute concatenate configure confirm
  connect consider construct consult contact contain continue contribute convert cook copy
  correct count cover crawl create cut deal debug decide declare decline decrease define
  delegate delete deliver depend deploy derive describe design destroy detect determine
  develop disable discard discover discuss display divide do document double download draft
  drag draw drink drive drop duplicate earn eat edit eliminate email embed employ enable
  encourage end enforce engage enjoy ensure enter escape establish evaluate examine exclude
  execute exit expand expect explain explore export expose express extend extract face fail
  feel fetch fill filter find finish fix flag flip focus fold follow force fork form format
  forward free gather generate get give go grab grant group grow guarantee guess guide handle
  hang have head hear help hide highlight hit hold hope host identify implement import improve
  include increase indicate inform inherit initialize inject insert inspect install integrate
  introduce invest investigate invite invoke isolate issue iterate join jump keep kill know
  label lay lead learn leave let leverage lift limit link list listen load locate lock log
  look lose lower maintain make manage map mark match measure meet mention merge migrate mind
  minimize mix modify monitor mount move name navigate need note notice notify obtain offer
  omit open optimize order organize override overwrite own pack paint parse participate pass
  paste pause pay perform permit pick ping pipe place plan play plug point poll populate post
  pour practice prefer prefix prepare prepend preserve press prevent print prioritize proceed
  process produce promote prompt propose protect prove provide publish pull push put query
  quit raise read receive recommend record redirect reduce refactor refer refresh register
  reinstall reject release reload rely remember remove rename render repair repeat replace
  reply report represent request require reserve reset resolve respect respond rest restart
  restore retain retrieve retry return reuse revert review revoke rewrite roll rotate route
  run save say scale scan schedule scroll search secure see select send separate serve set
  setup share ship show shut sign simplify skip sleep solve sort specify speak spend split
  stand start state stay stop store stream strip structure study submit subscribe subtract
  suggest supply support suppress switch sync tag take talk target teach tell terminate test
  thank think throw toggle touch track train transfer transform translate treat trigger trim
  try tune turn type uncomment understand undo uninstall unlock update upgrade upload use
  utilize validate verify view visit wait walk warn wash watch wear weigh wish work wrap write
  yield embody absorb enlist meld streamline strive seamlessly
`);

/** Verbs (base form, lower case) by what they ask for; `all` is their union. */
export const VERBS = {
  tool: TOOL,
  output: OUTPUT,
  information: INFORMATION,
  meta: META,
  all: new Set([...TOOL, ...OUTPUT, ...INFORMATION, ...META, ...GENERAL]),
} as const;

/** Verbs that are as often nouns ("order", "note"): weaker evidence of an order. */
export const NOUN_VERBS = words(`
  note see use set open return order mail text message post book file list name plan show
  process place access contact report request review search sign issue form format exchange
  cut display guide help lead limit link load lock log mark match own pack present print
  record release rest run schedule ship sort stand start state store stream structure study
  support switch tag talk target test thank track train transfer turn type update view visit
  walk wash watch work wrap
`);

/** Words that may stand before the verb of an order: politeness, sequence, address, urgency. */
export const LEAD_INS = words(`
  please kindly pls plz now then next also and so just first second third finally lastly
  additionally furthermore moreover hi hello hey dear ok okay but or note important urgent
  attention however instead meanwhile afterwards after before once immediately quickly simply
  always never do dont don't only assistant ai system user hereby thereafter subsequently
  alternatively otherwise therefore thus lets let's
`);

/** Words without content of their own; they do not count as overlap between units. */
export const STOP_WORDS = words(`
  the a an of to in on at for from by with and or but if is are was were be been being am it
  its this that these those there here as not no nor so than then too very can could will
  would shall should may might must do does did have has had i you he she we they me him her
  us them my your his our their mine yours who whom whose which what when where why how all
  any each few more most other some such only own same just into out up down over under again
  further once about between through during before after above below because until while also
  get got please
`);
