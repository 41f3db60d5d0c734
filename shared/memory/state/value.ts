import { parseValue } from '../../values/parse.ts';
import { countryOf } from '../../words/countries.ts';

const TOKEN =
  "(?:\\p{Lu}\\p{Ll}[\\p{L}\\p{M}'’.-]*|St\\.?|US|USA|UK|UAE|NYC|LA|SF|DC|[A-Z]{2}(?![\\p{L}\\d]))";
/** "Lisbon", "New York, NY", "Rio de Janeiro", "the Netherlands". */
const PLACE = new RegExp(
  `^(?:the )?${TOKEN}(?:[ -](?:(?:de|da|do|del|la|le|el|los|las|of|upon|am|an der|sur|on) )?${TOKEN}){0,3}(?:, ${TOKEN}(?: ${TOKEN}){0,2}){0,2}$`,
  'u',
);
/** Capitalised words behind "in" or "to" that are tools, days, teams or plans, not places. */
const NO_PLACES = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
september october november december spring summer autumn fall winter christmas easter python typescript javascript
rust go java kotlin swift react vue angular svelte linux windows mac macos ubuntu debian kubernetes docker postgres
mysql mongodb redis slack teams discord notion jira linear github gitlab vercel netlify cloudflare android ios iphone
gmail outlook zoom excel sheets word figma asana trello confluence salesforce hubspot spotify netflix youtube
instagram facebook twitter tiktok reddit linkedin whatsapp telegram signal chrome firefox safari edge obsidian
marketing sales finance engineering product hr legal operations support design accounting management research
phase step level season chapter part stage round plan pro enterprise premium basic standard business free plus team
english german french spanish italian chinese japanese russian portuguese bedroom kitchen downtown apartment house
hell heaven paradise narnia hogwarts neverland unit room floor building block minecraft roblox vice president dr mr mrs ms senior junior director manager chief head lead
angst frieden harmonie armut luxus freiheit scheidung trennung sünde einsamkeit sims ai it`
    .trim()
    .split(/\s+/),
);
const COUNTRIES =
  /^(?:the )?(?:us|usa|u\.s\.|uk|uae|united (?:states|kingdom|arab emirates)|netherlands|philippines|new zealand|south (?:africa|korea)|saudi arabia|costa rica|sri lanka|czech republic)$/;
/** A company or organisation: up to four words with capitals. */
const ORGANISATION =
  /^(?:the )?\p{Lu}[\p{L}\p{M}\d&.'’-]*(?: (?:(?:of|&|for|de) )?(?:\p{Lu}|&)[\p{L}\p{M}\d&.'’-]*){0,4}$/u;
const NO_ORGANISATIONS =
  /\b(?:and|night|nights|day|dawn|noon|christmas|home|school|church|club|gym|group|society|party|league|union|association|community|server|channel|class|course|team|band|choir|army|navy|marines|military|forces|discord|slack|reddit|facebook group|instagram|twitter|tiktok|whatsapp|telegram|zoom|linkedin|toastmasters|greenpeace|rotary|scouts|peace corps|mensa|patreon|netflix party|airbnb plus|prime|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|i|ii|iii)\b/i;
const PERSON =
  /^\p{Lu}[\p{L}\p{M}'’-]*\.?(?: (?:(?:de|da|van|von|der|la|al|bin) )?\p{Lu}[\p{L}\p{M}'’-]*\.?){0,3}$/u;
const COLOURS =
  /^(?:(?:light|dark|deep|bright|pale|navy|royal|sky|forest|lime|olive|hot|baby) )?(?:red|blue|green|yellow|orange|purple|pink|black|white|gr[ae]y|brown|teal|cyan|magenta|violet|indigo|turquoise|maroon|navy|beige|gold|silver|crimson|lavender|amber|coral|mint|ivory|burgundy|lilac|ochre|tan|charcoal)$/i;

/** Which state a place is a value of: a city and the country it is in do not replace one another. */
export function placeKey(place: string): 'residence' | 'residence country' {
  const lower = place.toLowerCase();
  return COUNTRIES.test(lower) || countryOf(lower.replace(/^the /, '')) !== null
    ? 'residence country'
    : 'residence';
}

/** Whether a text is the name of a place, as far as its form tells. */
export function isPlace(text: string): boolean {
  return PLACE.test(text) && noneOf(text, NO_PLACES);
}

/** Whether a text is the name of an organisation that one may work for, as far as its form tells. */
export function isOrganisation(text: string): boolean {
  return ORGANISATION.test(text) && !NO_ORGANISATIONS.test(text);
}

/** Whether a text is a person's name, as far as its form tells. */
export function isPerson(text: string): boolean {
  return PERSON.test(text);
}

/** Whether a text is a colour, a number, a date, a version, an address of the web or the like. */
export function isPlainValue(text: string): boolean {
  if (COLOURS.test(text) || /^(?:https?:\/\/|www\.)\S+$/.test(text)) return true;
  const { type } = parseValue(text);
  return ['id', 'date', 'instant', 'clock', 'version', 'amount'].includes(type);
}

function noneOf(text: string, words: ReadonlySet<string>): boolean {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => !words.has(word));
}
