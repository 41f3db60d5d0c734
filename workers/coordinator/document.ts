import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { FAILURE_CODES } from '../../shared/errors.ts';
import type { AppEnv } from './app-env.ts';

/** What the OpenAPI document says about an endpoint. */
export interface Documented {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path with `{parameters}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly body?: z.ZodType | undefined;
  /** The body as the document shows it, when something behind the edge validates it. */
  readonly documentedBody?: z.ZodType;
  /** Content type of the body; JSON when absent. */
  readonly bodyType?: string;
  /** Other content types that the body may have, sent as raw bytes. */
  readonly rawBody?: string;
  readonly query?: z.ZodObject | undefined;
  readonly answer?: z.ZodType;
  /** Content type of a success; JSON when absent. */
  readonly answerType?: string;
  /** Status of a success. */
  readonly status?: 200 | 201;
  /** Headers that the request may have, and those of a success. */
  readonly headers?: z.ZodObject | undefined;
  readonly answerHeaders?: z.ZodObject | undefined;
  /** True when no key is needed. */
  readonly open?: boolean;
}

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(FAILURE_CODES),
    request_id: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .meta({ description: 'A repeat with the same key within a day returns the first answer' }),
});

/** A body or answer of raw bytes. */
const binary = { schema: { type: 'string' as const, format: 'binary' } };

/** Adds an endpoint to the OpenAPI document. */
export function document(app: OpenAPIHono<AppEnv>, spec: Documented): void {
  const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const problems = { 'application/problem+json': { schema: problemSchema } };
  const body = spec.documentedBody ?? spec.body;
  const answerType = spec.answerType ?? 'application/json';
  app.openAPIRegistry.registerPath({
    method: spec.method,
    path: spec.path,
    tags: [spec.tag],
    summary: spec.summary,
    security: spec.open === true ? [] : [{ bearer: [] }, { apiKey: [] }],
    request: {
      ...(names.length === 0 ? {} : { params }),
      ...(spec.query === undefined ? {} : { query: spec.query }),
      ...headersOf(spec),
      ...(body === undefined ? {} : { body: requestBody(body, spec) }),
    },
    responses: {
      [spec.status ?? 200]: {
        description: 'Success',
        ...(spec.answerHeaders === undefined ? {} : { headers: spec.answerHeaders }),
        content: { [answerType]: spec.answer === undefined ? binary : { schema: spec.answer } },
      },
      '4XX': { description: 'What is wrong with the request', content: problems },
      '5XX': { description: 'Something here failed', content: problems },
    },
  });
}

function headersOf({ method, headers }: Documented): { readonly headers?: z.ZodObject } {
  if (method !== 'post') return headers === undefined ? {} : { headers };
  return { headers: idempotencyHeader.extend(headers?.shape ?? {}) };
}

function requestBody(schema: z.ZodType, { bodyType, rawBody }: Documented) {
  const typed = { [bodyType ?? 'application/json']: { schema } };
  const content = rawBody === undefined ? typed : { ...typed, [rawBody]: binary };
  return { required: true, content };
}
