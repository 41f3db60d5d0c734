import { type ScreenHit, screen } from '../screen/screen.ts';
import type { Json, JsonObject } from '../types.ts';

/** An instruction found in a tool definition. */
interface ToolTextHit {
  /** Where the text stands, as keys joined by dots: "inputSchema.properties.note.description". */
  readonly path: string;
  readonly text: string;
  readonly hit: ScreenHit;
}

/** Definitions nest a few levels; deeper ones are not read further. */
const MAX_DEPTH = 64;

/**
 * Screens every text in a tool definition, at any depth: descriptions, titles, defaults, enums,
 * examples and the names of properties. An object without texts gives no hits. Linear in its size.
 */
export function inspectToolText(tool: JsonObject): readonly ToolTextHit[] {
  const hits: ToolTextHit[] = [];
  visit(tool, [], hits);
  return hits;
}

function visit(value: Json, path: readonly string[], hits: ToolTextHit[]): void {
  if (path.length > MAX_DEPTH) return;
  if (typeof value === 'string') collect(value, path, hits);
  else if (Array.isArray(value)) {
    value.forEach((entry: Json, index) => {
      visit(entry, [...path, String(index)], hits);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      collect(key, [...path, key], hits);
      visit(entry, [...path, key], hits);
    }
  }
}

function collect(text: string, path: readonly string[], hits: ToolTextHit[]): void {
  for (const hit of screen(text)) hits.push({ path: path.join('.'), text, hit });
}
