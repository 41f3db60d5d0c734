import { formatCount } from '../amounts.ts';
import { takeStart } from '../cut.ts';
import { type JsonMember, jsonMembers } from '../json-text.ts';
import type { ReduceInput } from './contract.ts';
import { extremesOf, numberOf } from './extremes.ts';
import { cutWords, wayBack } from './marker.ts';
import { sampleOrder } from './sample-order.ts';

/** Deeper values are replaced by a note; nobody reads that deep, and recursion must end. */
const MAX_DEPTH = 40;
/** Objects up to this size keep all their keys; larger ones are maps and are sampled like arrays. */
const MAX_KEPT_KEYS = 24;
/** Characters below which a value is not shortened further: its marker would be longer. */
const MIN_VALUE_CHARS = 64;
/** One item of an array may take this share of the array's characters while others wait. */
const MAX_ITEM_SHARE = 0.25;
/** What a matching value gets, relative to one that does not match. */
const MATCH_WEIGHT = 4;
/** A list of positions longer than this is left out. */
const MAX_POSITION_CHARS = 60;
/** Strings from this length are reduced by their own shape (a log, a page), given this much room. */
const MIN_INNER_CHARS = 800;
const MIN_INNER_ROOM_CHARS = 300;
/** Room for `"_omitted":"… of … items"` and the positions. */
const MARKER_CHARS = 80;

/** What one rendering left out. */
export interface Tally {
  items: number;
  ofItems: number;
  chars: number;
}

export interface JsonEmitter {
  /** The document in about `budgetChars`, as valid JSON. The measure is the caller's: this only aims. */
  emit(budgetChars: number): { readonly text: string; readonly tally: Tally };
}

type Context = Pick<ReduceInput, 'matcher' | 'handle' | 'inner'>;

interface Container {
  readonly members: readonly JsonMember[];
  readonly scores: Float64Array;
  /** Member indexes, best first. */
  readonly order: readonly number[];
}

/** Splits `total` over values of `sizes`: the small ones whole, the rest by weight. */
function allot(sizes: readonly number[], weights: readonly number[], total: number): number[] {
  const need = (index: number) => (sizes[index] ?? 0) / (weights[index] ?? 1);
  const bySize = [...sizes.keys()].sort((a, b) => need(a) - need(b) || a - b);
  let left = total;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  const given = new Array<number>(sizes.length).fill(0);
  for (const index of bySize) {
    const weight = weights[index] ?? 1;
    const share = Math.max(0, (left * weight) / weightLeft);
    given[index] = Math.min(sizes[index] ?? 0, share);
    left -= given[index];
    weightLeft -= weight;
  }
  return given;
}

/** "1-3, 40, 99" for ascending 0-based indexes, counted from 1; "" when it would be long. */
function positions(indexes: readonly number[]): string {
  const runs: string[] = [];
  for (let at = 0; at < indexes.length && runs.length <= MAX_POSITION_CHARS; at += 1) {
    const first = indexes[at] ?? 0;
    let last = first;
    while (indexes[at + 1] === last + 1) {
      last += 1;
      at += 1;
    }
    runs.push(first === last ? `${first + 1}` : `${first + 1}-${last + 1}`);
  }
  const text = runs.join(', ');
  return text.length > MAX_POSITION_CHARS ? '' : text;
}

/** A key of ours that the document does not use. */
function unusedKey(text: string, name: string): string {
  let key = name;
  while (text.includes(`"${key}"`)) key = `_${key}`;
  return key;
}

/**
 * Renders compact, valid JSON at a given size: keys and order kept, numbers verbatim, arrays (and maps)
 * sampled with exact counts under "_omitted", long strings shortened with a marker. The root says under
 * "_whole" how to get everything.
 */
export function createJsonEmitter(json: string, context: Context): JsonEmitter {
  const { matcher, handle, inner } = context;
  const omittedKey = unusedKey(json, '_omitted');
  const keptKey = unusedKey(json, '_kept');
  const wholeKey = unusedKey(json, '_whole');
  const whole = handle === null ? '' : `"${wholeKey}":${JSON.stringify(wayBack(handle))}`;
  const containers = new Map<number, Container>();

  function fieldsOf(members: readonly JsonMember[]): Float64Array[] {
    const fields = new Map<string, Float64Array>();
    const put = (name: string, index: number, span: JsonMember) => {
      const unit = json.charCodeAt(span.start);
      // Only bare numbers: "-" or a digit. Strings that look like numbers are mostly ids.
      if (unit !== 0x2d && (unit < 0x30 || unit > 0x39)) return;
      let values = fields.get(name);
      if (values === undefined) {
        if (fields.size >= MAX_KEPT_KEYS) return;
        values = new Float64Array(members.length).fill(Number.NaN);
        fields.set(name, values);
      }
      values[index] = numberOf(json.slice(span.start, span.end));
    };
    for (const [index, member] of members.entries()) {
      put('', index, member);
      if (json[member.start] !== '{') continue;
      for (const field of jsonMembers(json, member.start)) put(field.key ?? '', index, field);
    }
    return [...fields.values()];
  }

  function containerAt(start: number): Container {
    const known = containers.get(start);
    if (known !== undefined) return known;
    const members = jsonMembers(json, start);
    const texts = members.map(({ key, start: from, end }) => (key ?? '') + json.slice(from, end));
    const scores = matcher.scores(texts);
    const isArray = json[start] === '[';
    const order = sampleOrder(scores, isArray ? extremesOf(fieldsOf(members)) : []);
    const container = { members, scores, order };
    containers.set(start, container);
    return container;
  }

  function emitString(source: string, room: number, tally: Tally): string {
    const value: unknown = JSON.parse(source);
    if (typeof value !== 'string') return source;
    const nested =
      value.length >= MIN_INNER_CHARS && room >= MIN_INNER_ROOM_CHARS ? inner(value, room) : null;
    const head = takeStart(value, Math.max(1, room - MARKER_CHARS / 2));
    const omitted = value.length - head.length;
    const mark = cutWords(omitted, value.length, 'characters');
    const short = JSON.stringify(nested ?? `${head}[… ${mark}]`);
    if (short.length >= source.length) return source;
    tally.chars += nested === null ? omitted : Math.max(0, value.length - nested.length);
    return short;
  }

  /** Which members stay: all of a small object, else those that fit in order of worth. */
  function choose({ members, order }: Container, isArray: boolean, room: number): number[] {
    if (!isArray && members.length <= MAX_KEPT_KEYS) return [...members.keys()];
    const chosen: number[] = [];
    const cap = Math.max(MIN_VALUE_CHARS, room * MAX_ITEM_SHARE);
    let left = room;
    for (const index of order) {
      const member = members[index];
      if (member === undefined) continue;
      const cost = Math.min(cap, member.end - member.start) + (member.key?.length ?? 0) + 2;
      if (cost > left) break;
      left -= cost;
      chosen.push(index);
    }
    return chosen.sort((a, b) => a - b);
  }

  function emitContainer(start: number, budget: number, depth: number, tally: Tally): string {
    const container = containerAt(start);
    const { members, scores } = container;
    const isArray = json[start] === '[';
    const chosen = choose(container, isArray, budget - MARKER_CHARS);
    const kept = chosen.flatMap((index) => members[index] ?? []);
    const keyChars = kept.reduce((sum, { key }) => sum + (key?.length ?? 0) + 2, 0);
    const given = allot(
      kept.map((member) => member.end - member.start),
      chosen.map((index) => ((scores[index] ?? 0) > 0 ? MATCH_WEIGHT : 1)),
      budget - keyChars - (kept.length < members.length ? MARKER_CHARS : 0),
    );
    const parts = kept.map((member, at) => {
      const value = emitValue(member.start, member.end, given[at] ?? 0, depth + 1, tally);
      return member.key === null ? value : `${member.key}:${value}`;
    });
    const notes: string[] = [];
    const gone = members.length - kept.length;
    if (gone > 0) {
      tally.items += gone;
      tally.ofItems += members.length;
      const what = `${formatCount(gone)} of ${formatCount(members.length)} ${isArray ? 'items' : 'keys'}`;
      notes.push(`"${omittedKey}":"${what}"`);
      const where = isArray ? positions(chosen) : '';
      if (where !== '') notes.push(`"${keptKey}":"${where}"`);
    }
    if (depth === 0 && whole !== '') notes.push(whole);
    if (notes.length > 0) parts.push(isArray ? `{${notes.join(',')}}` : notes.join(','));
    return isArray ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
  }

  function emitValue(
    start: number,
    end: number,
    budget: number,
    depth: number,
    tally: Tally,
  ): string {
    const size = end - start;
    if (size <= budget || size <= MIN_VALUE_CHARS / 2) return json.slice(start, end);
    const kind = json[start];
    if (kind === '"') return emitString(json.slice(start, end), Math.floor(budget), tally);
    if (kind !== '{' && kind !== '[') return json.slice(start, end);
    if (depth > MAX_DEPTH) {
      tally.chars += size;
      return `"[… ${cutWords(size, null, 'characters')}]"`;
    }
    const short = emitContainer(start, budget, depth, tally);
    return short.length < size || depth === 0 ? short : json.slice(start, end);
  }

  return {
    emit(budgetChars) {
      const tally: Tally = { items: 0, ofItems: 0, chars: 0 };
      const text = emitValue(0, json.length, budgetChars, 0, tally);
      return { text, tally };
    },
  };
}
