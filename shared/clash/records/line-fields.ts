import type { Span } from '../../types.ts';
import type { Field, RecordFields } from './fields.ts';
import { ENTITY_KEYS, normaliseKey } from './keys.ts';

/** `key: value`, `key = value`, also as a list item or with the key in bold. */
const LINE =
  /^[ \t]{0,12}(?:[-*+•][ \t]+)?(?:\*\*|__)?([\p{L}_][\p{L}\p{N}_./-]*(?:[ \t][\p{L}\p{N}_./()-]+){0,3})(?:\*\*|__)?[ \t]*(?::|=)(?:\*\*|__)?[ \t]*(\S.*)$/u;
/** `key:` alone, above the lines that belong to it. */
const OPENING =
  /^[ \t]{0,12}(?:[-*+•][ \t]+)?(?:\*\*|__)?([\p{L}_][\p{L}\p{N}_./-]*(?:[ \t][\p{L}\p{N}_./()-]+){0,3})(?:\*\*|__)?:(?:\*\*|__)?[ \t]*$/u;
const SECTION = /^\[([\w .:/-]{1,40})\][ \t]*$/;
const HEADING = /^#{1,6}[ \t]/;
/** Several fields on one line: "host: api-1, port: 8080". */
const NEXT_FIELD =
  /(?:[,;|][ \t]+|;)(?=[\p{L}_][\p{L}\p{N}_-]{0,30}(?:[ \t][\p{L}\p{N}_-]{1,20})?[ \t]*[:=][ \t]*\S)/gu;
const MAX_KEY_CHARS = 40;
/** Longer values are sentences. */
const MAX_VALUE_CHARS = 200;
/** Longer lines are not made of fields. */
const MAX_LINE_CHARS = 1_000;
/** Words that open a remark, a turn or a statement of code, but no field. */
const LEAD_IN =
  /^(?:note|nb|warning|important|caution|tip|hint|attention|remember|reminder|update|info|example|answer|question|assistant|ai|human|system|q|a|re|ps|the|an?|we|i|you|he|she|it|they|this|that|these|those|if|when|while|then|else|and|but|or|so|for|because|const|let|var|return|def|class|import)\b(?![_-])/i;
/** "the port of api-1 is 9090 now." */
const SENTENCE = /^(?:\S+\s+){3,}.*\p{L}[.!?]["'”’)]?$/u;
/** What a configuration file says behind a value. */
const COMMENT = /\s+#\s.*$/;
/** Blocks nested deeper are read as one. */
const MAX_DEPTH = 8;
const ENTITY = new Set(ENTITY_KEYS);

/** Lines that stand together below a key or a section. */
interface Block {
  readonly indent: number;
  readonly prefix: string;
  fields: Field[];
  named: Set<string>;
}

/**
 * The fields that a text states line by line, those of an indented block or an INI section below its key.
 * A new record begins at a heading and where a key that names things comes a second time; a block that
 * names what it is about is a record of its own. Lines of prose with a colon give fields only when they
 * look like one: a short key and a value that is no sentence. `skip` is what other notations have read.
 */
export function lineFields(text: string, skip: readonly Span[]): readonly RecordFields[] {
  const blocks = new Blocks();
  let start = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const at = start;
    start += line.length + 1;
    while ((skip[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const isRead = (skip[next]?.start ?? Number.POSITIVE_INFINITY) < start;
    if (isRead || line.length > MAX_LINE_CHARS) continue;
    blocks.line(line.trimEnd(), at);
  }
  return blocks.records();
}

/** Gathers lines into records. */
class Blocks {
  readonly #records: Field[][] = [];
  #open: [Block, ...Block[]] = [block(-1, '')];

  line(line: string, at: number): void {
    if (HEADING.test(line)) {
      this.#closeAll();
      return;
    }
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      this.#closeTo(-1);
      // A section ends where the next one begins, however far its lines are indented.
      this.#open.push(block(-0.5, normaliseKey(section)));
      return;
    }
    if (!/[:=]/.test(line)) return;
    const indent = line.search(/\S/);
    const opening = OPENING.exec(line)?.[1];
    const fields = opening === undefined ? fieldsOf(line, at) : [];
    // In a list below its key the items may stand as far left as the key.
    const isItem = /^\s*[-*+•]\s/.test(line) && ENTITY.has(fields[0]?.key ?? '');
    this.#closeTo(isItem ? indent + 1 : indent);
    if (opening !== undefined && opening.length <= MAX_KEY_CHARS) {
      if (this.#open.length < MAX_DEPTH) this.#open.push(block(indent, normaliseKey(opening)));
      return;
    }
    for (const field of fields) this.#add(field);
  }

  records(): readonly RecordFields[] {
    this.#closeAll();
    return this.#records
      .filter((fields) => fields.length > 0)
      .map((fields) => ({ fields, place: null, isElement: false, parent: null }));
  }

  #add(field: Field): void {
    const top = this.#open.at(-1) ?? this.#open[0];
    if (ENTITY.has(field.key)) {
      if (top.named.has(field.key)) {
        this.#records.push(top.fields);
        top.fields = [];
        top.named = new Set();
      }
      top.named.add(field.key);
    }
    top.fields.push(field);
  }

  /** Ends the blocks that a line at this indent does not belong to. */
  #closeTo(indent: number): void {
    for (;;) {
      const top = this.#open.at(-1);
      const below = this.#open.at(-2);
      if (top === undefined || below === undefined || top.indent < indent) return;
      this.#open.pop();
      if (top.named.size > 0) this.#records.push(top.fields);
      else {
        for (const field of top.fields) {
          below.fields.push({ ...field, key: `${top.prefix}.${field.key}` });
        }
      }
    }
  }

  #closeAll(): void {
    this.#closeTo(-1);
    this.#records.push(this.#open[0].fields);
    this.#open = [block(-1, '')];
  }
}

function block(indent: number, prefix: string): Block {
  return { indent, prefix, fields: [], named: new Set() };
}

function fieldsOf(line: string, at: number): readonly Field[] {
  const fields: Field[] = [];
  let from = 0;
  for (const cut of [...line.matchAll(NEXT_FIELD), null]) {
    const end = cut?.index ?? line.length;
    const field = fieldOf(line.slice(from, end), at + from);
    // A line whose first part is no field is prose.
    if (field === null && from === 0) return [];
    if (field !== null) fields.push(field);
    from = end + (cut?.[0].length ?? 0);
  }
  return fields;
}

function fieldOf(part: string, at: number): Field | null {
  const match = LINE.exec(part);
  if (match === null) return null;
  const [, named = '', written = ''] = match;
  const key = named.replace(/^export[ \t]/, '');
  if (LEAD_IN.test(key) || SENTENCE.test(written)) return null;
  const raw = written
    .replace(COMMENT, '')
    .replace(/[ \t]*[,;]$/, '')
    .replace(/^(["'`])(.*)\1$/, '$2');
  // A colon inside a URL or a time is no field.
  if (key.length > MAX_KEY_CHARS || raw.length > MAX_VALUE_CHARS || written.startsWith('//'))
    return null;
  const start = at + part.length - part.trimStart().length;
  const valueStart = at + part.length - written.length + written.indexOf(raw);
  return {
    key: normaliseKey(key),
    raw,
    start,
    end: at + part.length,
    value: { start: valueStart, end: valueStart + raw.length },
  };
}
