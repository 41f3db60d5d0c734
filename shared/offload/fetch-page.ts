import type { FetchPage } from '../contracts/offload.ts';
import type { Failure } from '../errors.ts';
import { ok, type Result } from '../result.ts';
import type { Content, CountTokens, Reading } from './content.ts';
import { parseFetch } from './parse-fetch.ts';
import { countLines, lineAt, utf8Bytes } from './positions.ts';
import { readMode } from './read-mode.ts';
import { screenPage } from './screen-page.ts';

/**
 * The fetch tool's one operation: validates it, reads one page and says how much there is and how to go
 * on. Instructions in the content are taken out of the page, which says where; otherwise following
 * `next` until it is null gives every byte of the content exactly once (tail: from the end; grep: every
 * match). The page text never has more than `max_tokens`. Empty content: an empty page.
 * Fails with `invalid_request` or `range_not_satisfiable`. Linear in the content.
 */
export function fetchPage(
  content: Content,
  operation: unknown,
  count: CountTokens,
): Result<FetchPage, Failure> {
  const request = parseFetch(operation);
  if (!request.ok) return request;
  const reading = readMode(content, request.value, count);
  return reading.ok ? ok(toPage(content, reading.value, count)) : reading;
}

function toPage(content: Content, reading: Reading, count: CountTokens): FetchPage {
  const { text } = content;
  const screened = screenPage(content, reading, count);
  const from = utf8Bytes(text, 0, reading.start);
  const bytes = { from, to: from + utf8Bytes(text, reading.start, reading.end) };
  const lines =
    reading.text === '' && reading.start === reading.end
      ? { from: 0, to: 0 }
      : {
          from: lineAt(text, reading.start),
          to: lineAt(text, Math.max(reading.start, reading.end - 1)),
        };
  return {
    text: screened.text,
    unit: reading.unit,
    ...(reading.unit === 'bytes' ? bytes : lines),
    bytes,
    tokens: count(screened.text),
    total_lines: countLines(text),
    total_bytes: utf8Bytes(text),
    total_tokens: content.totalTokens,
    total_tokens_estimated: content.totalTokensEstimated,
    ...(reading.matchingLines === undefined ? {} : { matching_lines: reading.matchingLines }),
    next: reading.next,
    truncated: reading.truncated,
    provenance: content.provenance,
    findings: [...screened.findings],
  };
}
