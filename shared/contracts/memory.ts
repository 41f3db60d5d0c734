/** Typed interface of the memory Worker's RPC methods. */
import type { Failure } from '../errors.ts';
import type { Result } from '../result.ts';
import type { BindingHealth } from './offload.ts';

/** RPC methods of the memory Worker (class `Memory`). Expected failures are values. */
export interface MemoryRpc {
  /** State of the Worker's bindings: the database and the vector index. */
  health(): Promise<Result<readonly BindingHealth[], Failure>>;
}
