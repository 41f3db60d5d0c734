import { formatCount } from '../amounts.ts';
import { takeStart } from '../cut.ts';
import { type JsonMember, jsonMembers } from '../json-text.ts';
import type { ReduceInput } from './contract.ts';
import { extremesOf, numberOf } from './extremes.ts';
import { goneKeys, positions, unusedKey } from './json-notes.ts';
import { allot, type Choice } from './json-room.ts';
import { cutWords, wayBack } from './marker.ts';
import { bestFirst, distinct } from './order.ts';
import { sampleOrder } from './sample-order.ts';

/** Deeper values are replaced by a note; nobody reads that deep, and recursion must end. */
const MAX_DEPTH = 24;
/** Numeric fields looked for in the items of an array. */
const MAX_FIELDS = 24;
/** Characters below which a value is not shortened further: its marker would be longer. */
const MIN_VALUE_CHARS = 64;
const MIN_HEAD_CHARS = 24;
/** An item of an array needs this much room to say something; below it, fewer items are kept. */
const MIN_ITEM_CHARS = 240;
const MIN_CONTAINER_CHARS = 120;
/** An item up to this share of its array's room stays whole; a larger one gets a part of it at first. */
const WHOLE_ITEM_SHARE = 0.4;
const PART_ITEM_SHARE = 0.25;
/** Objects with more keys than this are maps: sampled like arrays, few entries with detail. */
const MAX_RECORD_KEYS = 24;
/** What a matching value gets, relative to one that does not match. */
const MATCH_WEIGHT = 4;
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
  /** Strings, numbers and words that were kept, shortened or not. */
  values: number;
}

interface JsonEmitter {
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

/** Keys by worth: what matches, then short values (ids, names, states), then the rest, in source order. */
function keyOrder(members: readonly JsonMember[], scores: Float64Array): number[] {
  const short = members.keys().filter((index) => {
    const member = members[index];
    return member !== undefined && member.end - member.start <= MIN_VALUE_CHARS;
  });
  return distinct([...bestFirst(scores), ...short, ...members.keys()]);
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
        if (fields.size >= MAX_FIELDS) return;
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
    const order = isArray
      ? sampleOrder(scores, extremesOf(fieldsOf(members)))
      : keyOrder(members, scores);
    const container = { members, scores, order };
    containers.set(start, container);
    return container;
  }

  function emitString(source: string, room: number, tally: Tally): string {
    const value: unknown = JSON.parse(source);
    if (typeof value !== 'string') return source;
    const nested =
      value.length >= MIN_INNER_CHARS && room >= MIN_INNER_ROOM_CHARS ? inner(value, room) : null;
    const head = takeStart(value, Math.max(MIN_HEAD_CHARS, room - MARKER_CHARS / 2));
    const omitted = value.length - head.length;
    const mark = cutWords(omitted, value.length, 'characters');
    const short = JSON.stringify(nested ?? `${head}[… ${mark}]`);
    if (short.length >= source.length) return source;
    tally.chars += nested === null ? omitted : Math.max(0, value.length - nested.length);
    return short;
  }

  /** The room that a member needs at least, out of `budget` for all. */
  function needOf({ start, end }: JsonMember, isList: boolean, budget: number): number {
    const size = end - start;
    if (isList) {
      const part = Math.max(MIN_ITEM_CHARS, budget * PART_ITEM_SHARE);
      return size <= budget * WHOLE_ITEM_SHARE ? size : Math.min(size, part);
    }
    const nested = json[start] === '{' || json[start] === '[';
    return Math.min(size, nested ? MIN_CONTAINER_CHARS : MIN_VALUE_CHARS);
  }

  /** Which members stay: those that fit in order of worth, in source order. */
  function choose(
    { members, order, scores }: Container,
    isList: boolean,
    budget: number,
  ): Choice[] {
    const chosen: Choice[] = [];
    let left = budget;
    for (const index of order) {
      const member = members[index];
      if (member === undefined) continue;
      const weight = (scores[index] ?? 0) > 0 ? MATCH_WEIGHT : 1;
      const size = member.end - member.start;
      const need = needOf(member, isList, budget);
      const cost = need + (member.key?.length ?? 0) + 2;
      if (cost <= left) {
        left -= cost;
        chosen.push({ index, size, need, weight });
      } else if (isList) {
        // One outline of an item says more than none.
        if (chosen.length === 0 && left >= MIN_VALUE_CHARS) {
          chosen.push({ index, size, need: left, weight });
        }
        break;
      }
    }
    return chosen.sort((a, b) => a.index - b.index);
  }

  function emitContainer(
    start: number,
    end: number,
    budget: number,
    depth: number,
    tally: Tally,
  ): string {
    const container = containerAt(start);
    const { members } = container;
    const isArray = json[start] === '[';
    const isList = isArray || members.length > MAX_RECORD_KEYS;
    const room = isList && end - start > budget ? budget - MARKER_CHARS : budget;
    const chosen = choose(container, isList, room);
    const keyChars = chosen.reduce(
      (sum, { index }) => sum + (members[index]?.key?.length ?? 0) + 2,
      0,
    );
    const rooms = allot(chosen, room - keyChars);
    const parts = chosen.flatMap(({ index }) => {
      const member = members[index];
      if (member === undefined) return [];
      const value = emitValue(member.start, member.end, rooms.get(index) ?? 0, depth + 1, tally);
      return [member.key === null ? value : `${member.key}:${value}`];
    });
    const notes: string[] = [];
    const indexes = chosen.map(({ index }) => index);
    const gone = members.length - chosen.length;
    if (gone > 0) {
      tally.items += gone;
      tally.ofItems += members.length;
      const what = `${formatCount(gone)} of ${formatCount(members.length)} ${isArray ? 'items' : 'keys'}`;
      const which = isList ? '' : goneKeys(members, indexes);
      notes.push(`"${omittedKey}":${JSON.stringify(what + which)}`);
      const where = isArray ? positions(indexes) : '';
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
    const kind = json[start];
    tally.values += kind === '{' || kind === '[' ? 0 : 1;
    if (size <= budget || size <= MIN_VALUE_CHARS / 2) {
      // A container kept whole counts as a value, unless there is nothing in it.
      tally.values += size > 2 ? 1 : 0;
      return json.slice(start, end);
    }
    if (kind === '"') return emitString(json.slice(start, end), Math.floor(budget), tally);
    if (kind !== '{' && kind !== '[') return json.slice(start, end);
    if (depth > MAX_DEPTH) {
      tally.chars += size;
      return `"[… ${cutWords(size, null, 'characters')}]"`;
    }
    const short = emitContainer(start, end, budget, depth, tally);
    return short.length < size || depth === 0 ? short : json.slice(start, end);
  }

  return {
    emit(budgetChars) {
      const tally: Tally = { items: 0, ofItems: 0, chars: 0, values: 0 };
      const text = emitValue(0, json.length, budgetChars, 0, tally);
      return { text, tally };
    },
  };
}
