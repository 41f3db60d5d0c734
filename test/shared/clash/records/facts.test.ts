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
      'id=billing/n1 state: up',
      'id=billing/n2 state: down',
    ]);
  });

  it('takes an id that opens a record for its name, but not one further down', () => {
    const text = '{"reservation_id":"4WQ150","user_id":"u_1","status":"cancelled"}';
    expect(facts(text)).toEqual([
      'reservation_id=4wq150 user_id: u_1',
      'reservation_id=4wq150 status: cancelled',
    ]);
    expect(facts('{"amount":5,"user_id":"u_1"}')).toEqual(['amount: 5', 'user_id: u_1']);
  });

  it('names a part that only a name or a short number tells by what it stands in', () => {
    const tool = '{"name":"search","args":{"radius":{"title":"Radius","default":500}}}';
    expect(facts(tool)).toEqual(['title=search/radius default: 500']);
    const order = '{"order_id":"O-1024","items":[{"id":1,"qty":2}]}';
    expect(facts(order)).toEqual(['id=o-1024/1 quantity: 2']);
    const card = '{"order_id":"O-1024","cards":[{"id":"credit_card_44","brand":"visa"}]}';
    expect(facts(card)).toEqual(['id=credit_card_44 brand: visa']);
  });

  it('leaves out what a transport adds and when a record was written', () => {
    expect(
      facts(
        '{"host":"api-1","port":1,"headers":{"host":"x","content-length":5},"pushed_at":"2031-05-04","lastModified":1}',
      ),
    ).toEqual(['host=api-1 port: 1']);
  });

  it('reads JSON inside a text: fenced, and one record per line', () => {
    const text =
      'Result:\n```json\n{\n  "host": "a",\n  "port": 1\n}\n```\n{"host":"b","port":2}\nhost: c\nport: 3';
    expect(facts(text)).toEqual(['host=a port: 1', 'host=b port: 2', 'host=c port: 3']);
    for (const { at, raw } of factsOf(text)) expect(text.slice(at.start, at.end)).toBe(raw);
  });

  it('reads indented blocks and sections below their key', () => {
    expect(facts('name: shop\ndb:\n  port: 5432\nweb:\n  port: 80\nzone: eu')).toEqual([
      'name=shop db.port: 5432',
      'name=shop web.port: 80',
      'name=shop zone: eu',
    ]);
    expect(facts('service: shop\nhosts:\n- name: a1\n  port: 1\n- name: b1\n  port: 2')).toEqual([
      'name=a1 port: 1',
      'name=b1 port: 2',
    ]);
    expect(facts('[db]\nport = 5432\n[web]\nhost = api-1\nport = 80')).toEqual([
      'host=api-1 port: 80',
      'db.port: 5432',
    ]);
  });

  it.each([
    'Warning: the port of api-1 is 9090 now.',
    'We said: port 8080 is right.',
    'Note: use 8080',
    'The meeting: 10 am',
    'const x = 5;',
    'if a: b = 3',
    '10:30: start',
    'Status: it has been down since the last release.',
  ])('takes prose and code with a colon for no field: %s', (text) => {
    expect(facts(text, { entity: 'x' })).toEqual([]);
  });

  it('reads settings as they stand in files', () => {
    expect(facts('export HOST=api-1\nport: "8080" # default')).toEqual(['host=api-1 port: 8080']);
    expect(facts('host=api-1;port=8080')).toEqual(['host=api-1 port: 8080']);
  });

  it('begins a new record at a heading', () => {
    expect(facts('name: shop\nport: 1\n## Other\nzone: eu')).toEqual([
      'name=shop port: 1',
      'zone: eu',
    ]);
  });

  it('reads a table whose first column labels its rows as fields of one thing', () => {
    expect(facts('| Setting | Value |\n|---|---|\n| Host | api-1 |\n| Port | 8080 |')).toEqual([
      'host=api-1 port: 8080',
    ]);
    expect(facts('year,co2,temp\n1990,354,0.4\n1991,355,0.5', { entity: 'Mauna Loa' })).toEqual([
      '=mauna loa 1990.co2: 354',
      '=mauna loa 1990.temp: 0.4',
      '=mauna loa 1991.co2: 355',
      '=mauna loa 1991.temp: 0.5',
    ]);
    expect(facts('| Parameter | Default |\n|---|---|\n| timeout | 30 s |')).toEqual([
      'timeout.default: 30 s',
    ]);
  });

  it('reads quoted cells', () => {
    expect(facts('sku,label_text,price\nA1,"big, red",5\nB2,"small",6')).toEqual([
      'sku=a1 label_text: big, red',
      'sku=a1 price: 5',
      'sku=b2 label_text: small',
      'sku=b2 price: 6',
    ]);
  });

  it('takes the same value twice for one fact', () => {
    expect(facts('host: a1\nram: 2 GiB\n\nhost: a1\nmemory: 2048 MiB')).toEqual([
      'host=a1 memory: 2 GiB',
    ]);
  });

  it('compares places that are called from and to', () => {
    expect(facts('order: o-1\nfrom: Rome\nto: Oslo')).toEqual([
      'order=o-1 from: Rome',
      'order=o-1 to: Oslo',
    ]);
  });

  it.each(['{', '[', 'a: ', '- ', '|', '"', 'a:\n ', '{}\n', '{"id":', 'a,b\n'])(
    'reads a megabyte of %j',
    (part) => {
      expect(() => factsOf(part.repeat(1_000_000 / part.length))).not.toThrow();
    },
  );

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
