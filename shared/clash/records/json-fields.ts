import type { Field, RecordFields } from './fields.ts';
import { ENTITY_KEYS, normaliseKey } from './keys.ts';

/** What a transport adds: it speaks of the request, not of the thing. */
const ENVELOPE =
  /^(?:req_?|request_|res_?|response_)?headers$|^_?meta(?:data)?$|^_?links$|^pagination$/;
/** Objects nested deeper say nothing that another text would repeat under the same path. */
const MAX_DEPTH = 12;
const ENTITY = new Set(ENTITY_KEYS);
const SPACE = /[ \t\r\n]/;

interface OpenRecord extends RecordFields {
  readonly fields: Field[];
}

/**
 * The fields of a JSON document by record: an object is a record of its own when it names what it is
 * about or stands in a list; otherwise its fields belong to the object around it. Arrays of plain values
 * hold many values and give no fields. `text` must be valid JSON, `from` is where it starts in the whole
 * text; linear.
 */
export function jsonFields(text: string, from = 0): readonly RecordFields[] {
  const records: OpenRecord[] = [];
  const open = (isElement: boolean, parent: OpenRecord | null): OpenRecord => {
    const record = { fields: [], place: null, isElement, parent };
    records.push(record);
    return record;
  };
  new Walker(text, from, open).value(open(false, null), '', null, 0);
  return records.filter(({ fields }) => fields.length > 0);
}

/** Reads valid JSON once, from left to right. */
class Walker {
  readonly #text: string;
  readonly #from: number;
  readonly #open: (isElement: boolean, parent: OpenRecord | null) => OpenRecord;
  #at = 0;

  constructor(
    text: string,
    from: number,
    open: (isElement: boolean, parent: OpenRecord | null) => OpenRecord,
  ) {
    this.#text = text;
    this.#from = from;
    this.#open = open;
  }

  /** Reads the value at the cursor; a plain one becomes a field under `path`, whose key starts at `keyStart`. */
  value(record: OpenRecord, path: string, keyStart: number | null, depth: number): void {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === '{') this.#object(record, path, depth);
    else if (first === '[') this.#array(record, depth);
    else this.#plain(record, path, keyStart);
  }

  #object(outer: OpenRecord, path: string, depth: number): void {
    const isNested = path !== '';
    const record = isNested && this.#namesItself() ? this.#open(false, outer) : outer;
    const prefix = isNested && record === outer ? `${path}.` : '';
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === '}') break;
      const keyStart = this.#at;
      const key = this.#string();
      this.#skipSpace();
      this.#at += 1;
      const inner = `${prefix}${normaliseKey(key)}`;
      if (depth < MAX_DEPTH && !ENVELOPE.test(inner))
        this.value(record, inner, keyStart, depth + 1);
      else this.#skipValue();
      this.#skipSpace();
      if (this.#text[this.#at] !== ',') break;
      this.#at += 1;
    }
    this.#at += 1;
  }

  #array(outer: OpenRecord, depth: number): void {
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      const first = this.#text[this.#at];
      if (first === ']' || first === undefined) break;
      if (first === '{' && depth < MAX_DEPTH) {
        this.#object(this.#open(true, outer), '', depth + 1);
      } else this.#skipValue();
      this.#skipSpace();
      if (this.#text[this.#at] !== ',') break;
      this.#at += 1;
    }
    this.#at += 1;
  }

  #plain(record: OpenRecord, path: string, keyStart: number | null): void {
    const start = this.#at;
    const isString = this.#text[start] === '"';
    const raw = isString ? this.#string() : this.#bare();
    if (path === '' || keyStart === null) return;
    const quote = isString ? 1 : 0;
    const [from, end] = [this.#from, this.#from + this.#at];
    const value = { start: from + start + quote, end: end - quote };
    record.fields.push({ key: path, raw, value, start: from + keyStart, end });
  }

  /** Whether the object at the cursor has a key that names it, looking at its own keys only. */
  #namesItself(): boolean {
    const back = this.#at;
    let found = false;
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') break;
      const key = normaliseKey(this.#string());
      this.#skipSpace();
      this.#at += 1;
      this.#skipSpace();
      const isPlain = !/[[{]/.test(this.#text[this.#at] ?? '');
      if (isPlain && ENTITY.has(key)) {
        found = true;
        break;
      }
      // A name stands among the first fields; a long value before it is not read twice.
      if (!isPlain) break;
      this.#skipValue();
      this.#skipSpace();
      if (this.#text[this.#at] !== ',') break;
      this.#at += 1;
    }
    this.#at = back;
    return found;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    }
    this.#at += 1;
    const source = this.#text.slice(start, this.#at);
    return source.includes('\\') ? String(JSON.parse(source)) : source.slice(1, -1);
  }

  #bare(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !/[,\]}\s]/.test(this.#text[this.#at] ?? ''))
      this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #skipValue(): void {
    let depth = 0;
    do {
      this.#skipSpace();
      const first = this.#text[this.#at];
      if (first === undefined) return;
      if (first === '"') this.#string();
      else if (first === '{' || first === '[') {
        depth += 1;
        this.#at += 1;
      } else if (first === '}' || first === ']') {
        if (depth === 0) return;
        depth -= 1;
        this.#at += 1;
      } else if (first === ',' || first === ':') {
        if (depth === 0) return;
        this.#at += 1;
      } else this.#bare();
    } while (depth > 0);
  }

  #skipSpace(): void {
    while (SPACE.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
