import { z } from 'zod';
import { scopeFields } from '../../../shared/contracts/memory.ts';
import { receiptSchema } from '../../../shared/contracts/memory-upkeep.ts';
import { ok } from '../../../shared/result.ts';
import { type App, endpoint } from '../endpoint.ts';
import { eraseSubject } from '../erase/erase-subject.ts';
import { validateBody } from '../validate-body.ts';

const pathSchema = z.strictObject({ user_id: scopeFields.user_id.unwrap() });

/** Subjects: the users whom memories, windows and offloads are about. */
export function subjectRoutes(app: App): void {
  endpoint(
    app,
    {
      method: 'delete',
      path: '/v1/subjects/{user_id}',
      tag: 'Subjects',
      summary: 'Erase everything of a user; call again while `complete` is false',
      answer: receiptSchema,
    },
    async (c) => {
      const path = validateBody(pathSchema, { user_id: c.req.param('user_id') });
      if (!path.ok) return path;
      const receipt = await eraseSubject(c.env, {
        tenant: c.get('tenant'),
        userId: path.value.user_id.toWellFormed(),
        by: c.get('keyName'),
        requestId: c.get('requestId'),
        nowMs: Date.now(),
      });
      c.get('timing').mark('erase');
      return ok(receipt);
    },
  );
}
