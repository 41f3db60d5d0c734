import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CorpusRow, readCorpus, readLines } from './train/corpus.ts';
import { Dice, type Spliced, splice } from './train/splice.ts';

/** A carrier that training never saw. */
export interface SpliceCarrier {
  readonly channel: 'tool_result' | 'doc' | 'email' | 'instructions';
  readonly source: string;
  readonly text: string;
}

/** An attack whose goal training never saw, in such a carrier. */
export interface SpliceCase extends SpliceCarrier, Spliced {
  readonly family: string;
}

/** Carriers taken of one source, and attacks per channel. */
const MAX_PER_SOURCE = 60;
const CASES_PER_CHANNEL = 300;
const MAX_CARRIER_CHARS = 6_000;
/** The first characters by which a text of the corpus is known again. */
const KNOWN_CHARS = 80;
const LOG_LINES = 40;

interface Labelled {
  readonly source: string;
  readonly channel: string;
  readonly label: number;
  readonly text: string;
}

/**
 * The splice set: goals unseen in training (the corpus' held-out attacks) in real tool results,
 * documents, mails and instruction files that training never saw, and the clean carriers themselves. The
 * same data and seed give the same cases.
 */
export async function spliceCases(
  dataDir: string,
  seed = 11,
): Promise<{ readonly carriers: readonly SpliceCarrier[]; readonly cases: readonly SpliceCase[] }> {
  const corpus = await readCorpus(dataDir);
  const dice = new Dice(seed);
  const carriers = carriersOf(dataDir, corpus, dice);
  const attacks = heldOut(corpus);
  const families = Object.keys(attacks);
  const cases: SpliceCase[] = [];
  for (const channel of ['tool_result', 'doc', 'email', 'instructions'] as const) {
    const own = carriers.filter((carrier) => carrier.channel === channel);
    for (let n = 0; n < CASES_PER_CHANNEL; n += 1) {
      const family = dice.pick(families);
      const carrier = dice.pick(own);
      const attack = dice.pick(attacks[family] ?? []);
      cases.push({ ...carrier, family, ...splice(carrier.text, attack, dice) });
    }
  }
  return { carriers, cases };
}

/** Held-out attacks by family, each once. */
function heldOut(corpus: readonly CorpusRow[]): Readonly<Record<string, readonly string[]>> {
  const families: Record<string, Set<string>> = {};
  const trained = new Set(
    corpus.flatMap(({ split, attack }) => (split === 'train' && attack !== null ? [attack] : [])),
  );
  for (const { split, attack, family } of corpus) {
    if (split !== 'val' || attack === null || trained.has(attack)) continue;
    const name = family ?? 'other';
    families[name] = (families[name] ?? new Set()).add(attack);
  }
  return Object.fromEntries(Object.entries(families).map(([name, set]) => [name, [...set]]));
}

function carriersOf(
  dataDir: string,
  corpus: readonly CorpusRow[],
  dice: Dice,
): readonly SpliceCarrier[] {
  const known = new Set(corpus.map(({ text }) => text.slice(0, KNOWN_CHARS)));
  const labelled = readLines<Labelled>(dataDir, 'injection.jsonl').filter(
    ({ label }) => label === 0,
  );
  const of = (names: readonly string[]) => labelled.filter(({ source }) => names.includes(source));
  const found: SpliceCarrier[] = [
    ...of(['acr_search', 'sweagent_obs', 'tau_tool', 'github_webhook', 'tool_outputs']).map(
      ({ source, text }) => ({ channel: 'tool_result' as const, source, text }),
    ),
    ...toolResults(dataDir).map((text) => ({
      channel: 'tool_result' as const,
      source: 'livemcp',
      text,
    })),
    ...folder(dataDir, 'json').map((text) => ({
      channel: 'tool_result' as const,
      source: 'json',
      text,
    })),
    ...folder(dataDir, 'logs').map((text) => ({
      channel: 'tool_result' as const,
      source: 'logs',
      text: text.split('\n', LOG_LINES).join('\n'),
    })),
    ...of(['bipia_code', 'bipia_table']).map(({ source, text }) => ({
      channel: 'doc' as const,
      source,
      text,
    })),
    ...readLines<{ title: string; content: string }>(
      dataDir,
      'retrieval/tau2_banking_corpus.jsonl',
    ).map(({ title, content }) => ({
      channel: 'doc' as const,
      source: 'tau2',
      text: `# ${title}\n${content}`,
    })),
    ...readLines<{ text: string }>(dataDir, 'retrieval/cranfield_corpus.jsonl').map(({ text }) => ({
      channel: 'doc' as const,
      source: 'cranfield',
      text,
    })),
    ...of(['spamassassin_ham']).map(({ source, text }) => ({
      channel: 'email' as const,
      source,
      text,
    })),
    ...of(['agents_md', 'cursorrules']).map(({ source, text }) => ({
      channel: 'instructions' as const,
      source,
      text,
    })),
  ];
  const unseen = found
    .map((carrier) => ({ ...carrier, text: carrier.text.slice(0, MAX_CARRIER_CHARS) }))
    .filter(
      ({ text }) => text.trim().length > KNOWN_CHARS && !known.has(text.slice(0, KNOWN_CHARS)),
    );
  const bySource = Map.groupBy(unseen, ({ source }) => source);
  return [...bySource.values()].flatMap((list) => dice.shuffled(list).slice(0, MAX_PER_SOURCE));
}

function toolResults(dataDir: string): readonly string[] {
  interface Message {
    readonly role: string;
    readonly content: unknown;
  }
  return readLines<{ messages: readonly Message[] }>(dataDir, 'transcripts/livemcp.jsonl').flatMap(
    ({ messages }) =>
      messages.flatMap(({ role, content }) =>
        role === 'tool' && typeof content === 'string' ? [content] : [],
      ),
  );
}

function folder(dataDir: string, name: string): readonly string[] {
  const path = join(dataDir, name);
  return readdirSync(path).map((file) => readFileSync(join(path, file), 'utf8'));
}
