import { blockOf, blocksOf } from './features/blocks.ts';
import { CONTEXT_NAMES, contextFeatures } from './features/context.ts';
import { EXTRA_NAMES, extraFeatures } from './features/extra.ts';
import { OWN_NAMES, ownFeatures } from './features/own.ts';
import type { SplitText } from './types.ts';

/** Names of the features, in the order of the values that `unitFeatures` gives. */
export const FEATURE_NAMES: readonly string[] = [...OWN_NAMES, ...CONTEXT_NAMES, ...EXTRA_NAMES];

/**
 * What tells a request that does not belong from the text around it: one row of `FEATURE_NAMES` values
 * per unit, about 0–1 each. Units of a long text are compared with those of their block. Linear time;
 * no units give no rows.
 */
export function unitFeatures(split: SplitText): readonly Float32Array[] {
  return blocksOf(split.units).flatMap((units) => {
    const own = units.map(ownFeatures);
    const block = blockOf(split.genre, units, own);
    const context = contextFeatures(block);
    const extra = extraFeatures(block);
    return own.map(({ values }, i) =>
      Float32Array.from([...values, ...(context[i] ?? []), ...(extra[i] ?? [])]),
    );
  });
}
