import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens as referenceCount } from 'gpt-tokenizer/encoding/o200k_base';
import { loadCounter } from '../../shared/tokens/counter.ts';
import { countRequest } from '../../shared/tokens/messages.ts';
import type { Encoding, JsonObject } from '../../shared/types.ts';

/**
 * Token counts against the usage figures that providers reported (OpenHands request logs), and the
 * speed of counting against gpt-tokenizer. Prints JSON; exits 1 when an estimate is below the floor.
 *
 *   node test/eval/tokens.ts --data DIR
 */

/** An estimate below this share of the true count would let a window overflow. */
const MIN_RATIO = 0.95;
const SAMPLE_CHARS = 16_384;
const SPEED_RUNS = 200;

interface RequestLog {
  readonly messages: readonly JsonObject[];
  readonly tools?: readonly JsonObject[] | null;
  readonly response: { readonly usage: { readonly prompt_tokens: number } };
}

/** DeepSeek's own tokenizer is not at hand; a caller would count for it in the default encoding. */
function encodingOf(file: string): Encoding {
  return file.startsWith('claude') ? 'claude' : 'o200k_base';
}

async function compare(folder: string, file: string) {
  const log: RequestLog = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const encoding = encodingOf(file);
  const { total, sections, estimated } = countRequest(
    { dialect: 'openai', messages: log.messages, tools: log.tools ?? [] },
    await loadCounter(encoding),
  );
  const actual = log.response.usage.prompt_tokens;
  const ratio = Number((total / actual).toFixed(4));
  const { instructions, tools, history, overhead } = sections;
  return {
    file,
    encoding,
    actual,
    estimate: total,
    ratio,
    estimated,
    sections: { instructions, tools, history, overhead },
  };
}

/** Median milliseconds per sample; each run counts a text that was not counted before. */
function medianMs(text: string, count: (text: string) => number): number {
  const times: number[] = [];
  for (let run = 0; run < SPEED_RUNS; run++) {
    const start = performance.now();
    count(text.slice(run, run + SAMPLE_CHARS));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return Number((times[SPEED_RUNS / 2] ?? 0).toFixed(3));
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('Run tokens eval: --data DIR is missing');
const folder = join(values.data, 'transcripts', 'openhands');
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort();
const requests = [];
for (const file of files) requests.push(await compare(folder, file));
const ratios = requests.map((request) => request.ratio);
const lowest = Math.min(...ratios);
const counter = await loadCounter('o200k_base');
const prose = readFileSync(join(values.data, 'transcripts', 'tau_airline.jsonl'), 'utf8');
console.log(
  JSON.stringify(
    {
      floor: MIN_RATIO,
      lowest,
      highest: Math.max(...ratios),
      passed: lowest >= MIN_RATIO,
      requests,
      speed: {
        unit: 'ms per 16 KB, o200k_base, median',
        casement: medianMs(prose, (text) => counter.count(text)),
        gpt_tokenizer: medianMs(prose, (text) => referenceCount(text)),
      },
    },
    null,
    2,
  ),
);
if (lowest < MIN_RATIO) process.exitCode = 1;
