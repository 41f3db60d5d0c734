import { RE2JS } from 're2js';
import { type Failure, fieldFailure } from '../errors.ts';
import { fail, ok, type Result } from '../result.ts';

/**
 * Most work of one search: program size × UTF-16 units. RE2's slow path (NFA) does some 10^8 of these a
 * second on one core (measured with nested counted repeats), so this bounds a search by about 10 s,
 * within the 30 s of CPU time of a request.
 */
const MAX_WORK = 1_000_000_000;
/** Most work of searching long lines again for their excerpts, at some 4 × 10^7 a second: 2.5 s. */
const MAX_FIND_WORK = 100_000_000;

/** A compiled pattern with what its search may cost. */
export interface Pattern {
  /** True when some part of the line matches. Linear. */
  test(line: string): boolean;
  /** The first match at or after `from`, as UTF-16 offsets; null when there is none. Linear. */
  find(line: string, from: number): { readonly start: number; readonly end: number } | null;
  /** Units that `find` may search in one operation. */
  readonly maxFindUnits: number;
}

/**
 * Compiles an RE2 pattern: linear time, no backreferences and no lookaround. `units` is the length of
 * the content. Fails at `/pattern` when the syntax is invalid, or when the pattern is so large that
 * searching this content would take too long; a plain text is never too large.
 */
export function compilePattern(
  source: string,
  ignoreCase: boolean,
  units: number,
): Result<Pattern, Failure> {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(fieldFailure('/pattern', `Cannot compile pattern: ${reason}`));
  }
  const maxUnits = Math.floor(MAX_WORK / compiled.programSize());
  if (units > maxUnits && RE2JS.quote(source) !== source) {
    const detail = `Cannot search: the pattern is too complex for ${units} characters, simplify it`;
    return fail(fieldFailure('/pattern', detail));
  }
  return ok({
    test: (line) => compiled.test(line),
    find: (line, from) => {
      const matcher = compiled.matcher(line);
      return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : null;
    },
    maxFindUnits: Math.floor(MAX_FIND_WORK / compiled.programSize()),
  });
}
