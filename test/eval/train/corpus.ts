import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { fill, makeAttack } from './attacks.ts';
import { Dice, splice } from './splice.ts';
import { BOILERPLATE, FOREIGN, FOREIGN_BENIGN, HOW_TO, HUMAN_REQUESTS } from './templates.ts';

/** A text of the corpus; `attack` is what was spliced into it, null for a clean one. */
export interface CorpusRow {
  readonly split: 'train' | 'val';
  readonly channel: string;
  readonly source: string;
  readonly family: string | null;
  readonly attack: string | null;
  readonly text: string;
}

/** Texts longer than this are cut: what counts is near an attack, and time is not free. */
const MAX_TEXT_CHARS = 9_000;
/** Generated texts by kind. */
const GENERATED = {
  spliced: 9_000,
  instructions: 2_500,
  foreignClean: 500,
  human: 900,
  howTo: 1_200,
  boilerplate: 1_500,
} as const;
/** Share of spliced texts (0–1) whose request is one that a person really made of an agent. */
const REAL_REQUESTS = 0.5;

/** Reads the corpus of DIR/train, whose card names its sources and licences. */
export async function readCorpus(dataDir: string): Promise<readonly CorpusRow[]> {
  const file = createReadStream(join(dataDir, 'train/injection_corpus.jsonl.gz')).pipe(
    createGunzip(),
  );
  const rows: CorpusRow[] = [];
  for await (const line of createInterface({ input: file })) {
    const row = JSON.parse(line) as CorpusRow;
    rows.push({ ...row, text: row.text.slice(0, MAX_TEXT_CHARS) });
  }
  return rows.filter(({ attack, text }) => attack === null || text.length < MAX_TEXT_CHARS);
}

/**
 * Texts of our own for one split, made from its clean carriers: attacks of every template kind in all
 * carriers and in instruction files, texts in other languages with and without an attack, and requests
 * that people make of people. The same corpus and seed give the same texts.
 */
export function generate(
  corpus: readonly CorpusRow[],
  split: 'train' | 'val',
  seed: number,
): readonly CorpusRow[] {
  const dice = new Dice(seed);
  const clean = corpus.filter((row) => row.split === split && row.attack === null);
  const carriers = clean.filter(
    ({ channel, source }) =>
      channel !== 'spam' && channel !== 'system' && source !== 'benign_splice',
  );
  const files = clean.filter(({ channel }) => channel === 'system');
  const byChannel = ['email', 'doc', 'tool_result'].map((channel) =>
    carriers.filter((row) => row.channel === channel),
  );
  const rows: CorpusRow[] = [];
  const requests = requestsOf(corpus, split);
  const attacked = (row: CorpusRow, source: string) => {
    const carrier = excerpt(row.text, dice);
    const made = makeAttack(carrier, dice);
    const isReal = dice.share() < REAL_REQUESTS;
    const attack = isReal ? rephrased(dice.pick(requests), dice) : made.text;
    const family = isReal ? 'request' : made.family;
    const { text } = splice(carrier, attack, dice);
    rows.push({ ...row, split, source, family: `own_${family}`, attack, text });
  };
  for (let n = 0; n < GENERATED.spliced; n += 1)
    attacked(dice.pick(dice.pick(byChannel)), 'own_splice');
  for (let n = 0; n < GENERATED.instructions && files.length > 0; n += 1)
    attacked(dice.pick(files), 'own_instructions');
  for (let n = 0; n < GENERATED.foreignClean; n += 1) rows.push(...foreign(split, dice));
  for (let n = 0; n < GENERATED.human; n += 1) {
    const row = dice.pick(dice.pick(byChannel));
    const request = fill(dice.pick(HUMAN_REQUESTS), dice);
    const { text } = splice(excerpt(row.text, dice), request, dice);
    rows.push({ ...row, split, source: 'own_human', family: null, attack: null, text });
  }
  const documents = carriers.filter(({ channel }) => channel === 'doc');
  for (let n = 0; n < GENERATED.howTo; n += 1) {
    const row = dice.pick(documents);
    let text = excerpt(row.text, dice);
    for (let step = 0; step <= dice.index(3); step += 1)
      text = splice(text, dice.pick(HOW_TO), dice).text;
    rows.push({ ...row, split, source: 'own_how_to', family: null, attack: null, text });
  }
  for (let n = 0; n < GENERATED.boilerplate; n += 1) {
    const row = dice.pick(documents);
    let text = excerpt(row.text, dice);
    for (let line = 0; line <= dice.index(3); line += 1) {
      text = splice(text, dice.pick(BOILERPLATE), dice).text;
    }
    rows.push({ ...row, split, source: 'own_boilerplate', family: null, attack: null, text });
  }
  return rows;
}

/** The requests of the corpus that people made of agents, each once. */
function requestsOf(corpus: readonly CorpusRow[], split: string): readonly string[] {
  const real = corpus.filter(
    (row) => row.split === split && /^(?:bfcl|bipia_text)/.test(row.family ?? ''),
  );
  return [...new Set(real.flatMap(({ attack }) => (attack === null ? [] : [attack])))];
}

/** A request with or without its politeness and its full stop. */
function rephrased(request: string, dice: Dice): string {
  const draw = dice.share();
  if (draw < 0.15 && /^[A-Z][a-z]+ /.test(request)) {
    return `Please ${request.charAt(0).toLowerCase()}${request.slice(1)}`;
  }
  return draw < 0.22 ? request.replace(/[.?]$/, '') : request;
}

/** A stretch of a text, from a line to a line. */
function excerpt(text: string, dice: Dice): string {
  const length = dice.pick([800, 1500, 3000, 5000]);
  if (text.length <= length || /^\s*[[{"]/.test(text)) return text.slice(0, 5000);
  const start = text.indexOf('\n', dice.index(text.length - length)) + 1;
  return text.slice(start, start + length);
}

/** A text in another language, once clean and once with an attack in that language. */
function foreign(split: 'train' | 'val', dice: Dice): readonly CorpusRow[] {
  const language = dice.pick(Object.keys(FOREIGN));
  const sentences = dice.shuffled(FOREIGN_BENIGN[language] ?? []).slice(0, 3 + dice.index(5));
  const isJson = dice.share() < 0.4;
  const wrap = (body: string) =>
    isJson ? JSON.stringify({ id: dice.index(9999), text: body }) : body;
  const body = sentences.join(dice.pick([' ', '\n']));
  const attack = fill(dice.pick(FOREIGN[language] ?? []), dice);
  const at = dice.index(sentences.length + 1);
  const with_ = [...sentences.slice(0, at), attack, ...sentences.slice(at)].join(' ');
  const row = {
    split,
    channel: isJson ? 'tool_result' : 'doc',
    source: `own_${language}`,
  } as const;
  return [
    { ...row, family: null, attack: null, text: wrap(body) },
    { ...row, family: 'own_foreign', attack, text: wrap(with_) },
  ];
}

/** Lines of a JSONL file below DIR. */
export function readLines<T>(dataDir: string, path: string): readonly T[] {
  return readFileSync(join(dataDir, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
