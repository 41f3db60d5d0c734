import type { Clash, ClashSide } from '../types.ts';
import { type Claim, claimsOf } from './claims.ts';
import { compareClaims } from './compare-claims.ts';
import { proseSentences, type Sentence } from './prose.ts';
import { headEntity, isOtherBearer, isSameName, namesIn, openingName } from './subjects.ts';

/** A claim, the sentence that makes it and the name it is about. */
interface Placed {
  readonly claim: Claim;
  readonly sentence: Sentence;
  readonly subject: string;
}

/**
 * Claims of two passages about one name that opens both sentences that cannot both hold. Always `flag` and possible: two bearers
 * of one name make the same picture. [] when the passages say that they mean different bearers.
 */
export function claimClashes(a: string, b: string): readonly Clash[] {
  const [left, right] = [proseSentences(a), proseSentences(b)];
  if (isOtherBearer(headEntity(a), headEntity(b))) return [];
  const [placedA, placedB] = [placed(left, namesIn(a)), placed(right, namesIn(b))];
  const clashes: Clash[] = [];
  for (const subject of new Set(placedA.map((entry) => entry.subject))) {
    const own = placedA.filter((entry) => entry.subject === subject);
    const others = placedB.filter((entry) => isSameName(entry.subject, subject));
    if (others.length === 0) continue;
    const found = compareClaims(own.map(claimOf), others.map(claimOf));
    for (const { a: x, b: y } of found) {
      const [at, against] = [own.find((p) => p.claim === x), others.find((p) => p.claim === y)];
      if (at === undefined || against === undefined) continue;
      clashes.push({
        tier: 'flag',
        rule: `claim-${x.attribute}`,
        possible: true,
        subject: '',
        a: side(at),
        b: side(against),
        extent: 'statement',
      });
    }
  }
  return clashes;
}

function claimOf({ claim }: Placed): Claim {
  return claim;
}

function placed(sentences: readonly Sentence[], names: ReadonlySet<string>): readonly Placed[] {
  return sentences.flatMap((sentence) => {
    const subject = openingName(sentence.text, names);
    if (subject === null) return [];
    return claimsOf(sentence).map((claim) => ({ claim, sentence, subject }));
  });
}

function side({ claim, sentence }: Placed): ClashSide {
  return { start: sentence.start, end: sentence.end, text: sentence.text, value: claim.raw };
}
