import type { Failure } from '../errors.ts';
import { isBlank } from '../messages/guard.ts';
import type { Repair } from '../messages/types.ts';
import { wellFormedMessage } from '../messages/well-formed.ts';
import type { Result } from '../result.ts';
import { ok } from '../result.ts';
import type { JsonObject } from '../types.ts';

/**
 * Repairs lone surrogates in objects that are sent on as they came (tools, system blocks), and reports
 * each. `[]` for none. Fails with a pointer (`/tools/3`) when one is nested too deeply to be read.
 */
export function cleanObjects(
  objects: readonly JsonObject[],
  pointer: string,
): Result<
  { readonly objects: readonly JsonObject[]; readonly repairs: readonly Repair[] },
  Failure
> {
  const cleaned: JsonObject[] = [];
  const repairs: Repair[] = [];
  for (const [index, object] of objects.entries()) {
    const clean = wellFormedMessage(object, `${pointer}/${index}`);
    if (!clean.ok) return clean;
    cleaned.push(clean.value.message);
    repairs.push(...clean.value.repairs);
  }
  return ok({ objects: cleaned, repairs });
}

/** System blocks without blank text, which a provider refuses (with a cache mark on it, too). */
export function filledBlocks(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.filter((block) => typeof block.text !== 'string' || !isBlank(block.text));
}
