import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../shared/types.ts';

/** Where a text comes in. `instructions`: files that tell an agent how to work. */
type SampleChannel = 'tool_result' | 'doc' | 'email' | 'instructions' | 'user';

/** A text that is measured: an attack, or something harmless that must stay as it is. */
export interface Sample {
  readonly source: string;
  readonly channel: SampleChannel;
  readonly kind: string;
  readonly isAttack: boolean;
  readonly text: string;
}

/** Texts taken of each harmless file that holds more. */
const MAX_PER_FILE = 300;
/** Lines of a log that a tool returns at once. */
const LOG_LINES = 60;
/** The same draw in every run. */
const SEED = 20_260_731;

/** The labelled texts of injection.jsonl. */
export function labelledSamples(data: string): readonly Sample[] {
  return readLines(join(data, 'injection.jsonl')).map((row) => ({
    source: String(row.source),
    channel: row.channel === 'system' ? 'instructions' : (row.channel as SampleChannel),
    kind: String(row.kind),
    isAttack: row.label === 1,
    text: String(row.text),
  }));
}

/** Harmless texts beyond those: tool results of real runs, documents, logs, JSON, agents' rules. */
export function harmlessSamples(data: string): readonly Sample[] {
  const transcripts = ['tau_airline', 'livemcp', 'swe_agent'].flatMap((name) =>
    drawn(`transcripts/${name}`, 'tool_result', toolResults(messagesIn(data, name))),
  );
  const requests = readdirSync(join(data, 'transcripts/openhands')).map(
    (name) => readJson(join(data, 'transcripts/openhands', name)) as JsonObject,
  );
  const logs = readdirSync(join(data, 'logs')).flatMap((name) =>
    drawn(`logs/${name}`, 'tool_result', pages(readFileSync(join(data, 'logs', name), 'utf8'))),
  );
  const files = readdirSync(join(data, 'json'));
  const whole = files.map((name) => readFileSync(join(data, 'json', name), 'utf8'));
  const entries = files
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => entriesOf(readJson(join(data, 'json', name))));
  const corpora = [
    ['cranfield_corpus', 'text'],
    ['tau2_banking_corpus', 'content'],
  ] as const;
  const ramdocs = readLines(join(data, 'conflict/ramdocs.jsonl'));
  return [
    ...transcripts,
    ...drawn('transcripts/openhands', 'tool_result', toolResults(requests.flatMap(messagesOf))),
    ...logs,
    ...drawn('json', 'tool_result', whole),
    ...drawn('json entries', 'tool_result', entries),
    ...corpora.flatMap(([name, field]) =>
      drawn(
        `retrieval/${name}`,
        'doc',
        readLines(join(data, 'retrieval', `${name}.jsonl`)).map((row) => String(row[field])),
      ),
    ),
    ...drawn(
      'retrieval/stackfaq',
      'doc',
      readLines(join(data, 'retrieval/stackfaq.jsonl')).flatMap((row) => row.answers as string[]),
    ),
    ...drawn(
      'ramdocs',
      'doc',
      ramdocs.flatMap((row) => (row.documents as JsonObject[]).map(({ text }) => String(text))),
    ),
    ...drawn(
      'prompts/cursorrules',
      'instructions',
      readLines(join(data, 'prompts/cursorrules.jsonl')).map((row) => String(row.text)),
    ),
  ];
}

/** Tool definitions of real servers. */
export function harmlessTools(data: string): readonly JsonObject[] {
  const github = readJson(join(data, 'tools/github_mcp_server_tools.json')) as JsonObject[];
  const airline = readJson(join(data, 'tools/tau_airline_tools.json')) as JsonObject[];
  return [...readLines(join(data, 'tools/livemcp_tools_flat.jsonl')), ...github, ...airline];
}

function drawn(source: string, channel: SampleChannel, texts: readonly string[]): Sample[] {
  const distinct = [...new Set(texts)].filter((text) => text.trim() !== '');
  return sampled(distinct, MAX_PER_FILE).map((text) => ({
    source,
    channel,
    kind: 'harmless',
    isAttack: false,
    text,
  }));
}

/** At most `count` entries, drawn without replacement, in their order. */
function sampled<T>(entries: readonly T[], count: number): readonly T[] {
  if (entries.length <= count) return entries;
  let state = SEED;
  const keyed = entries.map((entry, index) => {
    // Mulberry32: a small generator whose order is enough for a draw.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return { entry, index, key: (mixed ^ (mixed >>> 14)) >>> 0 };
  });
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ entry }) => entry);
}

function messagesIn(data: string, name: string): readonly JsonObject[] {
  return readLines(join(data, 'transcripts', `${name}.jsonl`)).flatMap(messagesOf);
}

function messagesOf(row: JsonObject): readonly JsonObject[] {
  return row.messages as JsonObject[];
}

function toolResults(messages: readonly JsonObject[]): readonly string[] {
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) =>
      Array.isArray(content)
        ? content.map((block) => String((block as JsonObject).text ?? '')).join('\n')
        : String(content ?? ''),
    );
}

function pages(log: string): readonly string[] {
  const lines = log.split('\n');
  const starts = lines.flatMap((_, index) => (index % LOG_LINES === 0 ? [index] : []));
  return starts.map((start) => lines.slice(start, start + LOG_LINES).join('\n'));
}

/** Entries of a list as one call returns them; none for other JSON. */
function entriesOf(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.map((entry) => JSON.stringify(entry, null, 2)) : [];
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function readLines(path: string): readonly JsonObject[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}
