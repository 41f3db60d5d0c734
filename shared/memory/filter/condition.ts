/** A filter on memories, read: what `parseFilter` makes of the wire form and a store compiles. */
import type { FilterFieldName, FilterScalar } from '../../contracts/memory-filter-fields.ts';

/** What is asked of one field. Operands are as the store has them: times in epoch ms, names as ranks. */
export type Test =
  | { readonly op: 'unset' }
  | { readonly op: 'in'; readonly operands: readonly FilterScalar[] }
  | {
      readonly op: 'gt' | 'gte' | 'lt' | 'lte' | 'contains';
      readonly operand: FilterScalar;
    };

/** Fields that are no JSON. */
export type ColumnName = Exclude<FilterFieldName, 'value'>;

/** True or false of every memory, and never neither: an unset field meets `unset` and no other test. */
export type Condition =
  | { readonly type: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly type: 'not'; readonly of: Condition }
  | {
      readonly type: 'column';
      readonly field: ColumnName;
      readonly test: Test;
    }
  /** JSON of any type: the value, or a member of the metadata. An unset one is absent, or null. */
  | { readonly type: 'value'; readonly test: Test }
  | { readonly type: 'metadata'; readonly path: readonly string[]; readonly test: Test };
