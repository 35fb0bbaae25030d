import type { AccountTransaction } from '@almagest/accounts';
import type { PersonRole } from '@almagest/contracts';
import { sql } from 'kysely';
import type { GroupRole } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';

/** A person's groups. Maps the id of each group to whether the person is an editor of the group. */
export type StoredGroups = Readonly<Record<string, boolean>>;

/** Selects the groups of the account that a query calls `a`. */
export const GROUPS_OF_ACCOUNT = sql<StoredGroups>`(
  select coalesce(jsonb_object_agg(group_id, is_editor), '{}') from group_member where account_id = a.id)`;

/** Returns the role, name and groups of an account. Returns undefined if the account is disabled or removed. */
export async function findAccount(
  db: Db,
  accountId: string,
): Promise<{ readonly role: PersonRole; readonly user_name: string; readonly own: StoredGroups } | undefined> {
  return await db
    .selectFrom('account as a')
    .select(['a.role', 'a.user_name', GROUPS_OF_ACCOUNT.as('own')])
    .where('a.id', '=', accountId)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
}

export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly members: readonly {
    readonly account_id: string;
    readonly user_name: string;
    readonly display_name: string;
    readonly role: GroupRole;
  }[];
}

/** Lists groups by name, with their members. `ids` restricts the list. */
export async function listGroups(db: Db, ids?: readonly number[]): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select person_group.id, person_group.name, coalesce(members, '[]') as members
    from person_group, lateral (
      select jsonb_agg(jsonb_build_object('account_id', account.id, 'user_name', user_name, 'display_name', display_name,
               'role', case when is_editor then 'editor' else 'member' end) order by name_key) as members
      from group_member join account on account.id = account_id where group_id = person_group.id) as of_group
    where ${ids ?? null}::int[] is null or person_group.id = any(${ids ?? []}::int[])
    order by lower(person_group.name), person_group.id`.execute(db);
  return rows;
}

/** Creates a group. Returns undefined if the name is taken. */
export async function insertGroup(trx: Tx, name: string): Promise<number | undefined> {
  const row = await trx
    .insertInto('person_group')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function lockGroup(trx: Tx, id: number): Promise<string | undefined> {
  const row = await trx.selectFrom('person_group').select('name').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.name;
}

/** Renames a group. Returns false if another group has the name. */
export async function renameGroup(trx: Tx, id: number, name: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update person_group set name = ${name}
    where id = ${id} and not exists (select from person_group where name = ${name} and id <> ${id})`.execute(trx);
  return numAffectedRows > 0n;
}

export async function deleteGroup(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('person_group').where('id', '=', id).execute();
}

export async function findUserName(trx: AccountTransaction, accountId: string): Promise<string | undefined> {
  const row = await trx.selectFrom('account').select('user_name').where('id', '=', accountId).executeTakeFirst();
  return row?.user_name;
}

export async function setMember(trx: Tx, groupId: number, accountId: string, role: GroupRole): Promise<void> {
  const is_editor = role === 'editor';
  await trx
    .insertInto('group_member')
    .values({ group_id: groupId, account_id: accountId, is_editor })
    .onConflict((conflict) => conflict.columns(['group_id', 'account_id']).doUpdateSet({ is_editor }))
    .execute();
}

/** Removes a member. Returns false if the person is not a member. */
export async function removeMember(trx: Tx, groupId: number, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes a person a member of the existing groups with these names, and of no other groups. Returns the changes. */
export async function followNamedGroups(
  trx: AccountTransaction,
  accountId: string,
  names: readonly string[],
): Promise<{ readonly name: string; readonly isMember: boolean }[]> {
  const { rows } = await sql<{ name: string; isMember: boolean }>`
    with wanted as (select id, name from person_group where name = any(${names}::text[])),
         gone as (
           delete from group_member where account_id = ${accountId} and group_id not in (select id from wanted)
           returning group_id),
         added as (
           insert into group_member (group_id, account_id) select id, ${accountId} from wanted
           on conflict do nothing returning group_id)
    select name, false as "isMember" from gone join person_group on id = group_id
    union all select name, true from added join wanted on id = group_id
    order by name`.execute(trx);
  return rows;
}

export async function listDisplayNames(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['id', 'display_name'])
    .where('id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}
