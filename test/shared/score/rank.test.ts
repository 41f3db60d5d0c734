import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankItem } from '../../../shared/ports.ts';
import { ok } from '../../../shared/result.ts';
import { createAnalyzer } from '../../../shared/score/analysis.ts';
import { calibrate } from '../../../shared/score/calibrate.ts';
import { pairSimilarity } from '../../../shared/score/pair-similarity.ts';
import { type RankPorts, rank } from '../../../shared/score/rank.ts';
import { nodeEncoder, nodeRelatedWords } from '../../support/encoder.ts';

const vectors = new Map<string, Float32Array>();

/** Ports over the embedded encoder; `asked` counts the texts that were given to it. */
function ports(changes: Partial<RankPorts> = {}): RankPorts & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    analyzer: createAnalyzer(1_000_000),
    relatedWords: nodeRelatedWords(),
    reranker: null,
    calibrate,
    embed: async (texts) => {
      asked.push(...texts);
      const found = texts.map((text) => {
        const vector = vectors.get(text) ?? nodeEncoder().embed(text);
        vectors.set(text, vector);
        return vector;
      });
      return ok({ model: 'use-lite-en-q8', vectors: found, degraded: [] });
    },
    ...changes,
  };
}

/** Ports whose embedder is cheap: for inputs whose size is the point. */
function cheapPorts(): RankPorts & { asked: string[] } {
  const asked: string[] = [];
  const embed: RankPorts['embed'] = async (texts) => {
    asked.push(...texts);
    return ok({ model: 'x', vectors: texts.map(() => Float32Array.of(1)), degraded: [] });
  };
  return { ...ports({ embed }), asked };
}

const item = (id: string, text: string, title = ''): RankItem => ({ id, title, text });
const ask = (query: string, items: readonly RankItem[], with_ = ports(), rerankShortlist = 0) =>
  rank({ query, items, rerankShortlist }, with_);

const SHOP = [
  item('hours', 'The shop opens at nine and closes at six on weekdays.'),
  item('refund', 'Refunds are paid to the original card within five working days.'),
  item('volcano', 'Basalt flows cooled along the northern ridge of the volcano.'),
];
const FILLER = 'The committee discussed the colour of the fence and the height of the hedge. ';

describe('rank()', () => {
  it('puts the answer first and unrelated text near 0', async () => {
    const { items } = await ask('When are refunds paid?', SHOP);
    const [hours, refund, volcano] = items;
    expect(refund?.score).toBeGreaterThan(0.5);
    expect(refund?.score).toBeGreaterThan(hours?.score ?? 1);
    expect(volcano?.score).toBeLessThan(0.15);
    expect(refund?.matches).toBe(true);
    expect(volcano?.matches).toBe(false);
  });

  it('keeps scores comparable when better candidates join', async () => {
    const alone = await ask('When are refunds paid?', SHOP.slice(2));
    expect(alone.items[0]?.score).toBeLessThan(0.15);
  });

  it('gives results in the order of the items, equal items equal scores', async () => {
    const twice = [...SHOP, item('copy', SHOP[1]?.text ?? '')];
    const { items } = await ask('refund', twice);
    expect(items.map(({ id }) => id)).toEqual(['hours', 'refund', 'volcano', 'copy']);
    expect({ ...items[3], id: '' }).toEqual({ ...items[1], id: '' });
  });

  it('finds a fact at the end of a long text and says where', async () => {
    const fact = 'The deposit for a rented kayak is forty dollars.';
    const text = FILLER.repeat(60) + fact;
    const { items } = await ask('How much is the deposit for a kayak?', [
      item('long', text),
      item('other', FILLER.repeat(3)),
    ]);
    const [long, other] = items;
    expect(long?.score).toBeGreaterThan(0.4);
    expect(long?.score).toBeGreaterThan(3 * (other?.score ?? 1));
    expect(text.slice(long?.best.start, long?.best.end)).toContain(fact);
  });

  it('weighs a word of the title above one of the body', async () => {
    const { items } = await ask('warranty', [
      item('body', 'Some remarks about warranty.', 'Miscellany'),
      item('title', 'Some remarks about parts.', 'Warranty'),
    ]);
    expect(items[1]?.score).toBeGreaterThan(items[0]?.score ?? 1);
  });

  it('answers for a blank query and for no items', async () => {
    const { items, degraded } = await ask(' \n', SHOP);
    expect(items.map(({ score }) => score)).toEqual([0, 0, 0]);
    expect(degraded).toEqual([]);
    expect(await ask('refund', [])).toEqual({ items: [], degraded: [] });
  });

  it('answers for a query of stop words by meaning alone', async () => {
    const { items } = await ask('what is it about?', SHOP);
    expect(items.every(({ score, matches }) => score < 1 && !matches)).toBe(true);
  });

  it('matches Chinese and Cyrillic text by its words', async () => {
    const { items } = await ask('退款政策', [
      item('a', '本店的退款政策是七天。'),
      item('b', '今天天气很好。'),
    ]);
    expect(items[0]?.matches).toBe(true);
    expect(items[1]?.matches).toBe(false);
    const other = await ask('возврат товара', [
      item('a', 'Погода сегодня'),
      item('b', 'возврат денег'),
    ]);
    expect(other.items.map(({ matches }) => matches)).toEqual([false, true]);
  });

  it('ranks a long request by its words, embedding only what shares none', async () => {
    const with_ = ports();
    const query =
      'I bought a lamp last week. It arrived broken. I want a refund to my card. When will it be paid?';
    const { items } = await ask(query, SHOP, with_);
    expect(items[1]?.score).toBeGreaterThan(items[0]?.score ?? 1);
    expect(items[1]?.parts.similarity).toBeNull();
    expect(items[2]?.parts.similarity).not.toBeNull();
    expect(items[2]?.score).toBeLessThan(items[1]?.score ?? 0);
  });

  it('ranks by words and says so when embedding fails', async () => {
    const error = { code: 'dependency_unavailable', detail: 'Cannot run x: down' } as const;
    const { items, degraded } = await ask(
      'refunds paid',
      SHOP,
      ports({ embed: async () => ({ ok: false, error }) }) as ReturnType<typeof ports>,
    );
    expect(items[1]?.score).toBeGreaterThan(items[0]?.score ?? 1);
    expect(items[1]?.parts.similarity).toBeNull();
    expect(degraded).toMatchObject([{ dependency: 'embedder' }]);
  });

  it('caps the passages it embeds, the lexically best first, and says so of each item', async () => {
    const with_ = cheapPorts();
    const many = Array.from({ length: 300 }, (_, i) => item(`${i}`, `note ${i} on fences`));
    const { items, degraded } = await ask('note 250', many, with_);
    expect(with_.asked).toHaveLength(97);
    expect(with_.asked).toContain('note 250 on fences');
    expect(degraded).toEqual([]);
    expect(items[250]?.parts.similarity).not.toBeNull();
    expect(items.filter(({ parts }) => parts.similarity === null)).toHaveLength(204);
  });

  it('lets the cross-encoder reorder the shortlist only, by the best passage', async () => {
    const seen: string[] = [];
    const reranker = {
      model: 'fake',
      rerank: async (_: string, texts: readonly string[]) => {
        seen.push(...texts);
        return ok(texts.map((text) => (text.startsWith('The shop') ? 0.9 : 0.1)));
      },
    };
    const { items } = await ask(
      'When are refunds paid by the shop?',
      SHOP,
      ports({ reranker }) as ReturnType<typeof ports>,
      2,
    );
    expect(seen).toHaveLength(2);
    expect(items[0]?.parts.rerank).toBe(0.9);
    expect(items[0]?.score).toBeGreaterThan(items[1]?.score ?? 1);
    expect(items[2]?.parts.rerank).toBeNull();
    expect(items[2]?.score).toBeLessThan(items[1]?.score ?? 0);
  });

  it('is deterministic, bounded and does not change its input, for any text', async () => {
    const texts = fc.array(fc.record({ title: fc.string(), text: fc.string({ unit: 'binary' }) }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), texts, async (query, raw) => {
        const given = raw.map(({ title, text }, i) => item(`${i}`, text, title));
        const before = structuredClone(given);
        const first = await ask(query, given, cheapPorts());
        expect(await ask(query, given, cheapPorts())).toEqual(first);
        expect(given).toEqual(before);
        for (const [i, { score, parts, best }] of first.items.entries()) {
          for (const value of [score, parts.lexical, parts.similarity ?? 0]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
          expect(best.start).toBeLessThanOrEqual(best.end);
          expect(best.end).toBeLessThanOrEqual(given[i]?.text.length ?? 0);
        }
      }),
    );
  });

  it('reads hostile sizes: a megabyte of one character, many items, a huge query', async () => {
    const huge = [
      'a'.repeat(1_000_000),
      'a '.repeat(300_000),
      '字'.repeat(300_000),
      '.\n'.repeat(300_000),
    ];
    const items = huge.map((text, i) => item(`${i}`, text));
    expect((await ask('a 字', items, cheapPorts())).items).toHaveLength(4);
    const many = Array.from({ length: 10_000 }, (_, i) => item(`${i}`, `row ${i}`));
    expect((await ask('row 7', many, cheapPorts())).items[7]?.matches).toBe(true);
    const query = 'Why is the fence red? '.repeat(20_000);
    expect((await ask(query, SHOP, cheapPorts())).items).toHaveLength(3);
  });
});

describe('pairSimilarity()', () => {
  it('gives 1 for equal texts and less for others, long texts by all their passages', async () => {
    const long = FILLER.repeat(20);
    const { values } = await pairSimilarity(
      [
        { a: 'The shop is open.', b: 'The shop is open.' },
        { a: 'Refunds take five days.', b: 'A refund takes five days.' },
        { a: 'Refunds take five days.', b: 'The volcano erupted.' },
        {
          a: long,
          b: `${long}${'Kayaks are rented at the pier for forty dollars a day. '.repeat(20)}`,
        },
        { a: '', b: 'x' },
      ],
      ports(),
    );
    const [same, near, far, longer, blank] = values;
    expect(same).toBe(1);
    expect(near).toBeGreaterThan(0.7);
    expect(far).toBeLessThan(0.3);
    expect(longer).toBeLessThan(0.92);
    expect(blank).toBe(0);
  });

  it('never calls texts near-copies because the embedder is down', async () => {
    const error = { code: 'dependency_unavailable', detail: 'down' } as const;
    const down = { embed: async () => ({ ok: false, error }) as const, calibrate };
    const { values, degraded } = await pairSimilarity(
      [
        { a: 'a', b: 'b' },
        { a: 'a', b: 'a' },
      ],
      down,
    );
    expect(values).toEqual([0, 1]);
    expect(degraded).toHaveLength(1);
  });
});
