import type { AccountTransaction } from '@almagest/accounts';
import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** The tables with personal data, in an order in which their rows can be deleted. */
const PERSONAL_TABLES = [
  'linked_library',
  'bibliography',
  'citation_key',
  'citation_pattern',
  'citation_style',
  'deleted_note',
  'note',
  'tag',
  'saved_search',
  'answer',
  'alert',
  'mail_digest',
  'collection',
  'agent_session',
  'paper_mark',
  'person_active_paper',
] as const;

/**
 * Transfers the shared objects of a person to another account. `newOwnerId` is null for the built-in account. If the
 * new owner already has a collection of the same name, appends the id to the name. `deleteRemoved` deletes all other
 * data.
 */
export async function removeOwner(trx: AccountTransaction, ownerId: string, newOwnerId: string | null): Promise<void> {
  // An object whose group was deleted is private.
  const isShared = sql`owner_id = ${ownerId} and (sharing = 'everyone_reads' or shared_group is not null)`;
  await sql`
    update collection set name = left(name, 180) || ' (' || id || ')'
    where ${isShared} and parent_id is null and exists (
      select from collection as other
      where other.parent_id is null and other.name = collection.name and other.owner_id is not distinct from ${newOwnerId})`.execute(
    trx,
  );
  for (const table of ['note', 'collection', 'agent_session'])
    await sql`update ${sql.table(table)} set owner_id = ${newOwnerId} where ${isShared}`.execute(trx);
  // An account can have only one alert for a query, so the new owner's own alert is kept.
  await sql`
    update alert set owner_id = ${newOwnerId}
    where ${isShared} and not exists (
      select from alert as other
      where other.query = alert.query and other.source = alert.source and other.owner_id is not distinct from ${newOwnerId})`.execute(
    trx,
  );
  await sql`insert into removed_owner (owner_id) values (${ownerId}) on conflict do nothing`.execute(trx);
}

/** Deletes the data of people who were removed more than `ageSec` ago. Returns the number of people. */
export async function deleteRemoved(trx: Tx, ageSec: number): Promise<number> {
  const removed = await trx
    .deleteFrom('removed_owner')
    .where('removed_at', '<', sql<Date>`now() - make_interval(secs => ${ageSec})`)
    .returning('owner_id')
    .execute();
  const owners = removed.map(({ owner_id }) => owner_id);
  if (owners.length === 0) return 0;
  for (const table of PERSONAL_TABLES)
    await sql`delete from ${sql.table(table)} where owner_id = any(${owners}::text[])`.execute(trx);
  return owners.length;
}

/** Returns the rows of an account in each table of personal data, as JSON, with the messages of its sessions. */
export async function readOwnData(trx: Tx, ownerId: string): Promise<Record<string, unknown[]>> {
  const data: Record<string, unknown[]> = {};
  for (const table of PERSONAL_TABLES) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(data) - '{words,owner_id,feed_digest,key_digest,sealed_key,confirmation_digest,unsubscribe_key,lease_holder,lease_renewed_at}'::text[] as row
      from ${sql.table(table)} as data where owner_id = ${ownerId}`.execute(trx);
    data[table] = rows.map(({ row }) => row);
  }
  const { rows: messages } = await sql<{ row: unknown }>`
    select to_jsonb(m) as row from agent_message m join agent_session s on s.id = m.session_id
    where s.owner_id = ${ownerId} order by m.id`.execute(trx);
  const { rows: papers } = await sql<{ row: unknown }>`
    select jsonb_build_object('collection_id', collection_id, 'bibcode', bibcode) as row
    from collection_paper join collection on collection.id = collection_id join paper on paper.id = paper_id
    where owner_id = ${ownerId}`.execute(trx);
  return { ...data, agent_message: messages.map(({ row }) => row), collection_paper: papers.map(({ row }) => row) };
}
