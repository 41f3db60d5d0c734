import { describe, expect, it } from 'vitest';
import { parseFetch } from '../../../shared/offload/parse-fetch.ts';
import { FETCH_TOOL_NAME, fetchTool, TOOL_FORMATS } from '../../../shared/offload/tool.ts';

describe('fetchTool()', () => {
  it('has the name and the schema where each format expects them, with the same bytes each time', () => {
    const schema = fetchTool('mcp').inputSchema;
    expect(fetchTool('openai')).toMatchObject({
      type: 'function',
      function: { name: FETCH_TOOL_NAME, parameters: schema },
    });
    expect(fetchTool('anthropic')).toMatchObject({ name: FETCH_TOOL_NAME, input_schema: schema });
    expect(fetchTool('mcp')).toMatchObject({ name: FETCH_TOOL_NAME });
    for (const format of TOOL_FORMATS) {
      expect(JSON.stringify(fetchTool(format))).toBe(JSON.stringify(fetchTool(format)));
    }
  });

  it('describes only fields that the fetch operation accepts, and all that a mode needs', () => {
    const schema = fetchTool('mcp').inputSchema as {
      properties: Record<string, { enum?: string[] }>;
    };
    const fields: Record<string, string[]> = {
      head: ['lines'],
      tail: ['lines'],
      lines: ['from', 'to'],
      bytes: ['from', 'to'],
      grep: ['pattern', 'ignore_case', 'context', 'max_matches'],
      next: ['next'],
    };
    expect(schema.properties.mode?.enum).toEqual(Object.keys(fields));
    const samples: Record<string, unknown> = {
      lines: 1,
      from: 1,
      to: 2,
      pattern: 'x',
      ignore_case: true,
      context: 1,
      max_matches: 1,
      next: 'lines:0:0:0:1',
      max_tokens: 5,
    };
    for (const [mode, names] of Object.entries(fields)) {
      const used = Object.fromEntries(
        [...names, 'max_tokens'].map((name) => [name, samples[name]]),
      );
      expect(parseFetch({ mode, ...used }), mode).toMatchObject({ ok: true });
    }
    const accepted = new Set(['handle', 'mode', 'max_tokens', ...Object.values(fields).flat()]);
    const described = new Set(Object.keys(schema.properties));
    expect([...described].filter((name) => !accepted.has(name))).toEqual([]);
    // Left to its default, since every window that shows a handle pays for the schema.
    expect([...accepted].filter((name) => !described.has(name))).toEqual(['max_matches']);
  });
});
