import type { Clash, ClashSide, Tier } from '../types.ts';
import { sentenceTerms } from './align.ts';
import type { Edit, EditKind } from './edit-kind.ts';
import { editedCopy } from './edited-copy.ts';
import { proseSentences, type Sentence } from './prose.ts';
import type { Word } from './words.ts';

/** Share of the shorter text in common from which a changed value is sure to be an edit. */
const SURE_COPIED = 0.7;
/** Least share of the terms of the longer sentence around an edit that the other one has too. */
const MIN_ALIKE = 0.5;
/** Edits after which the two texts cannot both be true; other words may only be other words. */
const DECISIVE: ReadonlySet<EditKind> = new Set(['num', 'neg', 'closed']);
const REPORTED: ReadonlySet<EditKind> = new Set([...DECISIVE, 'name', 'other']);

/**
 * What disagrees between a text and an edited copy of it: changed values, negations and opposites are
 * decisive (`drop`), changed names and other words are shown (`flag`). [] when neither is a copy of the
 * other. The whole losing text may go when it says nothing else.
 */
export function copyClashes(a: string, b: string, isSameEntity: boolean): readonly Clash[] {
  const copy = editedCopy(a, b, isSameEntity);
  if (copy === null) return [];
  const isSure = copy.copied >= SURE_COPIED;
  const isWhole = copy.copiedOfLonger >= SURE_COPIED;
  return copy.edits.flatMap((edit): readonly Clash[] => {
    if (!REPORTED.has(edit.kind)) return [];
    const isDecisive = DECISIVE.has(edit.kind);
    if (!isSure && !isDecisive) return [];
    const tier: Tier = isSure && isDecisive ? 'drop' : 'flag';
    const [sideA, sideB] = [side(a, edit.a, edit), side(b, edit.b, edit)];
    if (!areAlike(sideA.text, sideB.text)) return [];
    return [
      {
        tier,
        rule: `copy-${edit.kind}`,
        possible: false,
        subject: '',
        a: sideA,
        b: sideB,
        extent: tier === 'drop' && isWhole ? 'text' : 'statement',
      },
    ];
  });
}

/** An edit stands in two states of one sentence; otherwise it only joins what follows it. */
function areAlike(a: string, b: string): boolean {
  const [left, right] = [sentenceTerms(a), sentenceTerms(b)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared >= MIN_ALIKE * Math.max(left.size, right.size);
}

/** The sentence around an edit; an inserted negation has no words on one side: then its neighbour's. */
function side(text: string, words: readonly Word[], edit: Edit): ClashSide {
  const first = words[0] ?? (words === edit.a ? edit.afterA : edit.afterB);
  const start = first?.start ?? text.length;
  const end = words.at(-1)?.end ?? start;
  const around = sentenceAt(text, start);
  const span = around ?? { start, end };
  return {
    start: span.start,
    end: Math.max(span.end, end),
    text: text.slice(span.start, Math.max(span.end, end)),
    value: text.slice(start, end),
  };
}

function sentenceAt(text: string, offset: number): Sentence | null {
  return proseSentences(text).find(({ start, end }) => start <= offset && offset <= end) ?? null;
}
