import { describe, expect, it } from 'vitest';
import { findClashes } from '../../../shared/clash/find.ts';
import type { WindowAnswer } from '../../../shared/contracts/windows.ts';
import type { JsonObject } from '../../../shared/types.ts';
import { windowOf, windowText } from '../../support/assemble.ts';
import { MemoryBlobStore } from '../../support/memory-blob-store.ts';

type Found = WindowAnswer['health']['findings'][number];

/** A window of these records, each from its own source: "source-A", "source-B" and so on. */
async function checked(
  texts: readonly (string | JsonObject)[],
  { entity, store }: { readonly entity?: string; readonly store?: MemoryBlobStore } = {},
): Promise<WindowAnswer> {
  const chunks = texts.map((given, index) => {
    const letter = String.fromCharCode(65 + index);
    const own = typeof given === 'string' ? { text: given } : given;
    const named = entity === undefined ? {} : { entity };
    return { id: letter, kind: 'record', source: `source-${letter}`, ...named, ...own };
  });
  return windowOf(
    {
      task: 'What is known?',
      chunks,
      budget_tokens: 8000,
      policy: { distraction_min_similarity: 0 },
    },
    store === undefined ? {} : { store },
  );
}

function clashesIn(answer: WindowAnswer): readonly Found[] {
  return answer.health.findings.filter(({ detector }) => detector === 'clash');
}

/** How the window judges two texts: "clash", "possible" or "none". */
async function verdict(a: string, b: string, entity?: string): Promise<string> {
  const answer = await checked([a, b], entity === undefined ? {} : { entity });
  const found = clashesIn(answer);
  // Whatever is found, equal trust is only shown: nothing leaves and nothing merges.
  expect(answer.chunks.map(({ fate }) => fate)).not.toContain('dropped');
  for (const finding of found) {
    expect(finding.action).toBe('flag');
    expect(finding.reason).toContain('source-A');
    expect(finding.reason).toContain('source-B');
  }
  const [first] = found;
  if (first === undefined) return 'none';
  return first.reason.startsWith('May disagree') ? 'possible' : 'clash';
}

/** Rows of values of one field, and how the first relates to each of the others. */
function field(lines: string): readonly (readonly [string, string, string])[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [expected = '', first = '', ...others] = line.trim().split(/ +\| +/);
      return others.map((other) => [first, other, expected] as const);
    });
}

describe('values of one field', () => {
  it.each(
    field(`
      none        | disk: 1.5 TB       | disk: 1500 GB
      none        | mem: 2 GiB         | mem: 2048 MiB
      none        | timeout: 90 s      | timeout: 1m30s   | timeout: 90000 ms
      clash       | timeout: 90 s      | timeout: 90 ms
      clash       | span: 5 km         | span: 5 mi
      possible    | mem: 1 GB          | mem: 1 GiB
      none        | latency: 250 ms    | latency: 0.25 s  | latency: 250 milliseconds
      none        | weight: 5 kg       | weight: 5000 g   | weight: 5,000 grams
      clash       | weight: 5 kg       | weight: 5 lb     | weight: 5 g
      clash       | bandwidth: 100 Mbps | bandwidth: 100 MB/s
      none        | temperature: 25 °C | temperature: 77 °F
      clash       | temperature: 25 °C | temperature: 25 °F
      none        | interval: 1 week   | interval: 7 days
      none        | backup window: 1.5 h | backup window: 90 minutes | backup window: PT1H30M
      none        | area: 2 ha         | area: 20,000 m²
      clash       | limit: 100 km/h    | limit: 100 mph
      none        | Frist: 2 Stunden   | Frist: 120 min
    `),
  )('F-24: %s / %s: %s', async (a, b, expected) => {
    expect(await verdict(a, b, 'host db-2')).toBe(expected);
  });

  it.each(
    field(`
      none        | expires: 2031-05-04  | expires: 4 May 2031 | expires: May 4, 2031
      clash       | expires: 2031-02-30  | expires: 2031-03-02
      possible    | expires: 05/04/2031  | expires: 04/05/2031
      none        | expires: 31.12.2031  | expires: Dec 31st, 2031 | expires: 31/12/2031
      none        | expires: 31 décembre 2031 | expires: 2031-12-31 | expires: 31. Dezember 2031
      none        | starts: 2031-12-31T23:30:00Z | starts: 2032-01-01T00:30:00+01:00
      clash       | starts: 2031-12-31T23:30:00Z | starts: 2031-12-31T23:30:00-05:00
      clash       | expires: 2031-11-31  | expires: 2031-12-01
      none        | expires: May 2031    | expires: 2031-05-04
      clash       | expires: 3 March 2031 | expires: 13 March 2031 | expires: 2031-03-13
    `),
  )('F-25: %s / %s: %s', async (a, b, expected) => {
    expect(await verdict(a, b, 'certificate 7')).toBe(expected);
  });

  it.each(
    field(`
      none        | price: 1.234,50 €    | price: EUR 1,234.50
      clash       | price: $40           | price: €40
      none        | price: $1k           | price: $1,000
      possible    | price: 1.234         | price: 1,234
      none        | count: 1.000.000     | count: 1000000
      none        | price: 1 234,50 €    | price: €1,234.50
      none        | price: CHF 1'234.50  | price: 1234.50 CHF
      none        | price: £5m           | price: GBP 5,000,000
      clash       | price: $40           | price: A$40 | price: 40 CAD | price: $400
      clash       | balance: -$5         | balance: $5
      none        | price: 40 USD        | price: $40.00 | price: USD40
      possible    | price: ¥500          | price: CN¥500
      none        | revenue: 2,5 Mio. € | revenue: €2.5 million
    `),
  )('F-27: %s / %s: %s', async (a, b, expected) => {
    expect(await verdict(a, b, 'sku 88')).toBe(expected);
  });

  it.each(
    field(`
      none        | staff: 10-20         | staff: 15
      clash       | staff: 10-20         | staff: 25
      none        | staff: >= 5          | staff: 7
      clash       | driver: 4.7.1-88     | driver: 4.7.3-90
      clash       | line: 555-0100       | line: 555-0199
      clash       | staff: at least 12   | staff: 7 | staff: at most 10
      none        | staff: 10 to 20      | staff: 15–18 | staff: more than 12
      clash       | iban: DE12-3456      | iban: DE12-3499
      clash       | version: 1.9         | version: 1.10 | version: 2.9
      none        | version: v3.2.0      | version: 3.2
      clash       | port range: 8000-8010 | port range: 9000-9010
      none        | room: 12-14          | room: 12-14
      clash       | zip: 04109-1000      | zip: 04109-2000
    `),
  )('F-31: %s / %s: %s', async (a, b, expected) => {
    expect(await verdict(a, b, 'plant 3')).toBe(expected);
  });

  it.each([
    ['yes', 'enabled', 'none'],
    ['true', 'off', 'clash'],
    ['null', 'on', 'none'],
    ['running', 'stopped', 'clash'],
    ['eu-west-1', 'us-east-1', 'clash'],
    ['Running', 'running', 'none'],
  ])('a state: %s / %s: %s', async (a, b, expected) => {
    expect(await verdict(`state: ${a}`, `state: ${b}`, 'queue 5')).toBe(expected);
  });

  it.each([
    ['JSON and a line', '{"host": "api-1", "port": 8080}', 'host: api-1\nport: 9090'],
    ['a table', '| host | port |\n|---|---|\n| api-1 | 8080 |', 'host: api-1\nport: 9090'],
    ['CSV', 'host,port,zone\napi-1,8080,a\napi-2,1,b', 'host: api-1\nport: 9090'],
    [
      'nested JSON',
      '{"items":[{"host":"api-1","net":{"port":8080}}]}',
      '{"host":"api-1","net":{"port":9090}}',
    ],
    ['a list', '- host: api-1\n- port: 8080', '- host: api-1\n- port: 9090'],
    ['YAML', 'host: api-1\nnet:\n  port: 8080', '{"host":"api-1","net":{"port":9090}}'],
    ['bold names', '**host**: api-1\n**port**: 8080', 'Host: api-1\nPort: 9090'],
    ['camel case', '{"host":"api-1","maxPort":8080}', 'host: api-1\nmax_port: 9090'],
    [
      'fenced JSON',
      'As read:\n```json\n{"host":"api-1","port":8080}\n```',
      'host: api-1\nport: 9090',
    ],
  ])('F-28: one field of one host in %s', async (_, a, b) => {
    expect(await verdict(a, b)).toBe('clash');
  });
});

describe('which texts speak of one thing', () => {
  const docs = [
    'host: api-1\nport: 8080',
    'host: api-2\nport: 9090',
    'recipe: mango salad\nstatus: ripe',
    'deploy: web\nstatus: live',
    'bench: nightly\ntag: fast',
    'bench: nightly\ntag: gpu',
  ];

  it('F-28: fields of other things and keys of many values do not clash', async () => {
    expect(clashesIn(await checked(docs))).toEqual([]);
  });

  it('F-28: with one more document exactly one clash, and it names both sources', async () => {
    const found = clashesIn(await checked([...docs, 'host: api-1\nport: 9090']));
    expect(found).toHaveLength(1);
    expect(found[0]?.chunk_ids).toEqual(['A', 'G']);
    expect(found[0]?.reason).toMatch(/api-1 port.*source-A.*source-G/);
  });

  it.each([
    ['rows of one table', 'id,city\n1,Rome\n2,Oslo', 'id,city\n3,Bern\n4,Lima'],
    ['people', 'name: Ana Ruiz\nage: 31', 'name: Ben Otto\nage: 44'],
    ['orders', '{"order_id":"W-1","total":"$5"}', '{"order_id":"W-2","total":"$9"}'],
    ['tags', 'host: api-1\ntags: a', 'host: api-1\ntags: b'],
    [
      'several values on one side',
      'host: api-1\nmirror: m1\nmirror: m2',
      'host: api-1\nmirror: m3',
    ],
    ['log lines', '09:01 job 7 state=queued', '09:02 job 8 state=running'],
    ['documents without a name', 'status: ripe', 'status: live'],
    ['long records without a name', 'a: 1\nb: 2\nc: 3\nd: 4\ne: 5', 'a: 2\nb: 2\nc: 3\nd: 4\ne: 5'],
    [
      'times of writing',
      'host: api-1\nupdated_at: 2031-01-01',
      'host: api-1\nupdated_at: 2031-02-01',
    ],
  ])('F-28: no clash between %s', async (_, a, b) => {
    expect(await verdict(a, b)).toBe('none');
  });

  it('F-28: a key that may hold many values is given by the caller', () => {
    const text = (value: string) => ({
      text: `host: api-1\nowner: ${value}`,
      entity: null,
      source: 's',
    });
    expect(findClashes(text('Ana'), text('Ben'))).toHaveLength(1);
    expect(findClashes(text('Ana'), text('Ben'), { multiValued: ['owner'] })).toEqual([]);
  });
});

describe('when a value holds', () => {
  const [old, current, other] = [
    'quota: 28 valid [2031-01-01, 2031-06-01)',
    'quota: 32 valid [2031-06-01, open)',
    'quota: 40 valid [2031-05-01, 2031-07-01)',
  ];

  it('F-29: succession is no contradiction, an overlap is one with both', async () => {
    expect(clashesIn(await checked([old, current], { entity: 'acme' }))).toEqual([]);
    const found = clashesIn(await checked([old, current, other], { entity: 'acme' }));
    expect(found.map(({ chunk_ids }) => chunk_ids.toSorted())).toEqual([
      ['A', 'C'],
      ['B', 'C'],
    ]);
  });

  it.each([
    [
      'fields',
      'name: acme\nfee: 5\nvalid_from: 2030-01-01\nvalid_to: 2031-01-01',
      'name: acme\nfee: 6\nvalid_from: 2031-01-01',
    ],
    [
      'JSON',
      '{"name":"acme","fee":5,"valid_to":"2031-01-01"}',
      '{"name":"acme","fee":6,"valid_from":"2031-01-01"}',
    ],
    [
      'prose',
      'The fee of plan Acme was 5 euros in 2029.',
      'The fee of plan Acme was 6 euros in 2030.',
    ],
    ['a change', 'Dana used to work in the Oslo office.', 'Dana works in the Bern office now.'],
  ])('F-29: no clash over time in %s', async (_, a, b) => {
    expect(await verdict(a, b)).toBe('none');
  });

  it('B20: what was superseded gives way to what is current, whatever came last', async () => {
    const stale = { text: 'name: Sam\ncity: Lisbon', superseded_at: '2026-06-01T00:00:00Z' };
    const now = { text: 'name: Sam\ncity: Berlin' };
    for (const texts of [
      [stale, now],
      [now, stale],
    ]) {
      const answer = await checked(texts);
      const [finding] = clashesIn(answer);
      expect(finding?.action).toMatch(/drop|excise/);
      expect(windowText(answer)).toContain('Berlin');
      expect(windowText(answer)).not.toContain('Lisbon');
    }
  });

  it('B20: what is superseded later is still current', async () => {
    const answer = await checked([
      { text: 'name: Sam\ncity: Lisbon', superseded_at: '2027-06-01T00:00:00Z' },
      { text: 'name: Sam\ncity: Berlin' },
    ]);
    expect(clashesIn(answer)[0]?.action).toBe('flag');
    expect(windowText(answer)).toContain('Lisbon');
  });

  it('B20: other facts of the same person stay', async () => {
    const answer = await checked([
      { text: 'name: Sam\ncity: Lisbon\ndiet: vegan', superseded_at: '2026-06-01T00:00:00Z' },
      { text: 'name: Sam\ncity: Berlin\nphone: 555-0100' },
    ]);
    const text = windowText(answer);
    for (const kept of ['Berlin', 'vegan', '555-0100']) expect(text).toContain(kept);
    expect(text).not.toContain('Lisbon');
  });
});

describe('prose', () => {
  it('F-19: opposite statements are two clashes', async () => {
    const found = clashesIn(
      await checked([
        'Nightly backup is enabled on db-2.',
        'Nightly backup is disabled on db-2.',
        'Clients may retry writes.',
        'Clients may not retry writes.',
      ]),
    );
    expect(found.map(({ chunk_ids }) => chunk_ids.toSorted())).toEqual([
      ['A', 'B'],
      ['C', 'D'],
    ]);
  });

  it.each([
    ['Guests can upload files to the archive.', 'Guests cannot upload files to the archive.'],
    ['The export job never runs on Sundays.', 'The export job always runs on Sundays.'],
    ['No refunds are paid for open boxes.', 'Refunds are paid for open boxes.'],
    ["The primary node doesn't accept writes.", 'The primary node accepts writes.'],
    ['The north gate is open on Mondays.', 'The north gate is closed on Mondays.'],
    ['Lease K ends on 2031-08-03.', 'Lease K ends on 2031-08-13.'],
    ['The Model 7 pump weighs 40 kg.', 'The Model 7 pump weighs 55 kg.'],
    ['The Meridian release is due in March.', 'The Meridian release is due in June.'],
  ])('F-19, F-25: %s / %s', async (a, b) => {
    expect(await verdict(a, b)).toBe('clash');
  });

  it('F-25: two dates in equal sentences are shown with both values', async () => {
    const answer = await checked(['Lease K ends on 2031-08-03.', 'Lease K ends on 2031-08-13.']);
    const [finding] = clashesIn(answer);
    expect(finding?.reason).toMatch(/2031-08-03.*2031-08-13/);
    expect(windowText(answer)).toContain('2031-08-03');
    expect(windowText(answer)).toContain('2031-08-13');
  });

  it('F-21: one depot in two towns is a clash, two teams are none', async () => {
    expect(await verdict('Depot is in Arlo.', 'Depot is in Brant.')).toBe('clash');
    expect(await verdict('Team Heron owns billing.', 'Team Osprey owns search.')).toBe('none');
  });

  it.each([
    [
      'other things',
      'Team Heron owns the billing service.',
      'Team Osprey owns the billing service.',
    ],
    ['other things', 'Invoice A-17 was paid in May.', 'Invoice A-18 was paid in June.'],
    ['what has many', 'Ana likes tea.', 'Ana likes coffee.'],
    ['no negation', 'Line No. 5 stops at the harbour.', 'Line 5 stops at the harbour.'],
    ['some and others', 'Some guests like the pool.', 'Some guests dislike the pool.'],
    ['units', 'The Model 7 pump weighs 40 kg.', 'The Model 7 pump weighs 40,000 g.'],
    ['a bound', 'Team Heron has at least 5 members.', 'Team Heron has 7 members.'],
    ['another day', 'The north gate is open on Mondays.', 'The north gate is closed on Sundays.'],
    ['a rephrasing', 'Guests may not upload files.', 'Guests are not allowed to upload files.'],
    ['a condition', 'Orders ship today.', 'Orders do not ship today if they come after noon.'],
    ['another person', 'Ana Ruiz lives in Rome.', 'Ben Otto lives in Oslo.'],
    ['other code', 'if (ready) start();', 'if (!ready) start();'],
  ])('F-21: no clash between statements of %s: %s / %s', async (_, a, b) => {
    expect(await verdict(a, b)).toBe('none');
  });
});

describe('which side stays', () => {
  const verified = { text: 'host: api-1\nport: 8080\nzone: a', trust: 'verified' };

  it.each(['retrieved', 'user', 'model'])(
    'the verified value stays, that of a %s source goes',
    async (trust) => {
      const store = new MemoryBlobStore();
      const doubted = { text: 'host: api-1\nport: 9090\nowner: ops', trust };
      for (const texts of [
        [verified, doubted],
        [doubted, verified],
      ]) {
        const answer = await checked(texts, { store });
        const found = answer.health.findings.filter(({ reason }) => reason.includes('9090'));
        expect(found).toHaveLength(1);
        expect(found[0]?.action).toBe('excise');
        const text = windowText(answer);
        expect(text).not.toContain('9090');
        for (const kept of ['8080', 'zone: a', 'owner: ops']) expect(text).toContain(kept);
        const cut = answer.chunks.find(({ fate }) => fate === 'excised');
        const whole = await store.get(cut?.handle ?? '');
        expect(whole.ok && whole.value.text).toBe(doubted.text);
      }
    },
  );

  it('JSON stays JSON when a value is cut', async () => {
    const answer = await checked([
      verified,
      { text: '{"host":"api-1","port":9090,"owner":"ops"}', trust: 'retrieved' },
    ]);
    const [json] = windowText(answer).match(/\{\\\\?"host.*?\}/) ?? [''];
    const parsed = JSON.parse(JSON.parse(`"${json}"`) as string) as JsonObject;
    expect(parsed).toMatchObject({ host: 'api-1', owner: 'ops' });
    expect(String(parsed.port)).toContain('removed');
  });

  it('pinned text and doubtful differences stay', async () => {
    const pinned = { text: 'host: api-1\nport: 9090', trust: 'retrieved', pinned: true };
    const kept = await checked([verified, pinned]);
    expect(clashesIn(kept)[0]?.action).toBe('flag');
    expect(windowText(kept)).toContain('9090');
    const possible = await checked([
      { text: 'sku: 88\nprice: 1.234', trust: 'verified' },
      { text: 'sku: 88\nprice: 1,234', trust: 'retrieved' },
    ]);
    expect(clashesIn(possible)[0]?.action).toBe('flag');
    expect(windowText(possible)).toContain('1,234');
  });

  it('opposite statements of unequal trust: the sentence goes, the rest of the text stays', async () => {
    const answer = await checked([
      { text: 'Nightly backup is enabled on db-2.', trust: 'verified' },
      {
        text: 'The rack was moved in May. Nightly backup is disabled on db-2. Ask Ines for the keys.',
        trust: 'retrieved',
      },
    ]);
    const text = windowText(answer);
    expect(clashesIn(answer)[0]?.action).toBe('excise');
    expect(text).not.toContain('disabled');
    expect(text).toContain('The rack was moved in May.');
    expect(text).toContain('Ask Ines for the keys.');
  });
});
