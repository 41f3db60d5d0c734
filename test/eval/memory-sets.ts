/**
 * Conversations as memories, one per turn, and questions with the turns that answer them. LoCoMo:
 * categories 1 to 4, evidence by turn id; a picture's caption stands behind the text in brackets.
 * BFCL v4 memory: each message of the user is a memory, each topic a session. Its questions quote their
 * source: the evidence is the message of the scenario with the most of the quotation's word trigrams
 * (at least `MIN_QUOTED`; all messages that tie).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MIN_QUOTED = 0.6;
const BFCL_SCENARIOS = ['customer', 'finance', 'healthcare', 'notetaker', 'student'] as const;
const LOCOMO_KINDS: Readonly<Record<number, string>> = {
  1: 'multi_hop',
  2: 'temporal',
  3: 'open_domain',
  4: 'single_hop',
};

/** One turn to be remembered. */
export interface StoredTurn {
  readonly id: string;
  /** Without the speaker's name. */
  readonly text: string;
  readonly speaker: string;
  readonly session: string;
  /** Place in the session, 1…. */
  readonly position: number;
  readonly atMs: number | null;
}

/** A question and the ids of the turns that answer it; at least one. */
export interface MemoryQuestion {
  readonly query: string;
  readonly kind: string;
  readonly relevant: ReadonlySet<string>;
}

/** One store: what one user's memories are, in order. */
export interface MemorySet {
  readonly name: string;
  readonly turns: readonly StoredTurn[];
  readonly questions: readonly MemoryQuestion[];
}

interface LocomoTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}
interface LocomoDialogue {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, string | readonly LocomoTurn[]>>;
  readonly qa: readonly {
    readonly question: string;
    readonly evidence: readonly string[];
    readonly category: number;
  }[];
}

/** "1:56 pm on 8 May, 2023". */
function locomoTime(written: string): number | null {
  const match = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(written.trim());
  if (match === null) return null;
  const [, hour, minute, half, day, month, year] = match;
  const ms = Date.parse(`${day} ${month} ${year} UTC`);
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return Number.isNaN(ms) ? null : ms + (hours * 60 + Number(minute)) * 60_000;
}

function locomoTurns(conversation: LocomoDialogue['conversation']): readonly StoredTurn[] {
  const turns: StoredTurn[] = [];
  for (let session = 1; ; session++) {
    const spoken = conversation[`session_${session}`];
    if (spoken === undefined && conversation[`session_${session}_date_time`] === undefined) break;
    if (!Array.isArray(spoken)) continue;
    const atMs = locomoTime(String(conversation[`session_${session}_date_time`]));
    (spoken as readonly LocomoTurn[]).forEach((turn, i) => {
      const caption = turn.blip_caption === undefined ? '' : ` [${turn.blip_caption}]`;
      turns.push({
        id: turn.dia_id,
        text: `${turn.text}${caption}`,
        speaker: turn.speaker,
        session: String(session),
        position: i + 1,
        atMs,
      });
    });
  }
  return turns;
}

/** The dialogues of LoCoMo below `data`. Throws when the file is missing. */
export function locomoSets(data: string): readonly MemorySet[] {
  const file = readFileSync(join(data, 'memory', 'locomo.json'), 'utf8');
  return (JSON.parse(file) as readonly LocomoDialogue[]).map(({ sample_id, conversation, qa }) => {
    const turns = locomoTurns(conversation);
    const ids = new Set(turns.map(({ id }) => id));
    const questions = qa.flatMap(({ question, evidence, category }): readonly MemoryQuestion[] => {
      const relevant = new Set(
        evidence.flatMap((one) => one.match(/D\d+:\d+/g) ?? []).filter((id) => ids.has(id)),
      );
      const kind = LOCOMO_KINDS[category];
      return kind === undefined || relevant.size === 0 ? [] : [{ query: question, kind, relevant }];
    });
    return { name: sample_id, turns, questions };
  });
}

type BfclMessage = { readonly role: string; readonly content: string };
interface BfclLine {
  readonly id: string;
  readonly scenario: string;
  readonly source: string;
  readonly question: readonly (readonly BfclMessage[])[];
}

function readLines(data: string, name: string): readonly BfclLine[] {
  const text = readFileSync(join(data, 'memory', name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BfclLine);
}

function trigrams(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
}

/** Ids of the turns with the most of what `source` quotes; empty when none has enough of it. */
function quotedIn(source: string, turns: readonly StoredTurn[]): ReadonlySet<string> {
  const quoted = trigrams(source);
  const shares = turns.map(({ text }) => {
    const there = trigrams(text);
    return [...quoted].filter((gram) => there.has(gram)).length / quoted.size;
  });
  const top = Math.max(...shares);
  return new Set(
    top < MIN_QUOTED ? [] : turns.filter((_, i) => shares[i] === top).map(({ id }) => id),
  );
}

/** The scenarios of BFCL's memory track below `data`. Throws when a file is missing. */
export function bfclSets(data: string): readonly MemorySet[] {
  const asked = readLines(data, 'bfcl_questions.jsonl');
  return BFCL_SCENARIOS.map((name) => {
    const turns = readLines(data, `bfcl_conversation_${name}.jsonl`).flatMap(({ id, question }) =>
      question.flat().map(
        ({ role, content }, i): StoredTurn => ({
          id: `${id}#${i + 1}`,
          text: content,
          speaker: role,
          session: id,
          position: i + 1,
          atMs: null,
        }),
      ),
    );
    const questions = asked
      .filter(({ scenario }) => scenario === name)
      .map(({ question, source }) => ({
        query: question[0]?.[0]?.content ?? '',
        kind: name,
        relevant: quotedIn(source, turns),
      }))
      .filter(({ relevant }) => relevant.size > 0);
    return { name, turns, questions };
  });
}
