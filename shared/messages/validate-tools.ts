import type { Dialect, JsonObject } from '../types.ts';
import { isObject } from './guard.ts';
import { TOOL_NAME } from './limits.ts';
import type { Report } from './problems.ts';

/** Checks tool definitions: an empty list, names, repeated names, and the schema of the parameters. */
export function validateTools(
  tools: readonly JsonObject[],
  dialect: Dialect,
  report: Report,
): void {
  if (tools.length === 0) {
    report('list_empty', '/tools', 'Cannot send tools: the list is empty; leave it out instead');
  }
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const pointer = `/tools/${index}`;
    if (!isObject(tool)) {
      report('tool_invalid', pointer, 'Cannot read tool: it is not an object');
      continue;
    }
    // Built-in tools (a type of their own, no schema) are the provider's to check.
    if (dialect === 'openai' && tool.type !== 'function') {
      if (typeof tool.type !== 'string') {
        report('tool_invalid', `${pointer}/type`, 'Cannot read tool: it has no type');
      }
      continue;
    }
    const body = dialect === 'openai' ? tool.function : tool;
    const at = dialect === 'openai' ? `${pointer}/function` : pointer;
    if (!isObject(body)) {
      report('tool_invalid', at, 'Cannot read tool: it has no function');
      continue;
    }
    const { name } = body;
    if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
      report(
        'tool_name_invalid',
        `${at}/name`,
        'Cannot use tool name: it must be 1–64 letters, digits, "_" or "-"',
      );
    } else if (names.has(name)) {
      report('tool_repeated', `${at}/name`, `Cannot define tool "${name}" twice`);
    } else {
      names.add(name);
    }
    // A built-in tool has a dated type and brings its schema with it.
    const builtIn =
      dialect === 'anthropic' && typeof tool.type === 'string' && tool.type !== 'custom';
    const member = dialect === 'openai' ? 'parameters' : 'input_schema';
    const schema = body[member];
    // OpenAI reads missing parameters as none.
    const missing = schema === undefined && (dialect === 'openai' || builtIn);
    if (!missing && !isObject(schema)) {
      report('tool_invalid', `${at}/${member}`, 'Cannot use tool: its parameters are no schema');
    }
  }
}
