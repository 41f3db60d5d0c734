import { lemma } from '../../../words/lemma.ts';
import { MULTI_VALUED_VERBS } from './function-words.ts';

/** Common verbs of documentation and of everyday statements, beside those that take many objects. */
const COMMON = `
accept allow apply arrive ask begin believe belong block break bring build cause change check choose close
come complete consist control copy cost count create cut decide define delete deny depend describe deploy
disable drop enable end enter exist expire explain export fail fall fill find finish follow forbid get give go
grow happen hear help hit hope hurt import include increase decrease install jump keep kick kill lay lead
leave let lie limit live log look lose love lower make mean measure move open operate owe paint pass pay pick
plan point prevent produce promise prove pull push put raise reach refer reject release rely remain remember
remove report require reside rest restart return ride rise run say seem send set show shut sit skip sleep
slice sound spend stand start state stay stop suggest take talk tell think throw turn try update validate
verify wait walk want warn weigh write connect expose fetch listen load lock merge migrate monitor notify parse
poll process publish query reboot record redirect replicate reply reset resolve respond retain retry rotate
route save scale schedule scan share sign store stream submit subscribe sync trigger upgrade upload
`;

/** Bases, as `lemma()` gives them. */
const VERBS: ReadonlySet<string> = new Set(
  [...COMMON.trim().split(/\s+/), ...MULTI_VALUED_VERBS].map(lemma),
);

/** Whether the base of a word is a common verb; its -s form is then taken for one. */
export function isVerb(base: string): boolean {
  return VERBS.has(base);
}

const MULTI_VALUED: ReadonlySet<string> = new Set([...MULTI_VALUED_VERBS].map(lemma));

/** Whether a base is that of a verb that takes many objects at once: who likes tea may like coffee. */
export function isMultiValuedVerb(base: string): boolean {
  return MULTI_VALUED.has(base);
}
