import { countryOf, isPartOf } from './countries.ts';
import { lemma } from './lemma.ts';
import { ANTONYMS, CLOSED_CLASSES, CLOSED_SYNONYMS } from './lexicon.ts';
import { WORDNET_ANTONYMS } from './wordnet-antonyms.generated.ts';

/**
 * How two words relate: `closed:<class>` when both belong to one class of which a thing is one member
 * only (`closed:colour`, `closed:country`); `part` when one lies in the other.
 */
export type WordRelation = 'equal' | 'synonym' | 'antonym' | 'part' | 'none' | `closed:${string}`;

/** Opposites in a dictionary that may both be true of a thing. */
const NO_OPPOSITES = new Set(
  ['man boy', 'woman girl', 'child parent', 'go come', 'be differ'].map((pair) =>
    pair.split(' ').toSorted().join(' '),
  ),
);
const ORDINAL =
  /^(?:\d+(?:st|nd|rd|th)|first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)tie|hundred)th)$/;

/**
 * How two words relate, whatever their endings and case. The order of the tests is that of trust: equal,
 * antonym (WordNet's direct ones and a list of technical ones), country and people, synonym list,
 * closed class. Symmetric. Constant time; the tables are built at the first call.
 */
export function relate(a: string, b: string): WordRelation {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  const [left, right] = [lemma(x), lemma(y)];
  if (x === y || left === right) return 'equal';
  const known = tables();
  if (known.antonyms.has(key(x, y)) || known.antonyms.has(key(left, right))) return 'antonym';
  const [land, other] = [countryOf(x), countryOf(y)];
  if (land !== null && land === other) return 'synonym';
  if (known.synonyms.has(key(x, y)) || known.synonyms.has(key(left, right))) return 'synonym';
  if (ORDINAL.test(x) && ORDINAL.test(y)) return 'closed:ordinal';
  for (const name of known.classes.get(x) ?? []) {
    if (known.classes.get(y)?.includes(name) === true) return `closed:${name}`;
  }
  if (land === null || other === null) return 'none';
  return isPartOf(land, other) ? 'part' : 'closed:country';
}

interface Tables {
  readonly antonyms: ReadonlySet<string>;
  readonly synonyms: ReadonlySet<string>;
  /** Names of the closed classes of a word, singular or plural. */
  readonly classes: ReadonlyMap<string, readonly string[]>;
}

let built: Tables | null = null;

function tables(): Tables {
  built ??= {
    antonyms: pairKeys([...dictionaryAntonyms(), ...ANTONYMS]),
    synonyms: pairKeys(CLOSED_SYNONYMS),
    classes: classNames(),
  };
  return built;
}

function key(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Keys of the pairs as written and of their bases. */
function pairKeys(pairs: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [a, b] of pairs) {
    for (const pair of [key(a, b), key(lemma(a), lemma(b))]) {
      if (!NO_OPPOSITES.has(pair)) keys.add(pair);
    }
  }
  return keys;
}

function dictionaryAntonyms(): readonly (readonly [string, string])[] {
  return WORDNET_ANTONYMS.trim()
    .split(/\s+/)
    .map((entry) => {
      const [prefix = '', word] = entry.split('+');
      if (word !== undefined) return [word, prefix + word] as const;
      const [start = '', first, second] = entry.split('=');
      if (first !== undefined && second !== undefined)
        return [start + first, start + second] as const;
      const [a = '', b = ''] = entry.split('/');
      return [a, b] as const;
    });
}

function classNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [name, members] of Object.entries(CLOSED_CLASSES)) {
    for (const word of members.flatMap((member) => [member, `${member}s`])) {
      const known = names.get(word);
      if (known === undefined) names.set(word, [name]);
      else known.push(name);
    }
  }
  return names;
}
