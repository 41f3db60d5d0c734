import { replaceDataUris } from './data-uri.ts';
import { type CountTokens, fitsTokens } from './fit-tokens.ts';
import { fenceBlocks, splitLines } from './lines.ts';
import { reduceCharacters } from './reduce/characters.ts';
import { reduceCode } from './reduce/code.ts';
import type { Draft, Omitted, ReduceInput, ShapeReducer } from './reduce/contract.ts';
import { reduceJson } from './reduce/json.ts';
import { reduceLog } from './reduce/log.ts';
import { reduceMarkdown } from './reduce/markdown.ts';
import { createMatcher, type Matcher, type Terms } from './reduce/matcher.ts';
import { reduceProse } from './reduce/prose.ts';
import { reduceTable } from './reduce/table.ts';
import { detectShape, type Shape } from './shape.ts';

/** A text to shorten, and to what size. */
export interface ReduceRequest {
  readonly text: string;
  /** The most that the result may count, markers included. */
  readonly maxTokens: number;
  readonly count: CountTokens;
  /** What the task asks; "" when nothing is known. */
  readonly query: string;
  /** Splits query and text into the words they are matched by (stemmed, lower case). */
  readonly terms: Terms;
  /** Handle under which the whole text can be fetched, or null. */
  readonly handle: string | null;
  /** The shape, when it is known. */
  readonly shape?: Shape;
}

/** A shortened text; `tokens` counts it with its markers. */
export interface Reduction {
  readonly text: string;
  readonly shape: Shape;
  readonly tokens: number;
  readonly omitted: Omitted;
  /** True when only structure is left (a header, the keys): the caller may prefer the whole text. */
  readonly emptied: boolean;
}

/** A token of a text inside a text is counted as this many characters. */
const INNER_CHARS_PER_TOKEN = 4;

/** For each shape what is tried, in order. JSON and tables have no second way: it would break their form. */
const REDUCERS: Readonly<Record<Shape, readonly ShapeReducer[]>> = {
  json: [reduceJson],
  table: [reduceTable],
  csv: [reduceTable],
  log: [reduceLog, reduceCharacters],
  code: [reduceCode, reduceCharacters],
  markdown: [reduceMarkdown, reduceCharacters],
  prose: [reduceProse, reduceCharacters],
};

function isGiantLine(text: string, maxTokens: number): boolean {
  // One line or sentence far above the budget: the pieces must be smaller than lines.
  const body = text.trim();
  return body.length > maxTokens && !body.includes('\n');
}

function isStructured(shape: Shape): boolean {
  return shape === 'json' || shape === 'table' || shape === 'csv';
}

function isBalanced(text: string): boolean {
  return fenceBlocks(splitLines(text)).every(({ close }) => close !== null);
}

/** Pieces of characters may fall inside a code block: such a draft is no use. */
function keepsFences(before: string, after: string): boolean {
  return isBalanced(after) || !isBalanced(before);
}

function reducersFor(shape: Shape, text: string, maxTokens: number): readonly ShapeReducer[] {
  if (!isStructured(shape) && isGiantLine(text, maxTokens) && shape !== 'prose')
    return [reduceCharacters];
  return REDUCERS[shape];
}

function draftOf(shape: Shape, input: Omit<ReduceInput, 'inner'>, depth: number): Draft | null {
  const structured = isStructured(shape);
  const inner = (text: string, maxChars: number) =>
    depth > 0 ? null : reduceInner(text, maxChars, input.matcher);
  for (const reducer of reducersFor(shape, input.text, input.maxTokens)) {
    const draft = reducer({ ...input, inner });
    if (draft === null || input.count(draft.text) > input.maxTokens) continue;
    if (structured || keepsFences(input.text, draft.text)) return draft;
  }
  return null;
}

/** A text inside a JSON string, reduced by its own shape and measured as it is written in JSON. */
function reduceInner(text: string, maxChars: number, matcher: Matcher): string | null {
  const count = (part: string) => Math.ceil(JSON.stringify(part).length / INNER_CHARS_PER_TOKEN);
  const maxTokens = Math.floor(maxChars / INNER_CHARS_PER_TOKEN);
  const draft = draftOf(detectShape(text), { text, maxTokens, count, matcher, handle: null }, 1);
  return draft === null || draft.emptied ? null : draft.text;
}

/**
 * Shortens a text to at most `maxTokens` by its shape, around what the task asks, and states the cut in
 * the text itself with exact numbers and the handle. Data URIs are replaced by notes first. Null when
 * the text fits already, is empty, or nothing meaningful fits: the caller keeps the original. Pure and
 * deterministic; the text is counted O(log n) times, and never far above `maxTokens` at once.
 */
export function reduce(request: ReduceRequest): Reduction | null {
  const { text, maxTokens, count, query, terms, handle } = request;
  if (maxTokens <= 0 || text.trim() === '' || fitsTokens(text, maxTokens, count)) return null;
  const shape = request.shape ?? detectShape(text);
  const matcher = createMatcher(query, terms);
  const noted = replaceDataUris(text, handle);
  const replaced = noted !== text && fitsTokens(noted, maxTokens, count);
  const draft: Draft | null = replaced
    ? { text: noted, omitted: charsGone(text, noted), emptied: false }
    : draftOf(shape, { text: noted, maxTokens, count, matcher, handle }, 0);
  if (draft === null || draft.text.length >= text.length || draft.text.trim() === '') return null;
  return { ...draft, shape, tokens: count(draft.text) };
}

function charsGone(before: string, after: string): Omitted {
  return { unit: 'characters', count: before.length - after.length, of: before.length };
}
