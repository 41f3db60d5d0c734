/**
 * `npm run demo [-- FILE.json]`: assembles the shipped examples, or a request from a file, through the
 * running system and shows the card, the window as the model would read it, and every fate.
 */
import { readFileSync } from 'node:fs';
import type { WindowAnswer } from '../../shared/contracts/windows.ts';
import type { JsonObject } from '../../shared/types.ts';
import { codingAgent } from './examples/coding-agent.ts';
import type { Example } from './examples/example.ts';
import { researchAgent } from './examples/research-agent.ts';
import { supportAgent } from './examples/support-agent.ts';
import { type LocalServer, startLocal } from './start-local.ts';

/** Longest stretch of one message that is shown; the rest is counted. */
const SHOWN_CHARS = 1600;
/** What fills the turns of an earlier conversation. */
const CHATTER = 'It is about the blue kettle, its delivery and how a return would work. '.repeat(4);
/** Width of the reason column, in characters. */
const REASON_CHARS = 70;

const [file] = process.argv.slice(2);
const examples: readonly Example[] =
  file === undefined
    ? [supportAgent, codingAgent, researchAgent]
    : [{ title: file, watch: '', request: readRequest(file) }];

process.stderr.write('Starting Casement…\n');
const server = await startLocal();
try {
  for (const example of examples) await show(server, example);
} finally {
  await server.stop();
}

function readRequest(path: string): JsonObject {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Cannot read request: ${why}\n`);
    process.exit(1);
  }
}

async function show(local: LocalServer, example: Example): Promise<void> {
  if (example.earlier !== undefined) await live(local, example.earlier);
  const response = await post(local, '/v1/windows', example.request);
  const answer = (await response.json()) as WindowAnswer;
  print(`\n${'═'.repeat(100)}\n${example.title}`);
  if (!response.ok) {
    print(JSON.stringify(answer, null, 2));
    process.exitCode = 1;
    return;
  }
  if (example.watch !== '') print(`Watch: ${example.watch}.`);
  print(`\n  ${answer.card}\n`);
  print(window(answer));
  print(table(answer));
  print(health(answer));
  for (const { dependency, effect } of answer.degraded) print(`degraded  ${dependency}: ${effect}`);
  if (example.grep !== undefined) await fetchBack(local, answer, example.grep);
}

/** Gives a session its past: windows that grow, and how good the answers to them were. */
async function live(
  local: LocalServer,
  { sessionId, qualities }: NonNullable<Example['earlier']>,
): Promise<void> {
  const messages: JsonObject[] = [];
  for (const [index, quality] of qualities.entries()) {
    messages.push({ role: 'user', content: `Question ${index + 1} about the order. ${CHATTER}` });
    const window = await post(local, '/v1/windows', {
      session_id: sessionId,
      budget_tokens: 8000,
      messages,
    });
    const { window_id: id } = (await window.json()) as WindowAnswer;
    const reported = await post(local, `/v1/windows/${id}/outcome`, { quality });
    if (!reported.ok) throw new Error(`Cannot report an outcome: ${await reported.text()}`);
    messages.push({ role: 'assistant', content: `Answer ${index + 1}. ${CHATTER}` });
  }
}

function window(answer: WindowAnswer): string {
  const system = answer.system === undefined ? [] : [{ role: 'system', content: answer.system }];
  const messages = [...system, ...answer.messages].map((message) => {
    const { role, kind, ...rest } = message as JsonObject;
    return `┌ ${String(role ?? kind)}\n${indent(clip(readable(rest)))}`;
  });
  const tools = answer.tools.map((tool) => nameOf(tool)).join(', ');
  return `${messages.join('\n')}\n└ tools: ${tools === '' ? 'none' : tools}\n`;
}

function readable(message: JsonObject): string {
  const { content, text, tool_calls: calls } = message;
  const body = content ?? text;
  const said = typeof body === 'string' ? body : body == null ? '' : JSON.stringify(body);
  return calls === undefined ? said : `${said}${JSON.stringify(calls)}`;
}

function nameOf(tool: JsonObject): string {
  const inner = (tool.function ?? tool) as JsonObject;
  return String(inner.name);
}

function table(answer: WindowAnswer): string {
  const rows = answer.chunks.map((chunk) => [
    chunk.id,
    chunk.fate,
    chunk.score.toFixed(2),
    `${chunk.tokens_in} → ${chunk.tokens_out}`,
    chunk.trust,
    `${chunk.by}: ${chunk.reason}`.slice(0, REASON_CHARS),
    chunk.kept_at_budget === undefined ? '' : `whole at ${chunk.kept_at_budget}`,
  ]);
  const head = ['candidate', 'fate', 'score', 'tokens', 'trust', 'why', ''];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

function health(answer: WindowAnswer): string {
  const findings = answer.health.findings.map(
    (finding) =>
      `  ${finding.detector} → ${finding.action}: ${finding.reason}${where(finding.chunk_ids)}`,
  );
  const layers = answer.health.layers.map(
    ({ layer, detail }) => `  ${layer.padEnd(10)}  ${detail}`,
  );
  return [`\nhealth: ${answer.health.status}`, ...findings, ...layers].join('\n');
}

function where(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return ` (${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''})`;
}

/** Shows that what left the window comes back: searches the first text that left. */
async function fetchBack(local: LocalServer, answer: WindowAnswer, pattern: string): Promise<void> {
  const [offloaded] = answer.handles;
  if (offloaded === undefined) return;
  const operation = { mode: 'grep', pattern, max_tokens: 300 };
  const path = `/v1/offload/${offloaded.handle}/fetch`;
  const response = await post(local, path, operation);
  const page = (await response.json()) as JsonObject;
  print(`\nfetch_offloaded ${JSON.stringify({ handle: offloaded.handle, ...operation })}`);
  print(indent(clip(String(page.text))) || '  (no match)');
}

function post(local: LocalServer, path: string, body: JsonObject): Promise<Response> {
  return fetch(`${local.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function clip(text: string): string {
  if (text.length <= SHOWN_CHARS) return text;
  return `${text.slice(0, SHOWN_CHARS).toWellFormed()}\n… and ${text.length - SHOWN_CHARS} more characters`;
}

function indent(text: string): string {
  return text === '' ? '' : text.replace(/^/gm, '│ ');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
