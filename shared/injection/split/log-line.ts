import { type Reading, sliceReading } from './reading.ts';
import { countWords } from './words.ts';

/** Times, levels, hosts and numbers in front of a message, then the name of what logged it. */
const PREFIX =
  /^(?:\s{0,8}(?:\[[^\]\n]{1,60}\]|\(?[\d:.,TZ/+-]{1,40}\)?(?=\s)|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?=\s)|(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical)(?![a-z])):?\s{0,8}[-|]?){1,12}\s{0,8}(?:[\w.-]{1,40}\s)?(?:[\w.$/-]{1,60}(?:[\w.$/-]{1,60}|\[\d{1,9}\]|\(\w{1,30}\)){0,2}(?::\s|\s-\s))?/i;
const MIN_MESSAGE_WORDS = 2;

/** The message of a log line, without times, levels and names; the whole line when little is left. */
export function messageOf(line: Reading): Reading {
  const length = PREFIX.exec(line.text)?.[0].length ?? 0;
  if (length === 0 || countWords(line.text.slice(length)) < MIN_MESSAGE_WORDS) return line;
  return sliceReading(line, length, line.text.length);
}
