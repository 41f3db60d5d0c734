import type { Clause, StateFact } from './fact.ts';
import { isOrganisation } from './value.ts';

const EMPLOYED =
  /^(?:works? (?:at|for)|(?:am |is )?working (?:at|for)|(?:am |is )?employed (?:by|at)|(?:has |have )?(?:joined|got hired by)|(?:has |have )?started (?:working|a new job|a job|work) (?:at|for)|got a (?:new )?job (?:at|with)) (.+)$/i;
const WHEN =
  /(?: (?:now|today|yesterday|recently|these days|full[- ]time|since .{1,30}|for (?:\w+ )?(?:\w+ )?years|last (?:week|month)|this (?:week|month|year)|in (?:January|February|March|April|May|June|July|August|September|October|November|December)))+$/;
const AS = / as (?:an? |the |their |its )?(.+)$/;
const TITLED =
  /^(?:works? as|(?:am |is )?working as|(?:am |is )?employed as|(?:has |have )?(?:been |was |were |got )?promoted to|(?:has|have) become|am|is) (?:an? |the |our |their )?(.+)$/i;
const WORKS_AS = /^(?:works? as|(?:am |is )?working as|(?:am |is )?employed as)/i;
/** Verbs after which any noun is what somebody does for a living. */
const CERTAIN = /^(?:works? as|(?:am |is )?working as|(?:am |is )?employed as|.{0,12}promoted to)/i;
const TITLE =
  /^(?:[\p{L}&/-]+ ){0,4}(?:engineer|manager|director|nurse|doctor|physician|surgeon|teacher|professor|lecturer|analyst|designer|developer|programmer|consultant|architect|lead|vp|ceo|cto|cfo|coo|cmo|officer|accountant|lawyer|attorney|paralegal|chef|cook|baker|writer|editor|journalist|scientist|researcher|assistant|administrator|specialist|coordinator|supervisor|technician|electrician|plumber|carpenter|mechanic|pilot|barista|waiter|waitress|cashier|principal|president|intern|photographer|therapist|counsell?or|psychologist|dentist|pharmacist|veterinarian|librarian|recruiter|salesperson|representative|agent|driver|firefighter|translator|economist|strategist|planner|controller|auditor|banker|broker|realtor|tutor|coach|clerk|receptionist|secretary|superintendent|dean|foreman)(?: of [\p{L}& ]{2,40})?$/iu;
const NO_TITLE =
  /\b(?:volunteer|charm|usual|intended|expected|team|usher|one|member|and|or|but|who|that|which|with|host|proud|good|great|best|big|huge|favou?rite|better|new)\b/i;
const MAX_TITLE_WORDS = 6;

/** Whom somebody works for now; null when the sentence also says as what. */
export function employer({ entity, predicate }: Clause): StateFact | null {
  const written = EMPLOYED.exec(predicate)?.[1]?.replace(WHEN, '').replace(AS, '');
  return written !== undefined && isOrganisation(written)
    ? { entity, key: 'employer', value: written }
    : null;
}

/** What somebody's job is now. "is a nurse" alone is not read: only that it is new, or what one works as. */
export function jobTitle({ entity, predicate, isNew }: Clause): StateFact | null {
  const written = TITLED.exec(predicate)?.[1]?.replace(WHEN, '');
  if (written === undefined || NO_TITLE.test(written)) return null;
  const title = written.replace(/ (?:at|for) (\p{Lu}.*)$/u, '');
  const isTitle = TITLE.test(title) && (CERTAIN.test(predicate) || isNew);
  const isCapital = /^\p{Lu}[\p{L}&/-]*(?: (?:of )?\p{Lu}[\p{L}&/-]*){0,4}$/u.test(title);
  const isOccupation =
    WORKS_AS.test(predicate) &&
    /^[\p{L}&/ -]+$/u.test(title) &&
    title.split(' ').length <= MAX_TITLE_WORDS &&
    !/ (?:at|in|on|for|from|to) /.test(title);
  const isCertain = isOccupation || (isCapital && CERTAIN.test(predicate));
  return isTitle || isCertain ? { entity, key: 'job title', value: title } : null;
}
