/** Embeds memories and gives their vectors to the index. */
import type { Failure } from '../../shared/errors.ts';
import { packVector, unpackVector } from '../../shared/memory/pack-vector.ts';
import { type Part, partsOf } from '../../shared/memory/parts.ts';
import { spokenText } from '../../shared/memory/speaker.ts';
import { WORDS_VERSION } from '../../shared/memory/word-index.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Env } from './env.ts';
import { embedTexts, forgetParts, putVectors, vectorId } from './semantic.ts';
import type { Session } from './session.ts';
import { rewordStatements } from './words.ts';

/** Which row to index, by the order of the outbox that asks for it. */
export type Indexing = {
  readonly seq: number;
  readonly tenant: string;
  readonly memoryId: string;
  readonly version: number;
};

type Row = {
  readonly tenant: string;
  readonly id: string;
  readonly text: string;
  readonly entity: string | null;
  readonly key: string | null;
  readonly dates: string;
  readonly occurredAtMs: number | null;
  readonly userId: string | null;
  readonly agentId: string | null;
  readonly runId: string | null;
  readonly speaker: string | null;
  readonly wordsVersion: number;
  readonly parts: number;
  readonly previous: string | null;
  readonly previousSpeaker: string | null;
};

type StoredPart = {
  readonly tenant: string;
  readonly memory_id: string;
  readonly part: number;
  readonly model: string;
  readonly packed: string;
};

const ROWS = `select m.tenant, m.id, m.text, m.entity, m.key, m.dates,
    m.occurred_at_ms as occurredAtMs, m.user_id as userId,
    m.agent_id as agentId, m.run_id as runId, m.speaker, m.words_version as wordsVersion, m.parts,
    p.text as previous, p.speaker as previousSpeaker
  from json_each(?1) j
  cross join memory_memories m on m.tenant = (j.value ->> 0) and m.id = (j.value ->> 1)
  left join memory_memories p
    on p.tenant = m.tenant and p.session = m.session and p.position = m.position - 1`;
const STORED = `select v.tenant, v.memory_id, v.part, v.model, v.packed from json_each(?1) j
  cross join memory_vectors v on v.tenant = (j.value ->> 0) and v.memory_id = (j.value ->> 1)`;
/** Still wanted: the order is the one that the vectors were made for. */
const WANTED = `exists (select 1 from memory_outbox o where o.seq = ?1 and o.version = ?2)`;
/** Before the index may have them, the row knows of them: whoever deletes it deletes them too. */
const PLAN = `update memory_memories set parts = max(parts, ?5)
  where tenant = ?3 and id = ?4 and ${WANTED}`;
const CLEAR = `delete from memory_vectors where tenant = ?3 and memory_id = ?4 and ${WANTED}`;
const KEEP = `insert or replace into memory_vectors (tenant, memory_id, part, start, end, model, packed)
  select ?3, ?4, j.key, j.value ->> 'start', j.value ->> 'end', ?6, j.value ->> 'packed'
  from json_each(?5) j where ${WANTED} and exists
    (select 1 from memory_memories where tenant = ?3 and id = ?4)`;
const CONFIRM = `update memory_memories set embedding_model = ?5, embedding_dimensions = ?6,
    indexed_at_ms = ?7, parts = ?8, words_version = ?9
  where tenant = ?3 and id = ?4 and ${WANTED}`;
const DONE = 'delete from memory_outbox where seq = ?1 and version = ?2';
/** Deleted while its vectors were on their way: they go as well. */
const UNDO = `insert into memory_outbox
    (tenant, memory_id, operation, parts, version, created_at_ms, attempts, due_at_ms)
  select ?1, ?2, 'delete', ?3, 1, ?4, 0, ?4
  where not exists (select 1 from memory_memories where tenant = ?1 and id = ?2)
  on conflict (tenant, memory_id) do update set operation = 'delete', parts = max(parts, excluded.parts),
    version = version + 1, attempts = 0, due_at_ms = excluded.due_at_ms`;

interface Entry<R = Row | null> {
  readonly order: Indexing;
  /** Null when it is gone. */
  readonly row: R;
  readonly parts: readonly Part[];
}
/** Parts that are embedded and confirmed together: about a second of the embedded model. */
const MAX_GROUP_PARTS = 64;

/**
 * Embeds the rows of the given orders, keeps their vectors in the database, gives them to the index and
 * closes the orders, a few at a time, so that what is done stays done. A row that is gone needs nothing.
 * An order that was renewed meanwhile stays open. One answer per order, in order.
 */
export async function indexRows(
  env: Env,
  db: Session,
  orders: readonly Indexing[],
  nowMs: number,
): Promise<readonly Result<null, Failure>[]> {
  const keys = JSON.stringify(orders.map(({ tenant, memoryId }) => [tenant, memoryId]));
  const [rows, stored] = await Promise.all([
    db.prepare(ROWS).bind(keys).all<Row>(),
    db.prepare(STORED).bind(keys).all<StoredPart>(),
  ]);
  const byKey = new Map(rows.results.map((row) => [keyOf(row.tenant, row.id), row]));
  const entries = orders.map((order): Entry => {
    const row = byKey.get(keyOf(order.tenant, order.memoryId)) ?? null;
    return { order, row, parts: row === null ? [] : partsOfRow(row) };
  });
  const answers: Result<null, Failure>[] = [];
  for (const group of groupsOf(entries)) {
    const done = await indexGroup(env, db, group, stored.results, nowMs);
    answers.push(...group.map(() => done));
  }
  return answers;
}

/** Neighbours with at most `MAX_GROUP_PARTS` parts together, one memory at least. */
function groupsOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = [];
  let size = 0;
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last === undefined || size + entry.parts.length > MAX_GROUP_PARTS) {
      groups.push([entry]);
      size = entry.parts.length;
    } else {
      last.push(entry);
      size += entry.parts.length;
    }
  }
  return groups;
}

async function indexGroup(
  env: Env,
  db: Session,
  group: readonly Entry[],
  stored: readonly StoredPart[],
  nowMs: number,
): Promise<Result<null, Failure>> {
  const there = group.flatMap(({ row, ...rest }) => (row === null ? [] : [{ ...rest, row }]));
  const current = await embedTexts(env, []);
  if (!current.ok) return current;
  const embedded = await embedParts(env, there, stored, current.value.model);
  if (!embedded.ok) return embedded;
  const { model, dimensions, vectorsOf } = embedded.value;
  if (there.length > 0) await db.batch([...(await planned(db, there, model, vectorsOf))]);
  const given = await giveToIndex(env, there, embedded.value);
  if (!given.ok) return given;
  await db.batch([
    ...there.flatMap(({ order, row, parts }) => [
      db
        .prepare(CONFIRM)
        .bind(
          ...[order.seq, order.version, row.tenant, row.id],
          ...[model, dimensions, nowMs, parts.length, WORDS_VERSION],
        ),
      db.prepare(UNDO).bind(row.tenant, row.id, parts.length, nowMs),
    ]),
    ...group.map(({ order }) => db.prepare(DONE).bind(order.seq, order.version)),
  ]);
  return ok(null);
}

function keyOf(tenant: string, id: string): string {
  return `${tenant}\n${id}`;
}

function partsOfRow({ text, previous, previousSpeaker, speaker }: Row): readonly Part[] {
  const before = previous === null ? null : spokenText(previous, previousSpeaker);
  return partsOf(text, before, speaker);
}

interface Embedded {
  readonly model: string;
  readonly dimensions: number;
  /** The vectors of a row's parts, by the order that asks for them. */
  readonly vectorsOf: ReadonlyMap<number, readonly Float32Array[]>;
}

/** The vectors of all parts; those that a failed try has kept are not made again. */
async function embedParts(
  env: Env,
  entries: readonly Entry<Row>[],
  stored: readonly StoredPart[],
  model: string,
): Promise<Result<Embedded, Failure>> {
  const known = Map.groupBy(
    stored.filter((part) => part.model === model),
    (part) => keyOf(part.tenant, part.memory_id),
  );
  const vectorsOf = new Map<number, readonly Float32Array[]>();
  for (const { order, row, parts } of entries) {
    const kept = known.get(keyOf(row.tenant, row.id)) ?? [];
    if (kept.length !== parts.length) continue;
    const inOrder = kept.toSorted((a, b) => a.part - b.part);
    vectorsOf.set(
      order.seq,
      inOrder.map(({ packed }) => unpackVector(packed)),
    );
  }
  const missing = entries.filter(({ order }) => !vectorsOf.has(order.seq));
  const answer = await embedTexts(
    env,
    missing.flatMap(({ parts }) => parts.map(({ text }) => text)),
  );
  if (!answer.ok) return answer;
  const { dimensions, vectors } = answer.value;
  if (answer.value.model !== model) {
    const detail = 'Cannot index memories: the embedding model changed meanwhile';
    return fail({ code: 'dependency_unavailable', detail });
  }
  let at = 0;
  for (const { order, parts } of missing) {
    vectorsOf.set(order.seq, vectors.slice(at, at + parts.length));
    at += parts.length;
  }
  return ok({ model, dimensions, vectorsOf });
}

/** The statements that keep the vectors, and the words of rows that an older version of the index has. */
async function planned(
  db: Session,
  entries: readonly Entry<Row>[],
  model: string,
  vectorsOf: ReadonlyMap<number, readonly Float32Array[]>,
): Promise<readonly D1PreparedStatement[]> {
  const all = await Promise.all(
    entries.map(async ({ order, row, parts }) => {
      const vectors = vectorsOf.get(order.seq) ?? [];
      const kept = parts.map(({ start, end }, i) => ({
        start,
        end,
        packed: packVector(vectors[i] ?? new Float32Array()),
      }));
      const key = [order.seq, order.version, row.tenant, row.id];
      return [
        db.prepare(PLAN).bind(...key, parts.length),
        db.prepare(CLEAR).bind(...key),
        db.prepare(KEEP).bind(...key, JSON.stringify(kept), model),
        ...(row.wordsVersion < WORDS_VERSION ? await rewordStatements(db, row) : []),
      ];
    }),
  );
  return all.flat();
}

async function giveToIndex(
  env: Env,
  entries: readonly Entry<Row>[],
  { model, dimensions, vectorsOf }: Embedded,
): Promise<Result<null, Failure>> {
  const given = await putVectors(
    env,
    entries.flatMap(({ order, row }) =>
      (vectorsOf.get(order.seq) ?? []).map((values, part) => ({
        id: vectorId(row.id, part),
        tenant: row.tenant,
        row,
        values,
      })),
    ),
    model,
    dimensions,
  );
  if (!given.ok) return given;
  // A text that became shorter has fewer parts than before.
  const surplus = entries
    .filter(({ row, parts }) => row.parts > parts.length)
    .map(({ row, parts }) => ({ memoryId: row.id, parts: row.parts, from: parts.length }));
  return forgetParts(env, surplus);
}
