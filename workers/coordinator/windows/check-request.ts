import type { WindowRequest } from '../../../shared/contracts/windows.ts';
import type { Failure, FieldProblem } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Json, JsonObject } from '../../../shared/types.ts';

const NOT_A_TOOL =
  'Not a tool definition: give {"type": "function", "function": {"name", …}} or {"name", "input_schema"}';
const NO_SCOPE = 'Missing scope: give at least one of user_id, agent_id and run_id, or false';

/** Checks what a schema of single fields cannot say; every problem is named. */
export function checkRequest(request: WindowRequest): Result<null, Failure> {
  const errors: FieldProblem[] = request.tools.flatMap((tool, index) =>
    isTool(tool) ? [] : [{ pointer: `/tools/${index}`, detail: NOT_A_TOOL }],
  );
  const { recall } = request;
  // Without a scope this would mean everybody's memories.
  if (recall && (recall.user_id ?? recall.agent_id ?? recall.run_id) === undefined) {
    errors.push({ pointer: '/recall', detail: NO_SCOPE });
  }
  const [first] = errors;
  if (first === undefined) return ok(null);
  const detail = `Cannot accept ${first.pointer}: ${first.detail}`;
  return fail({ code: 'invalid_request', detail, errors });
}

/** Both dialects name a tool: at the top, or within `function` (or `custom`) next to its type. */
function isTool(tool: JsonObject): boolean {
  return [tool, tool.function, tool.custom].some((part) => isNamed(part));
}

function isNamed(part: Json | undefined): boolean {
  return (
    typeof part === 'object' &&
    part !== null &&
    'name' in part &&
    typeof part.name === 'string' &&
    part.name.trim() !== ''
  );
}
