import { describe, expect, it } from 'vitest';
import type { TextGenerator } from '../../../shared/ports.ts';

/** What every generator must do; `create` gives one that answers pairs of statements. */
export function textGeneratorContract(name: string, create: () => TextGenerator): void {
  describe(`TextGenerator contract: ${name}`, () => {
    it('generateJson() gives parsed JSON, never its text', async () => {
      const request = {
        instructions: 'Compare the statements.',
        input: JSON.stringify({ premise: 'It is open.', hypothesis: 'It is not open.' }),
        schema: { type: 'object', properties: { label: { type: 'string' } } },
        maxTokens: 50,
      };
      const answer = await create().generateJson(request);
      expect(answer).toMatchObject({ ok: true, value: { label: 'contradiction' } });
    });
  });
}
