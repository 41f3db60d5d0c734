/**
 * Filters as SQL. Nothing that a caller wrote is part of the text: operands and names of metadata are
 * bound, lists and paths as one JSON value.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Filter, filterSchema } from '../../shared/contracts/memory-filter.ts';
import { type Failure, fieldFailure } from '../../shared/errors.ts';
import type { ColumnName, Condition, Test } from '../../shared/memory/filter/condition.ts';
import { parseFilter } from '../../shared/memory/filter/parse.ts';
import { memories } from './schema/memories.ts';

const COLUMNS = {
  user_id: memories.userId,
  agent_id: memories.agentId,
  run_id: memories.runId,
  category: memories.categoryRank,
  authority: memories.authorityRank,
  entity: memories.entity,
  key: memories.key,
  occurred_at: memories.occurredAtMs,
  valid_from: memories.validFromMs,
  valid_to: memories.validToMs,
  superseded_at: memories.supersededAtMs,
  expires_at: memories.expiresAtMs,
  created_at: memories.createdAtMs,
  updated_at: memories.updatedAtMs,
  last_useful_at: memories.lastUsefulAtMs,
  useful_count: memories.usefulCount,
} satisfies Record<ColumnName, unknown>;
const SIGNS = { gt: sql.raw('>'), gte: sql.raw('>='), lt: sql.raw('<'), lte: sql.raw('<=') };

/** What is wrong with a filter that comes from elsewhere than the coordinator; null for a usable one. */
export function filterProblem(filter: unknown, path: string): Failure | null {
  const issue = filterSchema.safeParse(filter).error?.issues[0];
  if (issue === undefined) return null;
  const place = issue.path.map((part) =>
    String(part).replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed(),
  );
  return fieldFailure([path, ...place].join('/'), issue.message);
}

/**
 * The filter as a condition on a row of `memory_memories`, true or false of every row and never null;
 * undefined for `{}`. It binds one value for each condition, fifty at most. It says nothing about the
 * tenant: it only narrows what the statement around it chooses.
 * @throws Error when the filter was not checked by `filterSchema`
 */
export function compileFilter(filter: Filter): SQL | undefined {
  const condition = parseFilter(filter);
  return condition === null ? undefined : compile(condition);
}

function compile(condition: Condition): SQL {
  switch (condition.type) {
    case 'all':
      return joined(condition.of.map(compile), sql` and `);
    case 'any':
      return joined(condition.of.map(compile), sql` or `);
    case 'not':
      return sql`(not ${compile(condition.of)})`;
    case 'column':
      return columnTest(COLUMNS[condition.field], condition.test);
    case 'value':
      return jsonTest(memories.value, [], condition.test);
    case 'metadata':
      return jsonTest(memories.metadata, condition.path, condition.test);
  }
}

/** As a balanced tree: D1 takes expressions of depth 100, and a chain is as deep as it is long. */
function joined(conditions: readonly SQL[], join: SQL): SQL {
  const [first, second] = conditions;
  if (first === undefined) throw new Error('Cannot compile filter: nothing to join');
  if (second === undefined) return first;
  const middle = Math.ceil(conditions.length / 2);
  const left = joined(conditions.slice(0, middle), join);
  return sql`(${left}${join}${joined(conditions.slice(middle), join)})`;
}

/** A comparison with null is null, which `coalesce` makes false. */
function columnTest(column: (typeof COLUMNS)[ColumnName], test: Test): SQL {
  switch (test.op) {
    case 'unset':
      return sql`(${column} is null)`;
    case 'in': {
      const [only] = test.operands;
      if (test.operands.length === 1) return sql`(${column} is ${only})`;
      const operands = JSON.stringify(test.operands);
      return sql`coalesce(${column} in (select value from json_each(${operands})), 0)`;
    }
    case 'contains':
      return sql`coalesce(instr(lower(${column}), lower(${test.operand})) > 0, 0)`;
    default:
      return sql`coalesce(${column} ${SIGNS[test.op]} ${test.operand}, 0)`;
  }
}

/**
 * Whether there is JSON `e` at a path of a column that meets a test. Each level is opened by name, and
 * no path is written for `json_extract`, so that a name may hold anything.
 */
function jsonTest(column: SQLWrapper, path: readonly string[], test: Test): SQL {
  const levels = path.map((_, level) => sql.raw(level === path.length - 1 ? 'e' : `e${level}`));
  const sources = levels.map((level, depth) => {
    const parent = levels[depth - 1];
    const object =
      parent === undefined
        ? column
        : sql`case ${parent}.type when 'object' then ${parent}.value end`;
    return sql`json_each(${object}) as ${level}`;
  });
  if (path.length === 0) sources.push(sql`json_each(${column}) as e`);
  // Digits only: the place of a name in the bound value is the one thing that the text says of it.
  const isMember = levels.map(
    (level, depth) =>
      sql`${level}.key = json_extract(given.value, ${sql.raw(`'$.path[${depth}]'`)})`,
  );
  const operands = test.op === 'unset' ? [] : test.op === 'in' ? test.operands : [test.operand];
  const given = sql`(select ${JSON.stringify({ path, operands })} as value) as given`;
  const operand = sql`json_each(given.value, '$.operands') as o`;
  const exists = (from: readonly SQL[], meets: SQL) =>
    sql`exists (select 1 from ${sql.join([given, ...from], sql`, `)} where ${joined([...isMember, meets], sql` and `)})`;
  switch (test.op) {
    case 'unset':
      return sql`(not ${exists(sources, sql`e.type <> 'null'`)})`;
    case 'in':
      return exists([...sources, operand], same('e'));
    case 'contains':
      return exists([...sources, operand], sql`(${TEXT_WITHIN} or ${LIST_HAS})`);
    default: {
      const comparable = sql`${sortOf('e')} = ${sortOf('o')}`;
      return exists(
        [...sources, operand],
        sql`(${comparable} and e.atom ${SIGNS[test.op]} o.atom)`,
      );
    }
  }
}

/** What sort of scalar an element is: the string "1", the number 1 and true are three. */
function sortOf(element: 'e' | 'm' | 'o'): SQL {
  return sql.raw(`case ${element}.type when 'integer' then 'real' else ${element}.type end`);
}

/** Whether an element is the operand `o`. */
function same(element: 'e' | 'm'): SQL {
  return sql`(${sortOf(element)} = ${sortOf('o')} and ${sql.raw(element)}.atom = o.atom)`;
}

const TEXT_WITHIN = sql`(e.type = 'text' and o.type = 'text' and instr(lower(e.atom), lower(o.atom)) > 0)`;
const LIST_HAS = sql`exists (select 1 from json_each(case e.type when 'array' then e.value end) as m
  where ${same('m')})`;
