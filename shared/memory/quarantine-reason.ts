import type { NewMemory } from '../contracts/memory.ts';
import { isActing, type ScreenHit, screen } from '../screen/screen.ts';
import { screenSequence } from '../screen/sequence.ts';
import { promptMaterial } from './prompt-material.ts';

/** The fields of a memory that can reach a model. */
type Written = Pick<NewMemory, 'text' | 'entity' | 'key' | 'value' | 'metadata'>;

/**
 * Why a memory must not be stored: what it says to a model instead of about the world, by the phrase
 * list that also checks windows. Reads every field that a model may come to see, and the text together
 * with what stands beside it. Null for a memory that only states something, also when it quotes an attack.
 */
export function quarantineReason(memory: Written): string | null {
  const material = promptMaterial(memory.text);
  if (material !== null) return material;
  const fields = fieldsOf(memory);
  for (const [name, text] of fields) {
    const acting = screen(text).filter(isActing);
    if (acting.length > 0) return `Gives instructions in ${name} (${familiesOf(acting)})`;
  }
  const across = screenSequence(fields.map(([id, text]) => ({ id, text }))).filter(isActing);
  return across.length === 0
    ? null
    : `Gives instructions across its fields (${familiesOf(across)})`;
}

function fieldsOf({ text, entity, key, value, metadata }: Written): [string, string][] {
  // JSON, so that the names in the metadata are read as well; its escapes are read as what they mean.
  const rest = metadata === undefined ? '' : JSON.stringify(metadata);
  const named: [string, string][] = [
    ['entity', entity ?? ''],
    ['key', key ?? ''],
    ['text', text],
    ['value', typeof value === 'string' ? value : ''],
    ['metadata', rest],
  ];
  return named.filter(([, field]) => field !== '');
}

function familiesOf(hits: readonly Pick<ScreenHit, 'family'>[]): string {
  return [...new Set(hits.map(({ family }) => family))].join(', ');
}
