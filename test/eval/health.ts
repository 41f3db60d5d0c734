/**
 * Measures the health check on public data, through the check that every window passes:
 *
 *     node test/eval/health.ts --data DIR
 *
 * Acted: dropped or cut. Marked: kept and shown as suspicious. The user's own words are never screened
 * as data, so there the phrase list alone is measured. Prints a table on stderr and JSON on stdout;
 * exits 1 when a figure is below its floor or above its ceiling.
 */
import { parseArgs } from 'node:util';
import { missedFloors } from './health-floors.ts';
import { harmlessSamples, harmlessTools, labelledSamples, type Sample } from './health-samples.ts';
import { latency, type Measured, precisionByChannel, table, tally } from './health-tally.ts';
import { type Carrier, checkPhrases, checkText, checkTool, type Outcome } from './health-window.ts';

/** Texts between two lines of progress. */
const PROGRESS_TEXTS = 1000;
/** How texts of each channel come in. Agents also read their instruction files with a tool. */
const CARRIERS: Readonly<Record<string, Carrier>> = {
  tool_result: { kind: 'tool_result', source: 'tool' },
  doc: { kind: 'passage', source: 'documents' },
  email: { kind: 'passage', source: 'mail' },
  instructions: { kind: 'passage', source: 'AGENTS.md' },
  'instructions by tool': { kind: 'tool_result', source: 'read_file AGENTS.md' },
};

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });

const samples = [...labelledSamples(values.data), ...harmlessSamples(values.data)];
const measured: Measured[] = [];
const times: { readonly channel: string; readonly ms: number }[] = [];
for (const [index, sample] of samples.entries()) {
  for (const [nth, channel] of channelsOf(sample).entries()) {
    const started = performance.now();
    const outcome = await outcomeOf(sample.text, channel);
    // Only the first check of a text is cold.
    if (nth === 0) times.push({ channel, ms: performance.now() - started });
    measured.push({ ...sample, channel, outcome });
  }
  if ((index + 1) % PROGRESS_TEXTS === 0) {
    process.stderr.write(`${index + 1} of ${samples.length} texts\n`);
  }
}
for (const tool of harmlessTools(values.data)) {
  const outcome = await checkTool(tool);
  const what = { source: 'tools', channel: 'tool_definition', kind: 'harmless', isAttack: false };
  measured.push({ ...what, outcome });
}

const rows = tally(measured);
const precision = precisionByChannel(measured);
const spent = [...Map.groupBy(times, ({ channel }) => channel)].map(([channel, list]) => ({
  channel,
  ...latency(list.map(({ ms }) => ms)),
}));
process.stderr.write(`\n${table(rows)}\n${table(precision)}\n${table(spent)}`);
process.stdout.write(
  `${JSON.stringify({ injection: rows, precision, latency: spent }, null, 2)}\n`,
);
const missed = missedFloors(rows);
for (const line of missed) process.stderr.write(`Missed: ${line}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;

function channelsOf({ channel }: Sample): readonly string[] {
  return channel === 'instructions' ? [channel, 'instructions by tool'] : [channel];
}

async function outcomeOf(text: string, channel: string): Promise<Outcome> {
  const carrier = CARRIERS[channel];
  return carrier === undefined ? checkPhrases(text) : await checkText(text, carrier);
}
