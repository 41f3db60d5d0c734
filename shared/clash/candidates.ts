import { TextCache } from '../compare/text-cache.ts';
import { sentenceTerms, termOverlap } from './passage/align.ts';
import { claimsOf } from './passage/claims.ts';
import { proseSentences } from './passage/prose.ts';
import { namesIn, openingName } from './passage/subjects.ts';
import { factsOf } from './records/facts.ts';
import { firstFrom } from './sorted.ts';

/** Partners that one text is compared with at most, the closest first. */
const MAX_PARTNERS = 8;
/** Texts remembered for one key or one sentence. */
const MAX_OWNERS = 8;
/** Sentences in which one term is looked up, and in which all terms of one sentence are. */
const MAX_POSTINGS = 48;
const MAX_LOOKED_UP = 96;
/** Sentences that share the rarest terms and are compared term by term. */
const MAX_VERIFIED = 8;
/** Sentences and keys of one text that look for partners. */
const MAX_SENTENCES = 300;
const MAX_KEYS = 300;
/** A field of a thing that both name says more than a field of nothing in particular. */
const NAMED_FACT = 3;
/** Answers remembered: windows of a session are checked again and again. */
const MAX_ANSWERS = 4;
/** A window of more text is not remembered: an isolate has 128 MB for everything. */
const MAX_REMEMBERED_CHARS = 1_000_000;

interface Reading {
  readonly sentences: readonly string[];
  /** Keys of what a text states about named things, with what a shared key is worth. */
  readonly keys: ReadonlyMap<string, number>;
}

type Pairs = readonly (readonly [number, number])[];

const readings = new TextCache<Reading>();
const answers: {
  readonly texts: readonly string[];
  readonly about: Abouts;
  readonly pairs: Pairs;
}[] = [];

/** What each text is about, by its index, where the caller says so. */
type Abouts = readonly (string | null)[];

/**
 * Which of many texts are worth comparing: those with sentences that share most of their terms, with the
 * same field of the same thing (by its own name, or what `about` says), or with a claim about the same
 * name. Pairs of indexes, the lower first, sorted. Near-linear: a text gets at most 8 partners of its own.
 * [] for fewer than two texts.
 */
export function clashCandidates(texts: readonly string[], about: Abouts = []): Pairs {
  const known = answers.find(
    (answer) => isSame(answer.texts, texts) && isSame(answer.about, about),
  );
  if (known !== undefined) return known.pairs;
  const pairs = find(texts, about);
  if (texts.reduce((sum, text) => sum + text.length, 0) > MAX_REMEMBERED_CHARS) return pairs;
  answers.unshift({ texts: [...texts], about: [...about], pairs });
  answers.length = Math.min(answers.length, MAX_ANSWERS);
  return pairs;
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

function find(texts: readonly string[], about: Abouts): Pairs {
  const scores = texts.map(() => new Map<number, number>());
  const raise = (a: number, b: number, by: number) => {
    if (a === b || texts[a] === texts[b]) return;
    scores[a]?.set(b, (scores[a]?.get(b) ?? 0) + by);
    scores[b]?.set(a, (scores[b]?.get(a) ?? 0) + by);
  };
  const all = texts.map((text, index) => readAbout(about[index] ?? null, readings.get(text, read)));
  voteByKeys(all, raise);
  voteBySentences(all, raise);
  const pairs = new Map<string, readonly [number, number]>();
  for (const [index, partners] of scores.entries()) {
    const best = [...partners].sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, MAX_PARTNERS);
    for (const [other] of best) {
      const pair = [Math.min(index, other), Math.max(index, other)] as const;
      pairs.set(pair.join(), pair);
    }
  }
  return [...pairs.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}

function read(text: string): Reading {
  const keys = new Map<string, number>();
  for (const { entity, key } of factsOf(text)) {
    if (keys.size >= MAX_KEYS) break;
    keys.set(`${entity?.name ?? ''}\n${key}`, entity === null ? 1 : NAMED_FACT);
  }
  const sentences = proseSentences(text).slice(0, MAX_SENTENCES);
  const names = namesIn(text);
  for (const sentence of sentences) {
    const name = openingName(sentence.text, names);
    if (name === null || keys.size >= MAX_KEYS) continue;
    for (const { attribute } of claimsOf(sentence)) {
      for (const word of name.split(' ')) keys.set(`${word}\t${attribute}`, 1);
    }
  }
  return { sentences: sentences.map((sentence) => sentence.text), keys };
}

/** With the fields of nothing in particular as fields of what the caller says that the text is about. */
function readAbout(entity: string | null, reading: Reading): Reading {
  if (entity === null) return reading;
  const name = entity.trim().toLowerCase();
  const named = [...reading.keys.keys()]
    .filter((key) => key.startsWith('\n'))
    .map((key) => [name + key, NAMED_FACT] as const);
  return { ...reading, keys: new Map([...reading.keys, ...named]) };
}

type Raise = (a: number, b: number, by: number) => void;

function voteByKeys(all: readonly Reading[], raise: Raise): void {
  const owners = new Map<string, number[]>();
  for (const [index, { keys }] of all.entries()) {
    for (const [key, worth] of keys) {
      const others = owners.get(key) ?? [];
      for (const other of others) raise(index, other, worth);
      if (others.length < MAX_OWNERS) owners.set(key, [...others, index]);
    }
  }
}

/** A distinct sentence of the window and the texts that hold it. */
interface Held {
  readonly terms: ReadonlySet<string>;
  readonly owners: number[];
}

function voteBySentences(all: readonly Reading[], raise: Raise): void {
  const held = new Map<string, Held>();
  for (const [index, { sentences }] of all.entries()) {
    for (const sentence of sentences) {
      const known = held.get(sentence);
      if (known === undefined) {
        held.set(sentence, { terms: sentenceTerms(sentence), owners: [index] });
      } else if (known.owners.length < MAX_OWNERS && known.owners.at(-1) !== index) {
        known.owners.push(index);
      }
    }
  }
  const list = [...held.values()];
  const places = postings(list);
  for (const [index, { terms, owners }] of list.entries()) {
    for (const partner of closest(index, terms, list, places)) {
      for (const a of owners) for (const b of partner.held.owners) raise(a, b, partner.share);
    }
  }
}

function postings(list: readonly Held[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { terms }] of list.entries()) {
    for (const term of terms) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [index]);
      else known.push(index);
    }
  }
  return places;
}

/**
 * Sentences that share most terms with one. Two sentences with 55 % of the shorter one's terms in common
 * share one of its rarest 45 % and one more (prefix filtering), so only those are looked up.
 */
function closest(
  own: number,
  terms: ReadonlySet<string>,
  list: readonly Held[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly { readonly held: Held; readonly share: number }[] {
  const rarest = [...terms]
    .map((term) => places.get(term) ?? [])
    .sort((x, y) => x.length - y.length)
    .slice(0, Math.floor(terms.size * 0.45) + 2);
  const votes = new Map<number, number>();
  let open = MAX_LOOKED_UP;
  for (const found of rarest) {
    if (open <= 0) break;
    open -= Math.min(found.length, MAX_POSTINGS);
    // Of a term that is everywhere, the neighbours in the window stand for all.
    const at = Math.max(
      0,
      Math.min(firstFrom(found, own) - MAX_POSTINGS / 2, found.length - MAX_POSTINGS),
    );
    for (const index of found.slice(at, at + MAX_POSTINGS)) {
      if (index !== own) votes.set(index, (votes.get(index) ?? 0) + 1);
    }
  }
  return [...votes]
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .slice(0, MAX_VERIFIED)
    .flatMap(([index]) => {
      const held = list[index];
      const share = held === undefined ? 0 : termOverlap(terms, held.terms);
      return held === undefined || share === 0 ? [] : [{ held, share }];
    });
}
