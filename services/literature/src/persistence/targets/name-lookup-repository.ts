import { sql } from 'kysely';
import type { SkyObject } from '../../domain/targets/sky-object.ts';
import type { Db } from '../database.ts';

/** Returns the cached result for a name while it is valid. `object` is null for an unknown name. */
export async function findLookup(db: Db, name: string): Promise<{ object: SkyObject | null } | undefined> {
  return await db
    .selectFrom('name_lookup')
    .select('object')
    .where('name', '=', name)
    .where('fresh_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function storeLookup(
  db: Db,
  name: string,
  object: SkyObject | undefined,
  freshSec: number,
): Promise<void> {
  const row = {
    object: object === undefined ? null : JSON.stringify(object),
    fresh_until: sql<Date>`now() + make_interval(secs => ${freshSec})`,
  };
  await db
    .insertInto('name_lookup')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function deleteStaleLookups(db: Db): Promise<void> {
  await db
    .deleteFrom('name_lookup')
    .where('fresh_until', '<', sql<Date>`now()`)
    .execute();
}
