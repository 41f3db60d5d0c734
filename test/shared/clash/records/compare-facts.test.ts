import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFacts } from '../../../../shared/clash/records/compare-facts.ts';
import { type FactOptions, factsOf } from '../../../../shared/clash/records/facts.ts';

function compare(a: string, b: string, options?: FactOptions): readonly string[] {
  return compareFacts(factsOf(a, options), factsOf(b, options)).map(
    ({ tier, subject, a: left, b: right }) => `${tier} ${subject}: ${left.value} / ${right.value}`,
  );
}

describe('compareFacts()', () => {
  it('F-28 compares fields of one thing only', () => {
    const docs = [
      'host: api-1\nport: 8080',
      'host: api-2\nport: 9090',
      'status: ripe',
      'status: live',
      'bench: nightly\ntag: fast',
      'bench: nightly\ntag: gpu',
    ];
    for (const a of docs) for (const b of docs) if (a !== b) expect(compare(a, b)).toEqual([]);
    expect(compare('host: api-1\nport: 8080', 'host: api-1\nport: 9090')).toEqual([
      'drop host=api-1 port: 8080 / 9090',
    ]);
  });

  it('F-29 lets values of different periods be, the end of a period not included', () => {
    const entity = { entity: 'acme' };
    const [old, current, clashing] = [
      'quota: 28 valid [2031-01-01, 2031-06-01)',
      'quota: 32 valid [2031-06-01, open)',
      'quota: 40 valid [2031-05-01, 2031-07-01)',
    ];
    expect(compare(old, current, entity)).toEqual([]);
    expect(compare(old, clashing, entity)).toEqual(['drop acme quota: 28 / 40']);
    expect(compare(current, clashing, entity)).toEqual(['drop acme quota: 32 / 40']);
    expect(compare(old, 'quota: 30', entity)).toEqual(['flag acme quota: 28 / 30']);
  });

  it('finds the same thing in JSON, lines and tables', () => {
    const json = '{"host":"api-1","port":8080}';
    const table = '| host | port |\n|---|---|\n| api-1 | 9090 |';
    expect(compare(json, table)).toEqual(['drop host=api-1 port: 8080 / 9090']);
    expect(compare('host: api-1\nport: 8080', json)).toEqual([]);
  });

  it('knows the thing that a caller named', () => {
    const named = factsOf('port: 9090', { entity: 'api-1' });
    expect(compareFacts(factsOf('host: api-1\nport: 8080'), named)).toHaveLength(1);
    expect(compareFacts(factsOf('port: 8080', { entity: 'host api-1' }), named)).toHaveLength(0);
    expect(
      compareFacts(
        factsOf('host: api-1\nport: 8080'),
        factsOf('port: 1', { entity: 'Host api-1' }),
      ),
    ).toHaveLength(1);
  });

  it('calls possible what formats may explain', () => {
    expect(compare('sku: a\nprice: 1.234', 'sku: a\nprice: 1,234')).toEqual([
      'flag sku=a price: 1.234 / 1,234',
    ]);
    expect(compare('sku: a\nprice: $1k', 'sku: a\nprice: $1,000')).toEqual([]);
  });

  it('tells things of one name apart by their other identifiers', () => {
    expect(
      compare('name: search\nserver: a1\ncost: 5', 'name: search\nserver: b1\ncost: 6'),
    ).toEqual([]);
    // Two people, or one who has a new address.
    expect(
      compare(
        'name: Ada Lee\nemail: a@x.io\ncity: Rome',
        'name: Ada Lee\nemail: b@x.io\ncity: Oslo',
      ),
    ).toEqual(['flag name=ada lee city: Rome / Oslo']);
    expect(compare('{"id":7,"price":5,"size":1}', '{"id":7,"state":"up","age":2}')).toEqual([]);
    expect(compare('{"id":7,"price":5}', '{"id":7,"price":6}')).toHaveLength(1);
  });

  it('does not decide where many records are about one thing', () => {
    expect(compare('env: prod\nreplicas: 3', 'env: prod\nreplicas: 5')).toEqual([
      'high env=prod replicas: 3 / 5',
    ]);
  });

  it('finds a changed state of a record that was fetched twice', () => {
    const fetched = (status: string) =>
      JSON.stringify({ reservation_id: '4WQ150', user_id: 'u_1', status, flights: [{ price: 1 }] });
    expect(compare(fetched('active'), fetched('active'))).toEqual([]);
    expect(compare(fetched('active'), fetched('cancelled'))).toEqual([
      'drop reservation_id=4wq150 status: active / cancelled',
    ]);
  });

  it('lets the dates of copies be', () => {
    const doc = (day: string) => `host: api-1\nport: 1\nupdated_at: ${day}\nlast_login: ${day}`;
    expect(compare(doc('2031-01-01'), doc('2031-02-01'))).toEqual([]);
  });

  it('is the same in both directions', () => {
    const line = fc.tuple(
      fc.constantFrom('host', 'id', 'name', 'port', 'price', 'email', 'valid_to'),
      fc.constantFrom('a', 'b', '1', '2', '1.234', '1,234', '2031-01-01', 'n/a', '5 GB', '5 GiB'),
    );
    const text = fc
      .array(line, { maxLength: 8 })
      .map((lines) => lines.map((parts) => parts.join(': ')).join('\n'));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const swapped = compareFacts(factsOf(b), factsOf(a)).map(({ tier, a: x, b: y }) =>
          [tier, y.value, x.value].join(),
        );
        const found = compareFacts(factsOf(a), factsOf(b)).map(({ tier, a: x, b: y }) =>
          [tier, x.value, y.value].join(),
        );
        expect(found.toSorted()).toEqual(swapped.toSorted());
        expect(compare(a, a)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('compares thousands of facts', () => {
    const rows = (port: number) =>
      Array.from({ length: 3000 }, (_, index) => `host: h${index}\nport: ${port}`).join('\n');
    expect(compare(rows(1), rows(2))).toHaveLength(3000);
  });

  it.each([
    ['timeout: 90 s', 'timeout: 90 ms', 'high timeout: 90 s / 90 ms'],
    ['memory: 1 GB', 'memory: 1 GiB', 'flag memory: 1 GB / 1 GiB'],
    ['expires: 2031-05-04', 'expires: 2031-06-04', 'high expires: 2031-05-04 / 2031-06-04'],
  ])('only shows what two short records of the same keys disagree on: %s, %s', (a, b, expected) => {
    expect(compare(a, b)).toEqual([expected]);
  });

  it.each([
    ['the same quantity', 'timeout: 90 s', 'timeout: 1m30s'],
    ['words', 'status: ripe', 'status: live'],
    ['other keys beside it', 'timeout: 90 s', 'timeout: 90 ms\nretries: 3'],
    ['a name on one side', 'timeout: 90 s', 'host: a\ntimeout: 90 ms'],
  ])('finds nothing between records without a name that hold %s', (_, a, b) => {
    expect(compare(a, b)).toEqual([]);
  });
});
