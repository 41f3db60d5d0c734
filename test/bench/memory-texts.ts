/** Memories and questions of any number, the same in every run: what a user's store looks like to an index. */
import type { NewMemory } from '../../shared/contracts/memory.ts';

/** Different content words; a large collection has as many that occur more than once. */
const VOCABULARY_WORDS = 30_000;
/** Zipf–Mandelbrot: the nth word is drawn with a share of 1 / (n + shift). The first is in a third of all memories. */
const SHIFT = 1.2;
const MIN_WORDS = 8;
const MAX_WORDS = 25;
/** Share of words that are function words, which no index holds. */
const FUNCTION_SHARE = 0.4;
const FUNCTION_WORDS =
  'the of and to in that was with for on is it as at by from this had but not are we about after'.split(
    ' ',
  );
const SYLLABLES =
  'ra lo min ter pos tan vel cor du bri sen gal ho per mit ast ion nel fa cre dis tri ver lam ok ust'.split(
    ' ',
  );
const NAMES = 300;
const MONTHS = ['January', 'March', 'April', 'June', 'August', 'October', 'December'];
/** The rest are facts that stand alone. */
const TURN_SHARE = 0.7;
const TURNS_PER_SESSION = 30;
/** Of the facts that stand alone, those that give the value of something. */
const VALUE_SHARE = 0.2;
const MEMORIES_PER_ENTITY = 60;
const KEYS = ['city', 'employer', 'phone plan', 'favourite dish', 'gym'];
const AGENT_SHARE = 0.5;
const FIRST_MS = Date.UTC(2024, 0, 1);
/** All memories of a tenant were written in two years. */
const SPAN_MS = 730 * 86_400_000;
/** Words of the long request. */
const LONG_SENTENCES = 8;
/** Ranks of the words that questions of frequent words are made of. */
const FREQUENT_RANKS = 40;

/** The user whose memories are recalled. */
export const USER = 'ana';
/** The agent that half of the memories belong to as well. */
export const AGENT = 'assistant';

/** What a question is made of. */
export type QuestionKind = 'rare' | 'several' | 'frequent' | 'date' | 'long';

export interface Question {
  readonly kind: QuestionKind;
  readonly text: string;
  readonly agent: boolean;
}

type Random = () => number;

/** Where the words' shares end, each with those before it. */
const shares = new Float64Array(VOCABULARY_WORDS);
let total = 0;
for (let rank = 0; rank < VOCABULARY_WORDS; rank++) {
  total += 1 / (rank + SHIFT);
  shares[rank] = total;
}

/** The memory number `n`, 0 and on, of a tenant with `size` of them, as a line of an import. */
export function memoryOf(
  tenant: string,
  n: number,
  size: number,
): NewMemory & { readonly created_at: string } {
  const random = randomOf(`${tenant} memory ${n}`);
  const atMs = FIRST_MS + Math.floor((n / size) * SPAN_MS);
  const at = new Date(atMs).toISOString();
  const scope = { user_id: USER, ...(random() < AGENT_SHARE ? { agent_id: AGENT } : {}) };
  const session = Math.floor(n / TURNS_PER_SESSION);
  const isTurn = randomOf(`${tenant} session ${session}`)() < TURN_SHARE;
  const text = sentence(random);
  const times = { occurred_at: at, created_at: at };
  if (isTurn) {
    const speaker = n % 2 === 0 ? 'Ana' : nameAt(session % NAMES);
    return { ...scope, ...times, text, metadata: { speaker, session_id: `s${session}` } };
  }
  if (random() >= VALUE_SHARE) return { ...scope, ...times, text };
  const entity = `${nameAt(draw(random, NAMES))} ${draw(random, Math.ceil(size / MEMORIES_PER_ENTITY))}`;
  const key = KEYS[draw(random, KEYS.length)] ?? '';
  return { ...scope, ...times, text, entity, key, value: wordAt(rankOf(random)) };
}

/** New memories, which no other call with another `n` gives; the same for every store. */
export function newMemories(n: number, count: number): readonly NewMemory[] {
  return Array.from({ length: count }, (_, i) => {
    const { created_at, occurred_at, ...memory } = memoryOf('new', n + i, Number.MAX_VALUE);
    return { ...memory, text: `${memory.text} ${n + i}.` };
  });
}

/** The question number `n`, 0 and on, to a tenant with `size` memories. */
export function questionOf(tenant: string, n: number, size: number): Question {
  const random = randomOf(`${tenant} question ${n}`);
  const source = memoryOf(tenant, draw(random, size), size).text;
  const kind = n % 60 === 59 ? 'long' : KINDS[n % KINDS.length];
  return { kind: kind ?? 'several', text: questionText(kind, source, random), agent: n % 5 === 4 };
}

const KINDS: readonly QuestionKind[] = ['rare', 'several', 'frequent', 'several', 'rare', 'date'];

function questionText(kind: QuestionKind | undefined, source: string, random: Random): string {
  const told = source.match(/[A-Za-z]+/g) ?? [];
  const content = told.filter((word) => !FUNCTION_WORDS.includes(word));
  switch (kind) {
    case 'rare': {
      const byRank = content.toSorted((a, b) => rankIn(b) - rankIn(a));
      const frequent = wordAt(draw(random, FREQUENT_RANKS));
      return `What was it about the ${byRank[0]} and ${byRank.at(-1)} with ${frequent}?`;
    }
    case 'frequent': {
      const words = Array.from({ length: 4 }, () => wordAt(draw(random, FREQUENT_RANKS)));
      return `When was the ${words.join(' ')} for us?`;
    }
    case 'date': {
      const date = `${draw(random, 28) + 1} ${MONTHS[draw(random, MONTHS.length)]} 2024`;
      return `What did ${nameAt(draw(random, NAMES))} say on ${date} about ${content[0]}?`;
    }
    case 'long':
      return Array.from({ length: LONG_SENTENCES }, () => sentence(random)).join(' ');
    default:
      return `Which ${content.slice(0, 5).join(' ')} did ${nameAt(draw(random, NAMES))} have?`;
  }
}

/** A text of 8 to 25 words with, now and then, a name, a date or a number. */
function sentence(random: Random): string {
  const length = MIN_WORDS + draw(random, MAX_WORDS - MIN_WORDS + 1);
  const list = Array.from({ length }, () =>
    random() < FUNCTION_SHARE
      ? (FUNCTION_WORDS[draw(random, FUNCTION_WORDS.length)] ?? '')
      : wordAt(rankOf(random)),
  );
  if (random() < 0.4) list.push('with', nameAt(draw(random, NAMES)));
  if (random() < 0.15) {
    list.push('on', `${draw(random, 28) + 1} ${MONTHS[draw(random, MONTHS.length)]} 2024`);
  }
  if (random() < 0.2) list.push('for', String(draw(random, 5_000)));
  return `${list.join(' ')}.`;
}

/** The rank of a word, 0 the most frequent, drawn as often as it occurs. */
function rankOf(random: Random): number {
  const wanted = random() * total;
  let low = 0;
  let high = VOCABULARY_WORDS - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Words that mean about the same, as a thesaurus would give them; `[]` for what is no word of the texts. */
export function relatedTo(stem: string, count: number): readonly string[] {
  const random = randomOf(`related ${stem}`);
  return Array.from({ length: count }, () => wordAt(rankOf(random)));
}

/** The nth word. Two syllables at least, so that none is a function word. */
function wordAt(rank: number): string {
  let left = rank + SYLLABLES.length;
  const parts: string[] = [];
  while (left > 0) {
    parts.push(SYLLABLES[left % SYLLABLES.length] ?? '');
    left = Math.floor(left / SYLLABLES.length);
  }
  return parts.join('');
}

let ranks: ReadonlyMap<string, number> | undefined;

function rankIn(word: string): number {
  ranks ??= new Map(Array.from({ length: VOCABULARY_WORDS }, (_, rank) => [wordAt(rank), rank]));
  return ranks.get(word) ?? -1;
}

function nameAt(n: number): string {
  const word = `${SYLLABLES[n % SYLLABLES.length]}${SYLLABLES[Math.floor(n / SYLLABLES.length)]}a`;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A whole number from 0 to `below` − 1. */
function draw(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** Numbers in [0, 1) that only the seed decides (mulberry32 over FNV-1a). */
export function randomOf(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
