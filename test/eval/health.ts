/**
 * Measures the health check on public data, through the check that every window passes:
 *
 *     node test/eval/health.ts --data DIR
 *
 * Injection per source and channel (acted: dropped or cut; marked: kept and shown as suspicious),
 * attacks with unseen goals spliced into real texts, latency, and clashes per source and relation. The
 * user's own words are never screened as data, so there the phrase list alone is measured. Prints tables
 * on stderr and JSON on stdout; exits 1 when a figure is below its floor or above its ceiling.
 */
import { parseArgs } from 'node:util';
import { clashReport } from './clash.ts';
import { CARRIERS, type CheckedChannel } from './health-carriers.ts';
import { clashRows, guardRows, pairRows } from './health-clash.ts';
import { type CurveText, curveRows } from './health-curve.ts';
import { behind, lost } from './health-floors.ts';
import { harmlessSamples, harmlessTools, labelledSamples, type Sample } from './health-samples.ts';
import { ALL, spliceRows } from './health-splices.ts';
import { latency, type Measured, precisionByChannel, table, tally } from './health-tally.ts';
import { checkPhrases, checkText, checkTool } from './health-window.ts';
import { type SpliceCase, spliceCases } from './splices.ts';

/** Texts between two lines of progress. */
const PROGRESS_TEXTS = 1000;

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });

const samples = [...labelledSamples(values.data), ...harmlessSamples(values.data)];
const measured: Measured[] = [];
const times: { readonly channel: string; readonly ms: number }[] = [];
for (const [index, sample] of samples.entries()) {
  for (const [nth, channel] of channelsOf(sample).entries()) {
    const started = performance.now();
    const outcome =
      channel === 'user'
        ? checkPhrases(sample.text)
        : (await checkText(sample.text, CARRIERS[channel])).outcome;
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
process.stderr.write('Attacks in real texts\n');
const { cases } = await spliceCases(values.data);
const splices = await spliceRows(cases);
process.stderr.write('Clashes\n');
const clash = await clashReport(values.data);

const injection = tally(measured);
const precision = precisionByChannel(measured);
const curve = curveRows([...samples.flatMap(labelled), ...cases.map(spliced)]);
const spent = [...Map.groupBy(times, ({ channel }) => channel)].map(([channel, list]) => ({
  channel,
  ...latency(list.map(({ ms }) => ms)),
}));
for (const [title, part] of [
  ['Injection (% of texts)', table(injection)],
  ['Precision of acting (%)', table(precision)],
  ['Goals unseen in training, in real texts (%)', table(splices.filter(isTotal))],
  ['Texts with a request at or above a log-odds (%)', table(curve)],
  ['One text, cold', table(spent)],
  ['Clashes (shares 0–1)', table(clashRows(clash))],
  ['Pairs that are no contradiction, or may be', table(pairRows(clash))],
  ['Merge guard', table(guardRows(clash))],
]) {
  process.stderr.write(`\n${title}\n${part}`);
}
const totals = splices.filter(isTotal);
const behindTargets = behind(injection, totals);
const missed = [...lost(injection, totals), ...clash.below_floors.map((name) => `clash: ${name}`)];
const report = {
  injection,
  precision,
  splices,
  curve,
  latency: spent,
  clash,
  behind_targets: behindTargets,
  below_floors: missed,
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.stderr.write('\n');
for (const line of behindTargets) process.stderr.write(`Behind the target: ${line}\n`);
for (const line of missed) process.stderr.write(`Below its floor: ${line}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;

function channelsOf({ channel }: Sample): readonly (CheckedChannel | 'user')[] {
  return channel === 'instructions' ? [channel, 'instructions by tool'] : [channel];
}

function labelled({ channel, source, isAttack, text }: Sample): readonly CurveText[] {
  if (channel === 'user') return [];
  return [{ name: `${isAttack ? 'attack' : 'harmless'} ${channel} ${source}`, channel, text }];
}

function spliced({ channel, text, start, end }: SpliceCase): CurveText {
  return { name: `spliced ${channel}`, channel, text, attack: { start, end } };
}

function isTotal({ family }: { readonly family: string }): boolean {
  return family === ALL;
}
