import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../shared/health/statements.ts';
import { statementsOf } from '../../../shared/health/statements.ts';
import { VouchedLines } from '../../../shared/health/vouched-lines.ts';
import { inspected, inspection } from '../../support/detector-contract.ts';

function records(...texts: readonly string[]): readonly Statement[] {
  return statementsOf(
    inspection(
      texts.map((text, index) =>
        inspected({ id: `r${index}`, kind: 'record', trust: 'verified', text }),
      ),
    ),
  );
}

function related(statements: readonly Statement[], ...objects: readonly string[]) {
  return new VouchedLines(statements).relatedTo(new Set(objects)).map(({ text }) => text);
}

describe('VouchedLines', () => {
  it('relatedTo() gives the lines that share a word, in their order', () => {
    const found = related(
      records('state: open\nrefund: none', 'A refund was paid. Tea is hot.'),
      'refund',
    );
    expect(found).toEqual(['refund: none', 'A refund was paid.']);
  });

  it('relatedTo() keeps to the texts that name the same order', () => {
    const statements = records('order: 1042\nrefund: none', 'order: 1077\nrefund: paid');
    expect(related(statements, 'refund', '1042')).toEqual(['order: 1042', 'refund: none']);
    expect(related(statements, 'refund', '9999')).toEqual([]);
  });

  it('relatedTo() places each line and its fields in the text', () => {
    const [statement, ...rest] = records('order: 1042\n\n  refund: none\nstate: open');
    expect(rest).toEqual([]);
    const lines = new VouchedLines(statement === undefined ? [] : [statement]);
    const [line] = lines.relatedTo(new Set(['refund']));
    expect(statement?.text.slice(line?.start, line?.end)).toBe('refund: none');
    expect(line?.facts.map(({ key }) => key)).toEqual(['refund']);
  });

  it('relatedTo() looks at 500 lines at most, those of the rarest word first', () => {
    const common = Array.from({ length: 2000 }, (_, n) => `refund of the day ${n} was paid`);
    const statements = records(common.join('\n'), 'the kettle refund is open');
    const found = related(statements, 'refund', 'kettl');
    expect(found).toHaveLength(500);
    expect(found).toContain('the kettle refund is open');
  });

  it('relatedTo() gives nothing for no texts and no words', () => {
    expect(related([], 'refund')).toEqual([]);
    expect(related(records('refund: none'))).toEqual([]);
  });
});
