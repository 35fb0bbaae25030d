import { sql, type RawBuilder } from 'kysely';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';

export type SharedTable = 'note' | 'collection' | 'alert' | 'agent_session';

/**
 * Matches the objects that a viewer may see, in a table whose objects can be shared. Every query for a viewer must
 * contain this condition. `accessTo` applies the same rule to one object. `table` is the name of the table in the
 * query.
 */
export function visibleTo(viewer: Viewer, table: string): RawBuilder<boolean> {
  const sharing = sql.ref(`${table}.sharing`);
  const any = [personalTo(viewer, table), sql`${sharing} = 'everyone_reads'`];
  if (viewer.groups.size > 0) {
    const isGroupOfViewer = sql`${sql.ref(`${table}.shared_group`)} = any(${[...viewer.groups.keys()]}::int[])`;
    any.push(sql`(${sharing} is not null and ${isGroupOfViewer})`);
  }
  return sql<boolean>`(${sql.join(any, sql` or `)})`;
}

/** Matches the rows of the viewer and of the built-in account, in a table whose rows cannot be shared. */
export function personalTo({ ownerId }: Viewer, table: string): RawBuilder<boolean> {
  const owner = sql.ref(`${table}.owner_id`);
  return ownerId === null ? sql<boolean>`${owner} is null` : sql<boolean>`(${owner} is null or ${owner} = ${ownerId})`;
}

/** Matches the rows that the viewer may delete. Administrators own the rows of the built-in account. */
export function ownedBy(viewer: Viewer, table: string): RawBuilder<boolean> {
  return viewer.isAdministrator ? personalTo(viewer, table) : createdBy(viewer, table);
}

/** Matches the rows of the viewer's own account. */
export function createdBy({ ownerId }: Viewer, table: string): RawBuilder<boolean> {
  const owner = sql.ref(`${table}.owner_id`);
  return ownerId === null ? sql<boolean>`${owner} is null` : sql<boolean>`${owner} = ${ownerId}`;
}

export async function setSharing(
  trx: Tx,
  table: SharedTable,
  id: number | string,
  { sharing, shared_group }: Pick<Ownership, 'sharing' | 'shared_group'>,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set sharing = ${sharing}, shared_group = ${shared_group}::int where id = ${id}`.execute(
    trx,
  );
}

/** Returns who may see and change an object. */
export async function findOwnership(db: Db, table: SharedTable, id: number | string): Promise<Ownership | undefined> {
  const { rows } = await sql<Ownership>`
    select owner_id, sharing, shared_group from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0];
}
