/** Characters of a line that are looked at; a message longer than this has said what it is. */
const HEAD_CHARS = 600;

const FATAL =
  /\b(?:panic(?:ked)?|fatal|critical|emerg(?:ency)?|segfault|segmentation fault|traceback|uncaught|unhandled|aborted|out of memory|core dumped)\b/i;
const ERROR =
  /\b(?:errors?|err|exceptions?|failed|failures?|fails?|severe|denied|refused)\b|(?:Error|Exception)\b|\b[EF]\d{2,5}\b/i;
const WARNING = /\bwarn(?:ing|ings)?\b/i;
/** A tally of nothing is good news. */
const NONE =
  /\b(?:0|no|zero|without) (?:\w{1,20} ){0,2}(?:errors?|failures?|exceptions?|failed)\b|\b(?:errors?|failed|failures?)\s?[:=]\s?0\b/gi;

/** How bad a log line reads: 3 fatal or panic, 2 error or exception, 1 warning, 0 anything else. */
export function severityOf(line: string): 0 | 1 | 2 | 3 {
  const head = line.slice(0, HEAD_CHARS).replace(NONE, '');
  if (FATAL.test(head)) return 3;
  if (ERROR.test(head)) return 2;
  return WARNING.test(head) ? 1 : 0;
}
