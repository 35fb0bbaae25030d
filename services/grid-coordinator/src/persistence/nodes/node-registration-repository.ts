import type { RegistrationKind } from '@almagest/contracts/grid';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface Registration {
  readonly nodeId: string;
  readonly kind: RegistrationKind;
  readonly address: string | null;
  readonly maxSlots: number | null;
}

/** Records a registration. Equal successive registrations share one entry. */
export async function recordRegistration(db: Db, { nodeId, kind, address, maxSlots }: Registration): Promise<void> {
  await sql`
    with last as (
      select id, kind, address, max_slots from node_registration where node_id = ${nodeId} order by id desc limit 1),
    repeated as (
      update node_registration as known set last_at = now(), times = known.times + 1
      from last where known.id = last.id and last.kind = ${kind} and last.address is not distinct from ${address}
        and last.max_slots is not distinct from ${maxSlots}::int
      returning known.id)
    insert into node_registration (node_id, kind, address, max_slots)
    select ${nodeId}, ${kind}, ${address}, ${maxSlots}::int where not exists (select from repeated)`.execute(db);
}

export type RegistrationRow = Pick<Registration, 'kind' | 'address'> & {
  readonly max_slots: number | null;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly times: number;
};

/** Returns registrations, newest first. */
export async function listRegistrations(db: Db, nodeId: string, limit: number): Promise<RegistrationRow[]> {
  return await db
    .selectFrom('node_registration')
    .select(['kind', 'address', 'max_slots', 'first_at', 'last_at', 'times'])
    .where('node_id', '=', nodeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The maximum number of entries per name. */
const KEPT = 100;

/**
 * Deletes all but the newest entries of each name. Also deletes entries of names that were never approved and whose
 * applications have expired. Anyone can make up such names.
 */
export async function expireRegistrations(db: Db, lifetimeSec: number): Promise<void> {
  await sql`
    delete from node_registration as entry
    where entry.id <= (select newer.id from node_registration as newer where newer.node_id = entry.node_id
                       order by newer.id desc offset ${KEPT} limit 1)
       or (entry.last_at < now() - make_interval(secs => ${lifetimeSec})
           and not exists (select from node where node.node_id = entry.node_id)
           and not exists (select from node_registration as removal
                           where removal.node_id = entry.node_id and removal.kind = 'removed'))`.execute(db);
}
