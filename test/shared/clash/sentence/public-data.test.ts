import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareSentences } from '../../../../shared/clash/sentence/compare-sentences.ts';
import { prepareSentence } from '../../../../shared/clash/sentence/sentence.ts';
import { TIERS } from '../../../../shared/clash/types.ts';

const DATA = process.env.CASEMENT_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const FILE = join(DATA, 'contradiction.jsonl');

interface Pair {
  readonly source: string;
  readonly granularity: string;
  readonly a: string;
  readonly b: string;
  readonly label: string;
}

/** Least share of found clashes that are contradictions, down to each tier, on pairs about one thing. */
const MIN_PRECISION = { drop: 0.97, high: 0.95, flag: 0.9 };
const MIN_PRECISION_OF_SOURCE = 0.92;
/** Least share of contradictions found with any tier, where words show them. */
const MIN_RECALL = { sick_test: 0.65, breaking_nli: 0.5, conflictqa: 0.9 };

describe.skipIf(!existsSync(FILE))(
  'compareSentences() of public pairs (skipped without CASEMENT_DATA)',
  () => {
    const pairs = existsSync(FILE)
      ? readFileSync(FILE, 'utf8')
          .trim()
          .split('\n')
          .map((line): Pair => JSON.parse(line))
          .filter(({ granularity }) => granularity === 'sentence')
      : [];
    const found = (sameEntity: boolean) =>
      pairs.flatMap((pair) => {
        const context = { sameEntity, sameSource: false, oneOwner: false };
        const clash = compareSentences(prepareSentence(pair.a), prepareSentence(pair.b), context);
        return clash === null
          ? []
          : [{ tier: clash.tier, source: pair.source, isRight: pair.label === 'contradiction' }];
      });
    const precision = (hits: readonly { readonly isRight: boolean }[]) =>
      hits.length === 0 ? 1 : hits.filter(({ isRight }) => isRight).length / hits.length;

    it.each([true, false])(
      'is right at every tier when the caller knows of one thing: %s',
      (sameEntity) => {
        const hits = found(sameEntity);
        for (const [index, tier] of TIERS.entries()) {
          const upTo = TIERS.slice(0, index + 1);
          expect(precision(hits.filter((hit) => upTo.includes(hit.tier)))).toBeGreaterThanOrEqual(
            MIN_PRECISION[tier],
          );
        }
      },
    );

    it('drops rightly on every source', () => {
      const drops = found(true).filter(({ tier }) => tier === 'drop');
      for (const source of new Set(pairs.map((pair) => pair.source))) {
        const share = precision(drops.filter((hit) => hit.source === source));
        expect({ source, isRight: share >= MIN_PRECISION_OF_SOURCE }).toEqual({
          source,
          isRight: true,
        });
      }
    });

    it.each(Object.entries(MIN_RECALL))('finds contradictions of %s', (source, least) => {
      const all = pairs.filter((pair) => pair.source === source && pair.label === 'contradiction');
      const right = found(true).filter((hit) => hit.source === source && hit.isRight);
      expect(right.length / all.length).toBeGreaterThanOrEqual(least);
    });
  },
);
