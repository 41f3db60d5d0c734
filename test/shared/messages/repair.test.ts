import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairMessages } from '../../../shared/messages/repair.ts';
import { validateMessages } from '../../../shared/messages/validate.ts';
import { DIALECTS, type Dialect, type JsonObject } from '../../../shared/types.ts';
import { brokenConversation, tidyConversation } from '../../support/conversations.ts';
import { deepFreeze } from '../../support/freeze.ts';

function repaired(messages: readonly JsonObject[], dialect: Dialect) {
  const result = repairMessages({ messages: deepFreeze(messages), dialect });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const RUNS = 1500;

describe.each(DIALECTS)('repairMessages() in the %s dialect', (dialect) => {
  it('makes any readable conversation valid, without changing its input', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        const { messages: output } = repaired(messages, dialect);
        expect(validateMessages({ messages: output, dialect })).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        const once = repaired(messages, dialect).messages;
        const twice = repaired(once, dialect);
        expect(twice.repairs).toEqual([]);
        expect(JSON.stringify(twice.messages)).toBe(JSON.stringify(once));
      }),
      { numRuns: RUNS },
    );
  });

  it('returns a valid conversation as the same objects', () => {
    fc.assert(
      fc.property(tidyConversation(dialect), (messages) => {
        expect(validateMessages({ messages, dialect })).toEqual([]);
        const { messages: output, repairs } = repaired(messages, dialect);
        expect(repairs).toEqual([]);
        expect(output.every((message, index) => message === messages[index])).toBe(true);
        expect(output.length).toBe(messages.length);
      }),
    );
  });

  it('lists a repair whenever a message changed', () => {
    fc.assert(
      fc.property(brokenConversation(dialect), (messages) => {
        const { messages: output, repairs } = repaired(messages, dialect);
        if (JSON.stringify(output) !== JSON.stringify(messages)) {
          expect(repairs.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
