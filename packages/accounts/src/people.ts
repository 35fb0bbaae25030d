import type { AccountLink, InvitedPerson, NewPerson, Person, PersonChange } from '@almagest/contracts';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import type { AccountDb, AccountTransaction } from './account-tables.ts';
import { recordAudit } from './audit.ts';
import { personTag } from './identity.ts';
import { createLink } from './links.ts';
import { canSignIn, isAtProvider } from './oidc/sign-in-ways.ts';
import { nameKeyOf } from './sign-in.ts';

function selectPeople({ accounts }: AccountDeps, db: AccountDb | AccountTransaction = accounts.db) {
  return db
    .selectFrom('account as a')
    .select(['a.id', 'a.user_name', 'a.display_name', 'a.role', 'a.created_at', 'a.last_sign_in_at', 'a.disabled_at'])
    .select([canSignIn(accounts.signIn).as('can_sign_in'), isAtProvider(accounts.signIn).as('at_provider')])
    .select((eb) => [
      eb
        .selectFrom('account_session as s')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('s.account_id', '=', 'a.id')
        .where('s.expires_at', '>', sql<Date>`now()`)
        .$asScalar()
        .as('session_count'),
      eb
        .selectFrom('account_key as k')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('k.account_id', '=', 'a.id')
        .$asScalar()
        .as('key_count'),
    ]);
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

function present({ accounts }: AccountDeps, row: PersonRow): Person {
  const { disabled_at, can_sign_in, at_provider, created_at, last_sign_in_at, session_count, key_count, ...person } =
    row;
  return {
    ...person,
    state: disabled_at !== null ? 'disabled' : can_sign_in ? 'active' : 'invited',
    provider: at_provider ? (accounts.signIn.provider?.settings.name ?? null) : null,
    created_at: created_at.toISOString(),
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
    session_count: session_count ?? 0,
    key_count: key_count ?? 0,
  };
}

/** Lists everyone who has an account, by user name. */
export async function listPeople(deps: AccountDeps): Promise<Person[]> {
  return (await selectPeople(deps).orderBy('a.name_key').execute()).map((row) => present(deps, row));
}

async function readPerson(deps: AccountDeps, trx: AccountTransaction, id: string): Promise<Person> {
  const row = await selectPeople(deps, trx).where('a.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('unknown', 'there is no such person');
  return present(deps, row);
}

/** Creates an account and the link with which the person sets a password. */
export async function invitePerson(deps: AccountDeps, given: NewPerson): Promise<InvitedPerson> {
  const { db, builtInName } = deps.accounts;
  const { user_name, display_name, role } = given;
  const name_key = nameKeyOf(user_name);
  const taken = new Refusal('conflict', `the user name ${user_name} is taken`);
  if (name_key === nameKeyOf(builtInName)) throw taken;
  return await inTransaction(db, async (trx) => {
    if (role !== 'administrator') await requireAdministrator(deps, trx);
    const created = await trx
      .insertInto('account')
      .values({ user_name, name_key, display_name, role })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) throw taken;
    const link = await createLink(deps, trx, created.id, 'invitation');
    await recordAudit(trx, { object: `person ${user_name}`, detail: { role } });
    return { person: await readPerson(deps, trx, created.id), link };
  });
}

/**
 * The first account ends the open access of a service without a token, so the first person must be able to manage
 * people.
 */
async function requireAdministrator(deps: AccountDeps, trx: AccountTransaction): Promise<void> {
  if (await lacksAdministrator(deps, trx))
    throw new Refusal('conflict', 'role: the first person must be an administrator');
}

/** Returns whether the service has no administrator, not even the built-in administrator. */
export async function lacksAdministrator({ accounts }: AccountDeps, trx: AccountTransaction): Promise<boolean> {
  if (accounts.hasBuiltIn) return false;
  const known = await trx.selectFrom('account').select('id').where('role', '=', 'administrator').limit(1).execute();
  return known.length === 0;
}

/** Changes a person's name or role, or disables or enables the account. Disabling ends all sessions. */
export async function changePerson(deps: AccountDeps, id: string, change: PersonChange): Promise<Person> {
  const { db, onEnded } = deps.accounts;
  const person = await inTransaction(db, async (trx) => {
    const before = await lockPerson(deps, trx, id);
    if (change.disabled === true || (change.role !== undefined && change.role !== 'administrator'))
      await requireOtherAdministrator(deps, trx, id);
    const { display_name = before.display_name, role = before.role } = change;
    const { disabled = before.state === 'disabled' } = change;
    await trx
      .updateTable('account')
      .set({ display_name, role, disabled_at: disabled ? sql<Date>`coalesce(disabled_at, now())` : null })
      .where('id', '=', id)
      .execute();
    if (disabled) await endAccess(trx, id);
    const after = await readPerson(deps, trx, id);
    const fields = ['display_name', 'role', 'state'] as const;
    const changed = fields.filter((field) => before[field] !== after[field]);
    const detail = Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
    await recordAudit(trx, { object: `person ${before.user_name}`, detail });
    return after;
  });
  onEnded([personTag(id)]);
  return person;
}

/** Removes an account with its sessions, keys and links. */
export async function removePerson(deps: AccountDeps, id: string): Promise<void> {
  const { db, onEnded, onRemove } = deps.accounts;
  await inTransaction(db, async (trx) => {
    const { user_name } = await lockPerson(deps, trx, id);
    await requireOtherAdministrator(deps, trx, id);
    await onRemove?.(trx, id);
    await trx.deleteFrom('account').where('id', '=', id).execute();
    await recordAudit(trx, { object: `person ${user_name}` });
  });
  onEnded([personTag(id)]);
}

export async function createResetLink(deps: AccountDeps, id: string): Promise<AccountLink> {
  return await inTransaction(deps.accounts.db, async (trx) => {
    const { user_name, state, provider } = await readPerson(deps, trx, id);
    if (provider !== null)
      throw new Refusal('conflict', `${user_name} signs in with ${provider}, so the account cannot have a password`);
    if (state === 'disabled') throw new Refusal('conflict', `the account of ${user_name} is disabled. Enable it first`);
    const link = await createLink(deps, trx, id, state === 'invited' ? 'invitation' : 'reset');
    await recordAudit(trx, { object: `person ${user_name}` });
    return link;
  });
}

export async function signOutPerson(deps: AccountDeps, id: string): Promise<void> {
  await inTransaction(deps.accounts.db, async (trx) => {
    const { user_name } = await readPerson(deps, trx, id);
    await trx.deleteFrom('account_session').where('account_id', '=', id).execute();
    await recordAudit(trx, { object: `person ${user_name}` });
  });
  deps.accounts.onEnded([personTag(id)]);
}

async function endAccess(trx: AccountTransaction, id: string): Promise<void> {
  await trx.deleteFrom('account_session').where('account_id', '=', id).execute();
  await trx.deleteFrom('account_link').where('account_id', '=', id).execute();
}

/**
 * Locks a person's row. Without a built-in administrator, also locks the rows of all administrators, in a fixed order.
 */
async function lockPerson(deps: AccountDeps, trx: AccountTransaction, id: string): Promise<Person> {
  await trx
    .selectFrom('account')
    .select('id')
    .where((eb) =>
      deps.accounts.hasBuiltIn ? eb('id', '=', id) : eb.or([eb('id', '=', id), eb('role', '=', 'administrator')]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return await readPerson(deps, trx, id);
}

async function requireOtherAdministrator({ accounts }: AccountDeps, trx: AccountTransaction, id: string) {
  if (accounts.hasBuiltIn) return;
  const other = await trx
    .selectFrom('account as a')
    .select('a.id')
    .where('a.id', '<>', id)
    .where('a.role', '=', 'administrator')
    .where('a.disabled_at', 'is', null)
    .where(canSignIn(accounts.signIn))
    .limit(1)
    .execute();
  if (other.length === 0)
    throw new Refusal('conflict', 'this is the last administrator. Make somebody else an administrator first');
}
