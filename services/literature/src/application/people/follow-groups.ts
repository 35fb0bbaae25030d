import { recordAudit, type AccountTransaction } from '@almagest/accounts';
import { findUserName, followNamedGroups } from '../../persistence/people/group-repository.ts';

/** Makes a person a member of the existing groups with these names, and of no other groups. Editors keep their role. */
export async function followGroups(
  trx: AccountTransaction,
  accountId: string,
  names: readonly string[],
): Promise<void> {
  const changes = await followNamedGroups(trx, accountId, names);
  if (changes.length === 0) return;
  const person = await findUserName(trx, accountId);
  for (const { name, isMember } of changes)
    await recordAudit(trx, { object: `group ${name}`, detail: { person, role: isMember ? 'member' : null } });
}
