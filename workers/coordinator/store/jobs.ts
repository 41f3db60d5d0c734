import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { jobs } from '../schema.ts';

/** Where a job stopped; null when it begins at the beginning. */
export async function readProgress(db: D1Database, name: string): Promise<string | null> {
  const [row] = await drizzle(db)
    .select({ cursor: jobs.cursor })
    .from(jobs)
    .where(eq(jobs.name, name));
  return row?.cursor ?? null;
}

/** Keeps where a job stopped; null when it came to its end. */
export async function keepProgress(
  db: D1Database,
  name: string,
  cursor: string | null,
  nowMs: number,
): Promise<void> {
  const orm = drizzle(db);
  if (cursor === null) {
    await orm.delete(jobs).where(eq(jobs.name, name));
    return;
  }
  const kept = { cursor, updatedAtMs: nowMs };
  await orm
    .insert(jobs)
    .values({ name, ...kept })
    .onConflictDoUpdate({ target: jobs.name, set: kept });
}
