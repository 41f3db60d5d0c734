/** A memory Worker of which only the given methods answer; each call is written down. */
import type { MemoryRpc } from '../../shared/contracts/memory-rpc.ts';

/** One call: the method's name and what it was given. */
export type Call = readonly [method: string, ...args: readonly unknown[]];

/** Throws for a method that was not given: a test says everything that it relies on. */
export function fakeMemory(methods: Partial<MemoryRpc>): {
  readonly MEMORY: MemoryRpc;
  readonly calls: readonly Call[];
} {
  const calls: Call[] = [];
  const MEMORY = new Proxy(methods, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') {
        return () => {
          throw new Error(`Cannot call ${String(name)}: the fake does not have it`);
        };
      }
      return (...args: readonly unknown[]) => {
        calls.push([String(name), ...args]);
        return Reflect.apply(method, target, args);
      };
    },
  });
  return { MEMORY: MEMORY as MemoryRpc, calls };
}
