import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FactOptions, factsOf } from '../../../../shared/clash/records/facts.ts';

/** `entity key raw` of each fact. */
function facts(text: string, options?: FactOptions): readonly string[] {
  return factsOf(text, options).map(
    ({ entity, key, raw }) =>
      `${entity === null ? '' : `${entity.key}=${entity.name} `}${key}: ${raw}`,
  );
}

describe('factsOf()', () => {
  it('reads lines of fields, also in lists, in bold and several on a line', () => {
    expect(facts('host: api-1\nport: 8080\n- **Owner**: team heron\nzone = eu-1')).toEqual([
      'host=api-1 port: 8080',
      'host=api-1 owner: team heron',
      'host=api-1 zone: eu-1',
    ]);
    expect(facts('host: api-1, port: 8080; zone: eu-1')).toEqual([
      'host=api-1 port: 8080',
      'host=api-1 zone: eu-1',
    ]);
  });

  it('begins a new record where a naming key comes again', () => {
    expect(facts('host: a\nport: 1\n\nhost: b\nport: 2')).toEqual([
      'host=a port: 1',
      'host=b port: 2',
    ]);
  });

  it('reads JSON: nested objects, named elements of lists, escaped strings', () => {
    const text = JSON.stringify(
      {
        service: 'billing',
        limits: { cpu: 4, maxMem: '2 GiB' },
        nodes: [
          { id: 'n1', state: 'up', note: 'any "text"' },
          { id: 'n2', state: 'down' },
        ],
        sizes: [1, 2],
      },
      null,
      2,
    );
    expect(facts(text)).toEqual([
      'service=billing limits.cpu: 4',
      'service=billing limits.max_mem: 2 GiB',
      'id=n1 state: up',
      'id=n2 state: down',
    ]);
  });

  it('gives no facts for elements of a list that have no name', () => {
    expect(facts('{"id":"u","cards":[{"brand":"visa"},{"brand":"amex"}]}')).toEqual([]);
  });

  it('reads tables by their first column', () => {
    expect(facts('| plan | price |\n|---|---|\n| Pro | $40 |\n| Free | 0 |')).toEqual([
      'plan=pro price: $40',
      'plan=free price: 0',
    ]);
    expect(facts('sku,price,qty\nA1,5,3\nB2,6,1')).toEqual([
      'sku=a1 price: 5',
      'sku=a1 quantity: 3',
      'sku=b2 price: 6',
      'sku=b2 quantity: 1',
    ]);
  });

  it('reads periods from fields and from behind a value', () => {
    const period = { fromMs: Date.UTC(2031, 0, 1), toMs: Date.UTC(2031, 5, 1) };
    const [inline] = factsOf('quota: 28 valid [2031-01-01, 2031-06-01)', { entity: 'acme' });
    expect(inline).toMatchObject({ raw: '28', validity: period });
    const [own] = factsOf('name: x\nquota: 28\nvalid_from: 2031-01-01\nvalid_to: 2031-06-01');
    expect(own).toMatchObject({ key: 'quota', validity: period });
  });

  it('takes the entity of the caller where the text has none', () => {
    expect(facts('port: 1', { entity: 'Api-1' })).toEqual(['=api-1 port: 1']);
    expect(facts('host: b\nport: 1', { entity: 'Api-1' })).toEqual(['host=b port: 1']);
    expect(facts('port: 1')).toEqual(['port: 1']);
  });

  it('leaves out keys that may hold many values', () => {
    expect(facts('host: a\ntag: fast\nnotes: x')).toEqual([]);
    expect(facts('host: a\nport: 1\nport: 2')).toEqual([]);
    expect(facts('host: a\nowner: x', { multiValued: new Set(['owner']) })).toEqual([]);
  });

  it.each([
    'Note: we should go there and look at it before anybody else does.',
    'See https://example.com/a:b for more.',
    'The meeting is at 10:30 in room 5.',
    '```\nconst a: number = 5;\n```',
    '',
  ])('finds no shared thing in prose: %s', (text) => {
    expect(factsOf(text).filter(({ entity }) => entity !== null)).toEqual([]);
  });

  it('says where each value stands, so that a cut leaves JSON valid', () => {
    const value = fc.oneof(fc.integer(), fc.string(), fc.boolean());
    const record = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), value, { maxKeys: 6 });
    fc.assert(
      fc.property(record, fc.constantFrom(0, 2), (fields, indent) => {
        const text = JSON.stringify({ id: 'x', ...fields }, null, indent);
        for (const { at, start, end } of factsOf(text)) {
          expect(at.start).toBeGreaterThanOrEqual(start);
          expect(at.end).toBeLessThanOrEqual(end);
          const isString = text[at.start - 1] === '"' && text[at.end] === '"';
          const cut = text.slice(0, at.start) + (isString ? 'cut' : '"cut"') + text.slice(at.end);
          expect(() => JSON.parse(cut)).not.toThrow();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('points into any text', () => {
    const line = fc.tuple(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(': ', ' = ', ' '),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.map((parts) => parts.join('')).join('\n');
        for (const { at, raw } of factsOf(text)) expect(text.slice(at.start, at.end)).toBe(raw);
      }),
    );
  });
});
