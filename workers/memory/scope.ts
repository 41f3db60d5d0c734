import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Scope } from '../../shared/contracts/memory.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/offload/handle.ts';
import { memories } from './schema/memories.ts';

const SCOPE_IDS = ['user_id', 'agent_id', 'run_id'] as const;
/** Hexadecimal digits of a scope token: 120 bits, so that two ids never share one. */
const TOKEN_HEX_DIGITS = 30;

/** What is wrong with a scope; null for a usable one. `path` is the pointer of the object that holds it. */
export function scopeProblem(scope: Scope, path: string): Failure | null {
  for (const field of SCOPE_IDS) {
    const id = scope[field];
    if (id !== undefined && id.trim() === '') {
      return fieldFailure(`${path}/${field}`, `Cannot use ${field}: it is blank`);
    }
  }
  if (SCOPE_IDS.some((field) => scope[field] !== undefined)) return null;
  const detail = 'Missing scope: give at least one of user_id, agent_id and run_id';
  return fieldFailure(`${path}/user_id`, detail);
}

/**
 * One token per id of a scope, for the indexes. A hash, because the ids are free text and the indexes
 * cut it, split it or read operators in it; it includes the tenant, so that equal ids of two tenants
 * differ. The letters around it keep the word stemmer from touching it.
 */
export async function scopeTokens(
  tenant: string,
  scope: Scope,
): Promise<Readonly<Partial<Record<(typeof SCOPE_IDS)[number], string>>>> {
  const tokens: Partial<Record<(typeof SCOPE_IDS)[number], string>> = {};
  for (const field of SCOPE_IDS) {
    const id = scope[field];
    if (id === undefined) continue;
    const hash = await sha256Hex(JSON.stringify([tenant, field, id]));
    tokens[field] = `${field.charAt(0)}${hash.slice(0, TOKEN_HEX_DIGITS)}x`;
  }
  return tokens;
}

/** The scope tokens of a row, without order. */
export async function tokensOfRow(row: {
  readonly tenant: string;
  readonly userId?: string | null | undefined;
  readonly agentId?: string | null | undefined;
  readonly runId?: string | null | undefined;
}): Promise<readonly string[]> {
  const tokens = await scopeTokens(row.tenant, {
    user_id: row.userId ?? undefined,
    agent_id: row.agentId ?? undefined,
    run_id: row.runId ?? undefined,
  });
  return Object.values(tokens);
}

/** Which memories a recall may show. */
export interface Visibility {
  readonly scope: Scope;
  /** Null: what holds now. */
  readonly asOfMs: number | null;
  readonly includeSuperseded: boolean;
  readonly nowMs: number;
}

/** Rows of a tenant and scope. Every recall path goes through this. */
export function inScope(tenant: string, scope: Scope): SQL | undefined {
  return and(
    eq(memories.tenant, tenant),
    scope.user_id === undefined ? undefined : eq(memories.userId, scope.user_id),
    scope.agent_id === undefined ? undefined : eq(memories.agentId, scope.agent_id),
    scope.run_id === undefined ? undefined : eq(memories.runId, scope.run_id),
  );
}

/** Rows of a tenant and scope that a recall may show: not expired, and holding at the time asked about. */
export function visible(tenant: string, { scope, asOfMs, ...rest }: Visibility): SQL | undefined {
  const atMs = asOfMs ?? rest.nowMs;
  return and(
    inScope(tenant, scope),
    or(isNull(memories.expiresAtMs), gt(memories.expiresAtMs, rest.nowMs)),
    // For now, a memory without `valid_from` holds; for then, it holds from when it happened.
    asOfMs === null
      ? or(isNull(memories.validFromMs), lte(memories.validFromMs, atMs))
      : lte(memories.holdsFromMs, atMs),
    rest.includeSuperseded
      ? undefined
      : and(
          or(isNull(memories.validToMs), gt(memories.validToMs, atMs)),
          or(isNull(memories.supersededAtMs), gt(memories.supersededAtMs, atMs)),
        ),
  );
}
