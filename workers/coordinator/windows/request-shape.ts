import { z } from 'zod';
import { policySchema, type WindowRequest } from '../../../shared/contracts/windows.ts';
import { ENCODINGS, FORMATS, KINDS, ORDERS } from '../../../shared/types.ts';

/** What is shown of a stored request: its shape, not its texts. */
export const requestShapeSchema = z
  .object({
    /** Chunks by kind; kinds without chunks are left out. */
    chunks: z.partialRecord(z.enum(KINDS), z.int()),
    messages: z.int(),
    tools: z.int(),
    has_task: z.boolean(),
    has_system: z.boolean(),
    budget_tokens: z.int(),
    session_id: z.string().nullable(),
    kinds: z.array(z.enum(KINDS)).nullable(),
    format: z.enum(FORMATS).nullable(),
    order: z.enum(ORDERS),
    encoding: z.enum(ENCODINGS),
    policy: policySchema,
  })
  .meta({ id: 'RequestShape' });

/** The shape of a request: counts and settings. */
export function requestShape(request: WindowRequest): z.output<typeof requestShapeSchema> {
  const chunks: Partial<Record<(typeof KINDS)[number], number>> = {};
  for (const { kind } of request.chunks) chunks[kind] = (chunks[kind] ?? 0) + 1;
  return {
    chunks,
    messages: request.messages.length,
    tools: request.tools.length,
    has_task: request.task !== undefined,
    has_system: request.system !== undefined,
    budget_tokens: request.budget_tokens,
    session_id: request.session_id ?? null,
    kinds: request.kinds ?? null,
    format: request.format ?? null,
    order: request.order,
    encoding: request.encoding,
    policy: request.policy ?? {},
  };
}
