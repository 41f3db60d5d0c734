import type { MessageProblem } from './types.ts';

/** The closed list of what a provider would refuse. */
export const PROBLEM_CODES = [
  'no_messages',
  'message_invalid',
  'nesting_too_deep',
  'text_ill_formed',
  'role_unknown',
  'first_not_user',
  'roles_not_alternating',
  'system_not_first',
  'system_repeated',
  'content_invalid',
  'content_empty',
  'block_invalid',
  'block_not_allowed',
  'list_empty',
  'call_invalid',
  'call_id_invalid',
  'call_id_repeated',
  'tool_name_invalid',
  'arguments_invalid',
  'call_without_result',
  'result_without_call',
  'result_repeated',
  'result_not_first',
  'thinking_unsigned',
  'thinking_last',
  'trailing_whitespace',
  'tool_invalid',
  'tool_repeated',
] as const;
type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Takes down one problem; the detail says the action, then the state. */
export type Report = (code: ProblemCode, pointer: string, detail: string) => void;

/** A list of problems and the function that adds to it. */
export function problemList(): {
  readonly problems: readonly MessageProblem[];
  readonly report: Report;
} {
  const problems: MessageProblem[] = [];
  return {
    problems,
    report: (code, pointer, detail) => {
      problems.push({ code, pointer, detail });
    },
  };
}
