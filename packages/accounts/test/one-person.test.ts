import { describe, expect, test } from '@jest/globals';
import { digestOf } from '@almagest/service-kit/credentials';
import { sql } from 'kysely';
import { listAudit } from '../src/audit.ts';
import { findByKey, findBySession, listEndedTags } from '../src/find-identity.ts';
import type { BuiltInIdentity, PersonIdentity } from '../src/identity.ts';
import { createKey, deleteKey, listKeys } from '../src/keys.ts';
import { readLink, useLink } from '../src/links.ts';
import { insertAttempt, takeAttempt } from '../src/oidc/oidc-attempt.ts';
import { changePassword, endOwnSession, listSessions, readMe, requirePerson } from '../src/own-account.ts';
import { changePerson, createResetLink, listPeople, removePerson, signOutPerson } from '../src/people.ts';
import { signOut, sweepAccounts } from '../src/sign-in.ts';
import { givenPerson, HOME, PASSWORD, signedIn, signIn, tokenOf, useAccounts, within } from './world.ts';

const removed: string[] = [];
const deps = useAccounts({ onRemove: async (_trx, id) => void removed.push(id) });

const newKey = async (person: PersonIdentity, name = 'laptop') =>
  await within(() => createKey(deps, person, { name, scope: 'full' }));
const newLink = async (id: string) => tokenOf((await within(() => createResetLink(deps, id))).url);

async function storedOf(id: string): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(account) as account,
           (select jsonb_agg(s order by id) from account_session as s where account_id = account.id) as sessions,
           (select jsonb_agg(k order by id) from account_key as k where account_id = account.id) as keys,
           (select jsonb_agg(l) from account_link as l where account_id = account.id) as links
    from account where id = ${id}`.execute(deps.db);
  return rows;
}

let seen = 0;
/** Returns the objects that the audit log has recorded since the last call, oldest first. */
async function newObjects(): Promise<string[]> {
  const { events } = await listAudit(deps.db, { limit: 50 });
  const added = events.filter(({ id }) => id > seen).toReversed();
  seen = added.at(-1)?.id ?? seen;
  return added.map(({ object }) => object);
}

/** Creates a person with a session, a key and a link. */
async function given(name: string) {
  const id = await givenPerson(deps, name);
  const { token } = await signIn(deps, name);
  const person = await findBySession(deps.db, token);
  if (person === undefined) throw new Error('the session is unknown');
  const { key, id: keyId } = await newKey(person);
  return { id, token, person, key, keyId, link: await newLink(id) };
}

test('a change of one person leaves the others as they were, and each change is recorded', async () => {
  const [ada, bob] = [await given('ada'), await given('bob')];
  const before = await storedOf(bob.id);
  const unchanged = async (...objects: string[]) => {
    expect(await storedOf(bob.id)).toEqual(before);
    expect(await newObjects()).toEqual(objects);
  };
  await newObjects();
  await signIn(deps, 'ada');
  await unchanged('person ada');
  const passwords = { current: PASSWORD, password: 'a second password', address: HOME };
  await within(() => changePassword(deps, ada.person, passwords));
  await unchanged('person ada');
  await within(() => useLink(deps, { token: ada.link, password: PASSWORD }));
  await unchanged('person ada');
  await newLink(ada.id);
  await unchanged('person ada');
  await signIn(deps, 'ada');
  await within(() => signOutPerson(deps, ada.id));
  await unchanged('person ada', 'person ada');
  await within(() => changePerson(deps, ada.id, { disabled: true }));
  await within(() => changePerson(deps, ada.id, { disabled: false, display_name: 'Ada' }));
  await unchanged('person ada', 'person ada');
  await signIn(deps, 'ada');
  const second = await newKey(ada.person, 'desktop');
  await within(() => deleteKey(deps, ada.id, ada.keyId));
  expect((await listKeys(deps, ada.id)).map(({ id }) => id)).toEqual([second.id]);
  await unchanged('person ada', 'key desktop of ada', 'key laptop of ada');
  const last = await signedIn(deps, 'ada');
  await within(() => signOut(deps, last));
  const [here, there] = [await signedIn(deps, 'ada'), await signedIn(deps, 'ada')];
  await within(() => endOwnSession(deps, here, there.credential.id));
  await unchanged(...Array<string>(5).fill('person ada'));
  await within(() => removePerson(deps, ada.id));
  expect(removed).toEqual([ada.id]);
  await unchanged('person ada');
  await signIn(deps, 'bob');
});

describe('a person', () => {
  test('is listed with the counts of valid sessions and keys and the time of the last sign-in', async () => {
    const [cy, dee] = [await given('cy'), await given('dee')];
    await signIn(deps, 'cy');
    await newKey(cy.person);
    await sql`update account_session set expires_at = now() where id = ${dee.person.credential.id}`.execute(deps.db);
    const people = await listPeople(deps);
    const of = (name: string) => people.find(({ user_name }) => user_name === name);
    const signedInAt = { last_sign_in_at: expect.any(String) };
    expect(of('cy')).toMatchObject({ session_count: 2, key_count: 2, ...signedInAt });
    expect(of('dee')).toMatchObject({ session_count: 0, key_count: 1, ...signedInAt });
  });

  test('that does not exist cannot be changed', async () => {
    const id = crypto.randomUUID();
    await expect(newLink(id)).rejects.toThrow('no such person');
    await expect(within(() => removePerson(deps, id))).rejects.toThrow('no such person');
  });

  test('whose account is disabled gets no link, and an earlier link does not work', async () => {
    const { id, link, token, key } = await given('eve');
    await sql`update account set disabled_at = now() where id = ${id}`.execute(deps.db);
    await expect(newLink(id)).rejects.toThrow('is disabled. Enable it first');
    await expect(readLink(deps, link)).rejects.toThrow('has been used or has expired');
    expect(await findBySession(deps.db, token)).toBeUndefined();
    await expect(findByKey(deps.db, key)).rejects.toThrow('is disabled');
  });

  test('keeps sessions and links when the name or the role changes', async () => {
    const { id, token, link } = await given('flo');
    await within(() => changePerson(deps, id, { display_name: 'Flo', role: 'operator' }));
    expect(await findBySession(deps.db, token)).toMatchObject({ displayName: 'Flo', role: 'operator' });
    expect(await readLink(deps, link)).toMatchObject({ user_name: 'flo' });
  });

  test('can read their own account, which the built-in administrator does not have', async () => {
    const [gus, hal] = [await given('gus'), await given('hal')];
    await sql`update account set password_hash = null where user_name = 'hal'`.execute(deps.db);
    expect(requirePerson(gus.person)).toBe(gus.person);
    expect(await readMe(deps, gus.person)).toMatchObject({ user_name: 'gus', has_password: true });
    expect(await readMe(deps, hal.person)).toMatchObject({ user_name: 'hal', has_password: false });
    const builtIn: BuiltInIdentity = {
      kind: 'built-in',
      userName: 'admin',
      role: 'administrator',
      scope: 'full',
      expiresAt: undefined,
    };
    expect(await readMe(deps, builtIn)).toMatchObject({ id: null, user_name: 'admin', expires_at: null });
    expect(() => requirePerson(builtIn)).toThrow('has no account');
  });

  test('can change the password only with the current one, in few attempts, which ends the other sessions', async () => {
    const ida = await given('ida');
    const jon = await givenPerson(deps, 'jon');
    await sql`update account set password_hash = (select password_hash from account where user_name = 'ida')
              where id <> ${jon}`.execute(deps.db);
    await within(() => useLinkOf(jon, 'the password of jon'));
    const change = (current: string, person: PersonIdentity = ida.person) =>
      within(() => changePassword(deps, person, { current, password: 'a third password', address: HOME }));
    for (let guess = 0; guess < 4; guess += 1) await expect(change('the password of jon')).rejects.toThrow('is wrong');
    await change(PASSWORD);
    await signIn(deps, 'ida', 'a third password');
    await expect(change(PASSWORD)).rejects.toThrow('more than 5 attempts');
    const key = await findByKey(deps.db, (await newKey(await signedIn(deps, 'jon', 'the password of jon'))).key);
    await within(() =>
      changePassword(deps, key, { current: 'the password of jon', password: PASSWORD, address: HOME }),
    );
    expect(await listSessions(deps, key)).toEqual([]);
  });
});

async function useLinkOf(id: string, password: string): Promise<void> {
  await useLink(deps, { token: tokenOf((await createResetLink(deps, id)).url), password });
}

test('the use of a session or key is recorded at most every ten minutes, for that session or key only', async () => {
  const [kim, lea] = [await given('kim'), await given('lea')];
  const stale = sql<Date>`'2020-01-01'::timestamptz`;
  await deps.db.updateTable('account_session').set({ last_used_at: stale }).execute();
  await deps.db.updateTable('account_key').set({ last_used_at: stale }).execute();
  const before = await storedOf(lea.id);
  await findBySession(deps.db, kim.token);
  await findByKey(deps.db, kim.key);
  expect(await storedOf(lea.id)).toEqual(before);
  const used = await storedOf(kim.id);
  expect(JSON.stringify(used)).not.toContain('2020-01-01');
  await findBySession(deps.db, kim.token);
  await findByKey(deps.db, kim.key);
  expect(await storedOf(kim.id)).toEqual(used);
});

test('expired sessions are refused, and the sweep removes only expired sessions, links and sign-ins', async () => {
  const [mia, ned] = [await given('mia'), await given('ned')];
  const kept = await storedOf(ned.id);
  await sql`update account_session set expires_at = now() - interval '1 s' where account_id = ${mia.id}`.execute(
    deps.db,
  );
  await sql`update account_link set expires_at = now() - interval '1 s' where account_id = ${mia.id}`.execute(deps.db);
  expect(await findBySession(deps.db, mia.token)).toBeUndefined();
  for (const cookie of ['old', 'begun']) await insertAttempt(deps.db, cookie, { next: '/', linkDigest: null });
  await sql`update oidc_attempt set expires_at = now() - interval '1 s' where digest = ${digestOf('old')}`.execute(
    deps.db,
  );
  await sweepAccounts(deps.db);
  expect(await sql`select digest from oidc_attempt`.execute(deps.db)).toMatchObject({ rows: [{}] });
  expect(await takeAttempt(deps.db, 'begun')).toEqual({ next: '/', linkDigest: null });
  expect(await storedOf(mia.id)).toMatchObject([{ sessions: null, links: null }]);
  expect(await storedOf(ned.id)).toEqual(kept);
});

test('finds the streams whose session, key or person has ended', async () => {
  const [ola, pia] = [await given('ola'), await given('pia')];
  const tags = ({ id, keyId, person }: typeof ola) => [
    `session:${person.credential.id}`,
    `key:${keyId}`,
    `person:${id}`,
  ];
  expect(await listEndedTags(deps.db, [...tags(ola), ...tags(pia)])).toEqual([]);
  await sql`update account_session set expires_at = now() where account_id = ${ola.id}`.execute(deps.db);
  await sql`update account_key set expires_at = now() where account_id = ${ola.id}`.execute(deps.db);
  await sql`update account set disabled_at = now() where id = ${ola.id}`.execute(deps.db);
  expect(await listEndedTags(deps.db, [...tags(ola), ...tags(pia)])).toEqual(tags(ola));
});

test('signing out with an API key changes nothing', async () => {
  const { person, key } = await given('quin');
  const byKey = await findByKey(deps.db, key);
  const { events: before } = await listAudit(deps.db, { limit: 1 });
  await within(() => signOut(deps, byKey));
  expect((await listAudit(deps.db, { limit: 1 })).events).toEqual(before);
  expect(deps.ended).not.toContain(`session:${byKey.credential.id}`);
  expect(await listSessions(deps, person)).toMatchObject([{ current: true }]);
  await signIn(deps, 'quin');
  expect((await listSessions(deps, person)).map(({ current }) => current)).toEqual([false, true]);
});
