import { z } from 'zod';
import { countRequestSchema, validateRequestSchema } from '../../../shared/contracts/windows.ts';
import { detectDialect } from '../../../shared/messages/detect.ts';
import { repairMessages } from '../../../shared/messages/repair.ts';
import { validateMessages } from '../../../shared/messages/validate.ts';
import { ok } from '../../../shared/result.ts';
import { loadCounter } from '../../../shared/tokens/counter.ts';
import { countRequest } from '../../../shared/tokens/messages.ts';
import {
  DIALECTS,
  type Dialect,
  ENCODINGS,
  type JsonObject,
  SECTIONS,
} from '../../../shared/types.ts';
import { type App, endpoint } from '../endpoint.ts';

const TAG = 'Messages';

const jsonObject = z.record(z.string(), z.unknown());
const problem = z.object({ code: z.string(), pointer: z.string(), detail: z.string() });
const countAnswer = z.object({
  tokens: z.object({
    total: z.int(),
    encoding: z.enum(ENCODINGS),
    estimated: z.boolean(),
    by_section: z.record(z.enum(SECTIONS), z.int()),
  }),
});

interface Conversation {
  readonly messages: readonly JsonObject[];
  readonly system?: string | readonly JsonObject[] | undefined;
  readonly tools?: readonly JsonObject[] | undefined;
  readonly format?: Dialect | undefined;
}

/** Messages: count, validate, repair. */
export function messageRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/count',
      tag: TAG,
      summary: 'Tokens of a text or of a whole request',
      body: countRequestSchema,
      answer: countAnswer,
    },
    async (_c, { body }) => {
      const { encoding, text } = body;
      const counter = await loadCounter(encoding);
      if (text !== undefined) {
        // A text alone has no frame around it; it counts as what is asked.
        const { tokens: total, estimated } = counter.countDetailed(text);
        const none = Object.fromEntries(SECTIONS.map((section) => [section, 0]));
        return ok({ tokens: { total, encoding, estimated, by_section: { ...none, task: total } } });
      }
      const request = { ...body, messages: body.messages ?? [] };
      const { system, tools } = request;
      const { total, sections, estimated } = countRequest(
        {
          dialect: dialectOf(request),
          messages: request.messages,
          ...(system === undefined ? {} : { system }),
          ...(tools === undefined ? {} : { tools }),
        },
        counter,
      );
      return ok({ tokens: { total, encoding, estimated, by_section: sections } });
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/validate',
      tag: TAG,
      summary: 'What a provider would refuse in these messages',
      body: validateRequestSchema,
      answer: z.object({ valid: z.boolean(), problems: z.array(problem) }),
    },
    async (_c, { body }) => {
      const problems = validateMessages({ ...body, dialect: dialectOf(body) });
      return ok({ valid: problems.length === 0, problems });
    },
  );

  endpoint(
    app,
    {
      method: 'post',
      path: '/v1/repair',
      tag: TAG,
      summary: 'The nearest valid messages, and what was changed',
      body: validateRequestSchema,
      answer: z.object({
        messages: z.array(jsonObject),
        system: z.union([z.string(), z.array(jsonObject)]).optional(),
        format: z.enum(DIALECTS),
        repairs: z.array(problem),
        problems: z.array(problem),
      }),
    },
    async (_c, { body }) => {
      const dialect = dialectOf(body);
      const repaired = repairMessages({ messages: body.messages, dialect });
      if (!repaired.ok) return repaired;
      const { messages, repairs } = repaired.value;
      const system = withMoved(body.system, repaired.value.system);
      // What repairing messages cannot mend, such as a tool definition, is still said.
      const problems = validateMessages({ ...body, messages, system, dialect });
      return ok({
        messages,
        ...(system === undefined ? {} : { system }),
        format: dialect,
        repairs,
        problems,
      });
    },
  );
}

function dialectOf({ format, messages, tools, system }: Conversation): Dialect {
  if (format !== undefined) return format;
  return detectDialect(messages, {
    ...(tools === undefined ? {} : { tools }),
    ...(system === undefined ? {} : { system }),
  });
}

/** The system field with the instructions that stood among Anthropic messages behind it. */
function withMoved(
  system: string | JsonObject[] | undefined,
  moved: readonly string[],
): string | JsonObject[] | undefined {
  if (moved.length === 0) return system;
  if (Array.isArray(system)) return [...system, ...moved.map((text) => ({ type: 'text', text }))];
  return [...(system === undefined || system === '' ? [] : [system]), ...moved].join('\n\n');
}
