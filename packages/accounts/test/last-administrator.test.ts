import { lockIn } from '@almagest/test-kit/row-locks';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createKey } from '../src/keys.ts';
import { createResetLink, changePerson, removePerson } from '../src/people.ts';
import { useLink } from '../src/links.ts';
import { givenPerson, signedIn, tokenOf, useAccounts, within } from './world.ts';

const two = useAccounts({ hasBuiltIn: false });
const one = useAccounts({ hasBuiltIn: false });

/** Locks rows until all requests wait for them. Returns how the requests end. */
async function whileHeld(statement: string, requests: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const held = await lockIn({ url: two.databaseUrl, schema: 'people' }, statement);
  const sent = Promise.allSettled(requests.map((request) => request()));
  await held.untilBlocked(requests.length);
  await held.release();
  return (await sent).map(({ status }) => status).toSorted();
}

test('one of two administrators who are demoted at the same moment stays', async () => {
  const [ada, bob] = [await givenPerson(two, 'ada', 'administrator'), await givenPerson(two, 'bob', 'administrator')];
  const leave = (id: string) => () => within(() => changePerson(two, id, { role: 'viewer' }));
  // Both requests stop before their commit: one at its audit row, the other at a lock that the first request holds.
  const statement = 'lock table audit_event in share row exclusive mode';
  expect(await whileHeld(statement, [leave(ada), leave(bob)])).toEqual(['fulfilled', 'rejected']);
});

test('only one of two simultaneous uses of a link sets the password', async () => {
  const id = await givenPerson(two, 'cy');
  const token = tokenOf((await within(() => createResetLink(two, id))).url);
  const use = () => within(() => useLink(two, { token, password: 'another password' }));
  expect(await whileHeld('select from account_link for update', [use, use])).toEqual(['fulfilled', 'rejected']);
});

test('only one of two simultaneous requests creates the last of fifty API keys of a person', async () => {
  await givenPerson(two, 'dee');
  const person = await signedIn(two, 'dee');
  // Everyone has 49 keys.
  await sql`
    insert into account_key (digest, account_id, name, beginning, scope)
    select sha256((user_name || n)::bytea), account.id, 'laptop', 'gk_', 'full'
    from account, generate_series(1, 49) as n`.execute(two.db);
  const create = () => within(() => createKey(two, person, { name: 'last', scope: 'full' }));
  const statement = 'lock table audit_event in share row exclusive mode';
  expect(await whileHeld(statement, [create, create])).toEqual(['fulfilled', 'rejected']);
});

test('the last administrator can be renamed, but not removed, disabled or demoted', async () => {
  const id = await givenPerson(one, 'ada', 'administrator');
  const disabled = await givenPerson(one, 'bob', 'administrator');
  await givenPerson(one, 'dan', 'operator');
  await within(() => changePerson(one, disabled, { disabled: true }));
  const change = (to: Parameters<typeof changePerson>[2]) => within(() => changePerson(one, id, to));
  for (const to of [{ display_name: 'Ada' }, { role: 'administrator' }, { disabled: false }] as const)
    expect(await change(to)).toMatchObject({ role: 'administrator', state: 'active' });
  for (const to of [{ disabled: true }, { role: 'operator' }, { role: 'viewer', display_name: 'A' }] as const)
    await expect(change(to)).rejects.toThrow('this is the last administrator');
  await expect(within(() => removePerson(one, id))).rejects.toThrow('this is the last administrator');
  await givenPerson(one, 'cy', 'administrator');
  await change({ role: 'viewer' });
});
