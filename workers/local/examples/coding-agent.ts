import type { Example } from './example.ts';

const LINES = 2000;
const ERROR_LINE = 1412;

/** A build log whose one error matters: 2,000 lines, deterministic. */
function buildLog(): string {
  const packages = ['core', 'router', 'views', 'store', 'worker', 'assets'];
  const lines = Array.from({ length: LINES }, (_, index) => {
    const time = new Date(Date.UTC(2026, 10, 3, 8, 0, 0) + index * 730).toISOString();
    const name = packages[index % packages.length];
    if (index + 1 === ERROR_LINE) {
      return `${time} ERROR [store] src/store/cart.ts(88,17): error TS2345: Argument of type 'string' is not assignable to parameter of type 'CartId'.`;
    }
    return index % 9 === 0
      ? `${time} INFO  [${name}] cache miss for module ${index * 37}, compiling`
      : `${time} INFO  [${name}] compiled module ${index * 37} in ${(index * 13) % 90} ms`;
  });
  lines[LINES - 1] = '2026-11-03T08:24:19.270Z ERROR [build] failed with 1 error after 1459 s';
  return lines.join('\n');
}

/** A coding agent whose last tool call returned a build log far over its budget. */
export const codingAgent: Example = {
  title: 'Coding agent: a failed build',
  watch:
    'the log leaves the window as one line with a handle, the fetch tool joins the tools, and grep on the handle finds the error',
  grep: 'error',
  request: {
    budget_tokens: 3000,
    messages: [
      {
        role: 'system',
        content:
          'You are a coding agent in a TypeScript repository. Use the tools. Change as little as possible.',
      },
      { role: 'user', content: 'The build fails since this morning. Find the error and fix it.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_build',
            type: 'function',
            function: { name: 'run', arguments: '{"command":"npm run build"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_build', content: buildLog() },
      {
        role: 'assistant',
        content: 'The build ended with one error. I will look for it in the log.',
      },
      { role: 'user', content: 'Which file and line is it, and what does the compiler say?' },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: 'run',
          description: 'Runs a shell command in the repository and returns its output.',
          parameters: {
            type: 'object',
            properties: { command: { type: 'string' } },
            required: ['command'],
          },
        },
      },
    ],
  },
};
