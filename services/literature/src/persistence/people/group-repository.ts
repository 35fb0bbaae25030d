import type { PersonRole } from '@almagest/contracts';
import type { GroupRole } from '../../domain/people/access.ts';
import type { Db } from '../database.ts';

/** Returns a person's role in each of their groups, by the id of the group. */
export async function listGroupsOf(db: Db, accountId: string): Promise<ReadonlyMap<number, GroupRole>> {
  const rows = await db
    .selectFrom('group_member')
    .select(['group_id', 'is_editor'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ group_id, is_editor }) => [group_id, is_editor ? 'editor' : 'member']));
}

/** Returns the role of an account in the service. Returns undefined if it is disabled or removed. */
export async function findRole(db: Db, accountId: string): Promise<PersonRole | undefined> {
  const row = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.role;
}
