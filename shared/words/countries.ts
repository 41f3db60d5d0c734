import { WORDNET_COUNTRIES } from './wordnet-countries.generated.ts';

/** Names and peoples that WordNet does not have, or lists under another country: `country word …`. */
const ADDED = `
usa america american | uk britain british | england english | scotland scottish scots | wales welsh |
ireland irish | france french | germany german | netherlands dutch | spain spanish | italy italian |
russia russian | china chinese | japan japanese | india indian | canada canadian | australia australian |
mexico mexican | brazil brazilian | sweden swedish | norway norwegian | denmark danish | finland finnish |
greece greek | turkey turkish | poland polish | korea korean | switzerland swiss | austria austrian |
belgium belgian | portugal portuguese | argentina argentine | egypt egyptian | nigeria nigerian |
kenya kenyan | pakistan pakistani | thailand thai | vietnam vietnamese | philippines filipino |
czechia czech | hungary hungarian | cyprus cypriot | israel israeli | yugoslavia yugoslav | dominica dominican
`;
/** Parts of a country that are called countries themselves. */
const PARTS: ReadonlySet<string> = new Set(
  ['england', 'scotland', 'wales', 'ireland'].map((part) => `${part} uk`),
);

const COUNTRIES: ReadonlyMap<string, string> = new Map(
  [WORDNET_COUNTRIES, ADDED].flatMap((list) =>
    list
      .trim()
      .split(/[|\n]/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .flatMap((entry) => {
        const words = entry.split(/\s+/);
        return words.map((word) => [word, words[0] ?? word] as const);
      }),
  ),
);

/** The country that a word in lower case names, or whose people it names; null for other words. */
export function countryOf(word: string): string | null {
  return COUNTRIES.get(word) ?? null;
}

/** Whether one of two countries lies in the other. */
export function isPartOf(a: string, b: string): boolean {
  return PARTS.has(`${a} ${b}`) || PARTS.has(`${b} ${a}`);
}
