import type { Clause, StateFact } from './fact.ts';

/** Names of plans, for where the word "plan" is left out. */
const TIER =
  '(?:Free|Basic|Starter|Hobby|Personal|Plus|Pro|Premium|Team|Business|Enterprise|Standard|Ultimate|Unlimited|Bronze|Silver|Gold|Platinum|Family|Individual|Developer|Growth|Scale)';
const PLAN_NAME = '[\\p{Lu}\\d][\\p{L}\\p{M}\\d+-]*(?: [\\p{Lu}\\d][\\p{L}\\p{M}\\d+-]*)?';
const FROM = '(?: (?:from|off) (?:the )?[\\p{L} ]{2,24}?)?';
/** A plan by name and the word "plan", or by one of the usual names behind a verb that is said of plans. */
const PLAN = new RegExp(
  `^(?:(?:(?:has |have )?(?:been )?(?:upgraded|downgraded|switched|moved|subscribed)${FROM} to|(?:am |is )(?:subscribed to|on)) (?:the |our |an? )?(${PLAN_NAME}|\\p{Ll}+) (?:plan|tier|subscription)|(?:(?:has |have )?(?:been )?(?:upgraded|downgraded|subscribed)${FROM}|(?:has |have )?switched from (?:the )?[\\p{L} ]{2,24}? plan) to (?:the )?(${TIER}))$`,
  'u',
);
const NO_PLAN =
  /^(?:right|same|new|old|payment|meal|diet|business|lesson|floor|first|second|top|bottom|good|great|workout|training|data|phone|family|fitness|exercise|keto|vegan|treatment|study|health|dental|insurance)$/;
const MARITAL =
  /^(?:(?:am|is|got|has (?:been|got)|have (?:been|got)|has become|have become) )(single|married|divorced|widowed|engaged|separated)(?: (?:to \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?|now|yesterday|recently|last (?:week|month|weekend)))?$/u;
const AGE = /^(?:am|is|turned) (\d{1,3})(?: years? old| today)$/;

/** Which plan somebody is on now. */
export function plan({ entity, predicate }: Clause): StateFact | null {
  const match = PLAN.exec(predicate);
  const value = match?.[1] ?? match?.[2];
  return value === undefined || NO_PLAN.test(value) ? null : { entity, key: 'plan', value };
}

/** Whether somebody is married now, in one word. */
export function maritalStatus({ entity, predicate }: Clause): StateFact | null {
  const value = MARITAL.exec(predicate)?.[1];
  return value === undefined ? null : { entity, key: 'marital status', value };
}

/** How old somebody is now, in years. */
export function age({ entity, predicate }: Clause): StateFact | null {
  const value = AGE.exec(predicate)?.[1];
  return value === undefined ? null : { entity, key: 'age', value };
}
