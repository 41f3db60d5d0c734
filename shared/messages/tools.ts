import type { Dialect, Json, JsonObject } from '../types.ts';
import { isObject } from './guard.ts';

/** Schema of a tool without parameters. */
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} };

/**
 * Tool definitions in the shape of a dialect. One that is in that shape already, or that only its
 * provider knows (a server tool), is the same object. What the other shape cannot say (`strict`) is
 * left out.
 */
export function toolsIn(tools: readonly JsonObject[], dialect: Dialect): readonly JsonObject[] {
  return tools.map((tool) => (dialect === 'anthropic' ? toAnthropic(tool) : toOpenAi(tool)));
}

function toAnthropic(tool: JsonObject): JsonObject {
  if (!isObject(tool.function)) return tool;
  const { name = '', description, parameters = NO_PARAMETERS } = tool.function;
  const { cache_control: mark, defer_loading: deferred } = tool;
  return given({
    name,
    description,
    input_schema: parameters,
    cache_control: mark,
    defer_loading: deferred,
  });
}

function toOpenAi(tool: JsonObject): JsonObject {
  if (!isObject(tool.input_schema)) return tool;
  const { name = '', description, input_schema: parameters, defer_loading: deferred } = tool;
  const definition = given({ name, description, parameters });
  return given({ type: 'function', function: definition, defer_loading: deferred });
}

/** The members that have a value. */
function given(members: { readonly [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}
