/**
 * Words that exclude each other, for telling a copy from a contradiction. Collected on public
 * contradiction data (SNLI, MNLI, FEVER, SICK) and by hand; what they are worth there is measured by
 * `npm run eval -- health`.
 */

/** Opposites, two by two. */
export const ANTONYMS: readonly (readonly [string, string])[] = `
inside outside | indoors outdoors | indoor outdoor | up down | on off | before after |
above below | over under | near far | close far | with without | always never |
enable disable | enabled disabled | allow deny | allow forbid | allow prohibit | allow block |
accept reject | start stop | begin end | open close | open shut | true false | pass fail |
success failure | increase decrease | rise fall | grow shrink | add remove | like dislike |
love hate | alive dead | day night | morning evening | summer winter | win lose | buy sell |
asleep awake | sleep wake | empty full | fill empty | first last | public private |
internal external | required optional | mandatory optional | manual automatic |
synchronous asynchronous | online offline | present absent | everyone nobody |
everybody nobody | everything nothing | more less | more fewer | most least | many few |
best worst | better worse | deprecated supported | valid invalid | legal illegal |
possible impossible | happy sad | loud quiet | noisy quiet | hot cold | warm cool | wet dry |
clean dirty | fast slow | tall short | long short | big small | large small | large tiny |
big tiny | huge tiny | rich poor | strong weak | early late | left right | north south |
east west | northern southern | eastern western | enter leave | arrive depart |
married single | married unmarried | vegetarian carnivore | approve reject |
approved rejected | approved denied | active inactive | active idle | safe unsafe |
safe dangerous | secure insecure | encrypted unencrypted | readable unreadable |
include exclude | import export | push pull | upload download | lock unlock | mount unmount |
attach detach | connect disconnect | load unload | install uninstall | hire fire |
agree disagree | appear disappear | cause prevent | support oppose | remember forget |
save delete | create destroy | create delete | build demolish | major minor | maximum minimum |
upper lower | senior junior | interior exterior | ancient modern | natural artificial |
guilty innocent | visible invisible | visible hidden | positive negative | odd even |
permanent temporary | stable unstable | available unavailable | known unknown |
identical different | same different | equal unequal | heavy light | thick thin |
deep shallow | wide narrow | high low | hard soft | rough smooth | sharp blunt | dull sharp |
old new | young old | ascend descend | put take | lend borrow | teach learn | lead follow |
attack defend | common rare | cheap expensive | profit loss | income expense | ally enemy |
friend enemy | king queen | forward backward | clockwise counterclockwise |
horizontal vertical | entirely partially | fail succeed | overweight underweight |
beautiful ugly | smile frown | laugh cry
`
  .split(/[|\n]/)
  .map((pair) => pair.trim().split(' '))
  .flatMap(([a, b]) => (a !== undefined && b !== undefined ? [[a, b] as const] : []));

/** Classes of which a thing is one member and no other, by name. */
export const CLOSED_CLASSES: Readonly<Record<string, readonly string[]>> = {
  animal: words(
    'bear bird cat cow dog duck elephant fish goat horse lion monkey pig rabbit sheep tiger',
  ),
  cloud: words('aws azure gcp'),
  colour: words(
    'beige black blue brown crimson gold golden gray green grey lavender magenta maroon navy olive orange pink purple red silver tan teal turquoise violet white yellow',
  ),
  compass: words('east north northeast northwest south southeast southwest west'),
  compass_adj: words('eastern northern southern western'),
  db: words('cassandra dynamodb mariadb mongodb mysql oracle postgres postgresql redis sqlite'),
  direction: words('down left right up'),
  drink: words(
    'beer champagne cider coffee gin juice milk rum soda tea tequila vodka water whiskey wine',
  ),
  env: words('dev development preprod prod production staging test'),
  gender: words('female male man woman'),
  gender2: words('boy girl'),
  gender3: words('king queen'),
  gender4: words('husband wife'),
  gender5: words('daughter son'),
  gender6: words('brother sister'),
  gender7: words('father mother'),
  gender8: words('actor actress'),
  gender9: words('gentleman lady'),
  instrument: words(
    'accordion banjo cello clarinet drum flute guitar harmonica harp keyboard piano saxophone trombone trumpet tuba ukulele violin',
  ),
  lang: words(
    'c# c++ go golang java javascript kotlin perl php python ruby rust scala swift typescript',
  ),
  level: words('critical high low medium'),
  marital: words('divorced married single widowed'),
  material: words(
    'aluminium aluminum brick bronze cardboard cement ceramic concrete copper cotton denim glass granite iron leather marble metal nylon paper plastic rubber silk steel stone wood wooden wool',
  ),
  media: words(
    'album film magazine newspaper novel opera radionovela sitcom song telenovela videogame',
  ),
  metal: words('aluminium aluminum brass bronze copper gold iron silver steel titanium'),
  month: words(
    'april august december february january july june march may november october september',
  ),
  ordinal: words(
    'eighth eleventh fifth first fourth ninth second seventh sixth tenth third twelfth',
  ),
  os: words('android ios linux macos windows'),
  outcome: words('drew lost won'),
  planet: words('earth jupiter mars mercury neptune saturn uranus venus'),
  proto: words('ftp grpc http https ssh tcp udp'),
  room: words(
    'attic basement bathroom bedroom cellar classroom courtroom garage hallway kitchen lobby office',
  ),
  season: words('autumn spring summer winter'),
  severity: words('debug error fatal info warn warning'),
  sport: words(
    'badminton baseball basketball boxing cricket cycling football golf hockey rowing rugby soccer swimming tennis volleyball',
  ),
  state: words('cancelled completed failed paused pending queued running succeeded'),
  vehicle: words('bicycle bike boat bus car helicopter motorcycle plane ship train truck'),
  weapon: words('bow gun knife pistol rifle spear sword'),
  weekday: words('friday monday saturday sunday thursday tuesday wednesday'),
};

function words(list: string): readonly string[] {
  return list.split(' ');
}

/** Words of closed classes that mean the same, so that they do not exclude each other. */
export const CLOSED_SYNONYMS: readonly (readonly [string, string])[] = [
  ['gray', 'grey'],
  ['aluminium', 'aluminum'],
  ['wood', 'wooden'],
  ['gold', 'golden'],
  ['postgres', 'postgresql'],
  ['go', 'golang'],
  ['warn', 'warning'],
  ['prod', 'production'],
  ['dev', 'development'],
  ['bike', 'bicycle'],
  ['soccer', 'football'],
  ['steel', 'metal'],
  ['iron', 'metal'],
  ['copper', 'metal'],
  ['metal', 'bronze'],
  ['gold', 'metal'],
  ['silver', 'metal'],
  ['silver', 'gray'],
  ['silver', 'grey'],
  ['navy', 'blue'],
  ['golden', 'yellow'],
  ['tan', 'brown'],
  ['beige', 'tan'],
  ['crimson', 'red'],
  ['maroon', 'red'],
  ['gold', 'yellow'],
  ['violet', 'purple'],
  ['lavender', 'purple'],
  ['teal', 'blue'],
  ['teal', 'green'],
  ['turquoise', 'blue'],
  ['magenta', 'pink'],
  ['olive', 'green'],
  ['denim', 'cotton'],
  ['cement', 'concrete'],
  ['wine', 'champagne'],
  ['animal', 'fish'],
  ['linux', 'android'],
];

/** Numbers written as words. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(
  words(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth twentieth half quarter double twice once',
  ),
);

/** Endings of the first ordinals in digits. */
const ORDINAL_ENDINGS: readonly string[] = ['st', 'nd', 'rd'];

/** Number words as digits: "four" is 4, "fourth" is 4th. Those that are not here stand for themselves. */
export const NUMBER_DIGITS: ReadonlyMap<string, string> = new Map([
  ...words('zero one two three four five six seven eight nine ten eleven twelve').map(
    (word, number) => [word, `${number}`] as const,
  ),
  ...words('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth').map(
    (word, index) => [word, `${index + 1}${ORDINAL_ENDINGS[index] ?? 'th'}`] as const,
  ),
]);
