import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { auditLines, listAudit, pruneAudit, recordAudit } from '../src/audit.ts';
import { AccountPresence, findByKey, findBySession, listEndedTags } from '../src/find-identity.ts';
import { streamTags, type PersonIdentity } from '../src/identity.ts';
import { createKey, deleteKey, listKeys } from '../src/keys.ts';
import { readLink, useLink } from '../src/links.ts';
import { changePassword, endOwnSession, listSessions } from '../src/own-account.ts';
import { changePerson, createResetLink, invitePerson, listPeople, removePerson, signOutPerson } from '../src/people.ts';
import { signOut, sweepAccounts } from '../src/sign-in.ts';
import { givenPerson, HOME, PASSWORD, signedIn, signIn, tokenOf, useAccounts, within } from './world.ts';

const deps = useAccounts();
const closed = useAccounts({ hasBuiltIn: false });
const empty = useAccounts();
const newKey = async (person: PersonIdentity, more: object = {}) =>
  await within(() => createKey(deps, person, { name: 'laptop', scope: 'full', ...more }));

describe('a link', () => {
  test('works once, sets the password and ends all sessions of the person', async () => {
    const id = await givenPerson(deps, 'once');
    const { token: session } = await signIn(deps, 'once');
    const { url } = await within(() => createResetLink(deps, id));
    expect(await readLink(deps, tokenOf(url))).toMatchObject({ purpose: 'reset', user_name: 'once' });
    const use = () => within(() => useLink(deps, { token: tokenOf(url), password: 'another password' }));
    const both = await Promise.allSettled([use(), use()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(readLink(deps, tokenOf(url))).rejects.toThrow('has been used or has expired');
    expect(await findBySession(deps.db, session)).toBeUndefined();
    expect(deps.ended).toContain(`person:${id}`);
    await expect(signIn(deps, 'once')).rejects.toThrow('wrong user name or password');
    await signIn(deps, 'once', 'another password');
  });

  test('stops working after seven days, when a newer link is created, and while the account is disabled', async () => {
    const invite = (user_name: string) =>
      within(() => invitePerson(deps, { user_name, display_name: 'x', role: 'viewer' }));
    const old = await invite('late');
    expect(Date.parse(old.link.expires_at) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
    const fresh = await within(() => createResetLink(deps, old.person.id));
    await expect(readLink(deps, tokenOf(old.link.url))).rejects.toThrow('has been used or has expired');
    expect(await readLink(deps, tokenOf(fresh.url))).toMatchObject({ purpose: 'invitation' });
    await sql`update account_link set expires_at = now() where account_id = ${old.person.id}`.execute(deps.db);
    await expect(readLink(deps, tokenOf(fresh.url))).rejects.toThrow('has been used or has expired');
    const disabled = await invite('disabled-link');
    await within(() => changePerson(deps, disabled.person.id, { disabled: true }));
    await within(() => changePerson(deps, disabled.person.id, { disabled: false }));
    await expect(readLink(deps, tokenOf(disabled.link.url))).rejects.toThrow('has been used or has expired');
  });
});

describe('a sign-in', () => {
  test('compares user names without case, and stores neither the password nor the session', async () => {
    await givenPerson(deps, 'Ada@Example.org');
    const { token, userName, expiresAt } = await signIn(deps, 'ada@example.ORG');
    expect(userName).toBe('Ada@Example.org');
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
    expect(token).toMatch(/^gp_[\w-]{43}$/);
    const { rows } = await sql<{ row: string }>`
      select account::text || account_session::text as row
      from account join account_session on account_id = account.id where name_key = 'ada@example.org'`.execute(deps.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(PASSWORD);
    expect(rows[0]?.row).toContain('$argon2id$');
  });

  test.each([
    ['an unknown name', 'nobody', PASSWORD],
    ['an unknown name with the password that unknown names are compared with', 'nobody', 'decoy'],
    ['a wrong password', 'known', `${PASSWORD} `],
    ['a person who has not used the invitation', 'invited', 'decoy'],
  ])('of %s is refused in the same words and recorded', async (_case, name, password) => {
    if (name === 'known') await givenPerson(deps, name);
    if (name === 'invited')
      await within(() => invitePerson(deps, { user_name: name, display_name: name, role: 'viewer' }));
    await expect(signIn(deps, name, password)).rejects.toThrow(/^wrong user name or password$/);
    const { events } = await listAudit(deps.db, { limit: 1 });
    expect(events).toMatchObject([
      { outcome: 'refused', object: name === 'nobody' ? 'an unknown person' : `person ${name}`, actor: 'anonymous' },
    ]);
  });

  test('is limited for each name and address, so that other people’s guesses don’t lock a person out', async () => {
    for (const name of ['popular', 'neighbour']) await givenPerson(deps, name);
    for (const name of ['popular', 'Popular', 'POPULAR', 'popular', 'Popular'])
      await expect(signIn(deps, name, 'wrong', '203.0.113.7')).rejects.toThrow('wrong user name or password');
    await expect(signIn(deps, 'popular', PASSWORD, '203.0.113.7')).rejects.toThrow(
      /more than 5 attempts.*Try again in \d+ s/,
    );
    await sql`update rate_limit_hit set at = now()`.execute(deps.db);
    await expect(signIn(deps, 'popular', PASSWORD, '203.0.113.7')).rejects.toThrow(/Try again in [1-6]\d s/);
    await signIn(deps, 'popular', PASSWORD, '203.0.113.8');
    await signIn(deps, 'neighbour', PASSWORD, '203.0.113.7');
  });

  test('waits for a free hasher if many people sign in at once', async () => {
    await givenPerson(deps, 'busy');
    const opened = await Promise.all(Array.from({ length: 5 }, () => signIn(deps, 'busy')));
    expect(new Set(opened.map(({ token }) => token)).size).toBe(5);
  });

  test('of a disabled person is refused, and the sessions and keys of the person end', async () => {
    const id = await givenPerson(deps, 'leaver');
    const person = await signedIn(deps, 'leaver');
    const { key } = await newKey(person);
    const { token } = await signIn(deps, 'leaver');
    deps.ended.splice(0);
    await within(() => changePerson(deps, id, { disabled: true }));
    expect(deps.ended).toContain(`person:${id}`);
    expect(await findBySession(deps.db, token)).toBeUndefined();
    await expect(findByKey(deps.db, key)).rejects.toThrow('is disabled');
    await expect(signIn(deps, 'leaver')).rejects.toThrow('this account is disabled');
    await expect(signIn(deps, 'leaver', 'wrong')).rejects.toThrow('wrong user name or password');
    const tags = streamTags(person);
    expect((await listEndedTags(deps.db, tags)).sort()).toEqual([...tags].sort());
  });
});

describe('a session', () => {
  test('ends at sign-out, when it expires, and when its person ends it', async () => {
    await givenPerson(deps, 'many');
    const [one, two, three] = [
      await signedIn(deps, 'many'),
      await signedIn(deps, 'many'),
      await signedIn(deps, 'many'),
    ];
    await within(() => signOut(deps, one));
    await within(() => endOwnSession(deps, three, two.credential.id));
    expect(await listSessions(deps, three)).toMatchObject([
      { id: three.credential.id, current: true, program: 'test' },
    ]);
    expect(deps.ended).toEqual(
      expect.arrayContaining([`session:${one.credential.id}`, `session:${two.credential.id}`]),
    );
    expect(await listEndedTags(deps.db, [...streamTags(two), ...streamTags(three)])).toEqual([
      `session:${two.credential.id}`,
    ]);
    await sql`update account_session set expires_at = now() where id = ${three.credential.id}`.execute(deps.db);
    expect(await listSessions(deps, three)).toEqual([]);
    await sweepAccounts(deps.db);
    expect(
      await deps.db.selectFrom('account_session').selectAll().where('id', '=', three.credential.id).execute(),
    ).toEqual([]);
  });

  test('cannot be ended by another person', async () => {
    await givenPerson(deps, 'victim');
    await givenPerson(deps, 'mallory');
    const [victim, mallory] = [await signedIn(deps, 'victim'), await signedIn(deps, 'mallory')];
    await expect(within(() => endOwnSession(deps, mallory, victim.credential.id))).rejects.toThrow('no such session');
    expect(await listSessions(deps, victim)).toHaveLength(1);
  });

  test('survives a change of the password, and the other sessions end', async () => {
    await givenPerson(deps, 'changer');
    const [here, there] = [await signedIn(deps, 'changer'), await signedIn(deps, 'changer')];
    const change = (current: string) =>
      within(() => changePassword(deps, here, { current, password: 'a new password', address: HOME }));
    await expect(change('wrong')).rejects.toThrow('the current password is wrong');
    await change(PASSWORD);
    expect((await listSessions(deps, here)).map(({ id }) => id)).toEqual([here.credential.id]);
    expect(deps.ended).toContain(`session:${there.credential.id}`);
  });

  test('of a person can be ended by an administrator, while API keys stay valid', async () => {
    const id = await givenPerson(deps, 'signed-out');
    const person = await signedIn(deps, 'signed-out');
    const { key } = await newKey(person);
    await within(() => signOutPerson(deps, id));
    expect(await listSessions(deps, person)).toEqual([]);
    expect(await findByKey(deps.db, key)).toMatchObject({ userName: 'signed-out' });
  });
});

describe('an API key', () => {
  test('is shown once, stored as a digest, and found with its scope', async () => {
    await givenPerson(deps, 'keyed', 'operator');
    const person = await signedIn(deps, 'keyed');
    const { key, beginning } = await newKey(person, { scope: 'read', expires_in_days: 1 });
    expect(key).toMatch(/^gk_[\w-]{43}$/);
    expect(beginning).toBe(key.slice(0, 8));
    const { rows } = await sql<{ row: string }>`select account_key::text as row from account_key`.execute(deps.db);
    expect(rows.map(({ row }) => row).join('')).not.toContain(key);
    const found = await findByKey(deps.db, key);
    expect(found).toMatchObject({ role: 'operator', scope: 'read', credential: { kind: 'key', name: 'laptop' } });
    expect(await listKeys(deps, person.id)).toMatchObject([{ last_used_at: expect.anything() }]);
    await expect(newKey(found)).rejects.toThrow('cannot create another one');
  });

  test('ends when it expires or its person revokes it', async () => {
    await givenPerson(deps, 'forgetful');
    await givenPerson(deps, 'other');
    const [person, other] = [await signedIn(deps, 'forgetful'), await signedIn(deps, 'other')];
    const [old, lost] = [await newKey(person, { expires_in_days: 1 }), await newKey(person)];
    await sql`update account_key set expires_at = now() where id = ${old.id}`.execute(deps.db);
    await expect(findByKey(deps.db, old.key)).rejects.toThrow('has expired');
    await expect(within(() => deleteKey(deps, other.id, lost.id))).rejects.toThrow('no such API key');
    await within(() => deleteKey(deps, person.id, lost.id));
    await expect(findByKey(deps.db, lost.key)).rejects.toThrow('is not valid');
    expect(deps.ended).toContain(`key:${lost.id}`);
  });
});

describe('people', () => {
  test('have unique names that differ from the name of the built-in administrator', async () => {
    const invite = (user_name: string) =>
      within(() => invitePerson(deps, { user_name, display_name: 'x', role: 'viewer' }));
    await invite('Unique');
    const { events } = await listAudit(deps.db, { object: 'person Unique', limit: 5 });
    expect(events).toMatchObject([{ detail: { role: 'viewer' } }]);
    for (const name of ['unique', 'UNIQUE', 'admin', 'Admin']) await expect(invite(name)).rejects.toThrow('is taken');
  });

  test('can be removed with their sessions and keys, and the audit log keeps their name', async () => {
    const id = await givenPerson(deps, 'removed');
    const { key } = await newKey(await signedIn(deps, 'removed'));
    deps.ended.splice(0);
    await within(() => removePerson(deps, id));
    expect(deps.ended).toContain(`person:${id}`);
    await expect(findByKey(deps.db, key)).rejects.toThrow('is not valid');
    expect((await listPeople(deps)).map(({ user_name }) => user_name)).not.toContain('removed');
    const { events } = await listAudit(deps.db, { object: 'person removed' });
    expect(events.length).toBeGreaterThan(2);
  });

  test('must start with an administrator if there is no built-in one', async () => {
    const first = { user_name: 'first', display_name: 'x', role: 'operator' } as const;
    // The service had a built-in administrator when this person was invited.
    await sql`insert into account (user_name, name_key, display_name, role) values ('left', 'left', 'x', 'operator')`.execute(
      closed.db,
    );
    await expect(within(() => invitePerson(closed, first))).rejects.toThrow('must be an administrator');
  });

  test('keep an administrator if there is no built-in one, even if two are removed at once', async () => {
    const [one, two] = [
      await givenPerson(closed, 'one', 'administrator'),
      await givenPerson(closed, 'two', 'administrator'),
    ];
    await within(() => invitePerson(closed, { user_name: 'new', display_name: 'x', role: 'administrator' }));
    const leaving = await Promise.allSettled([
      within(() => changePerson(closed, one, { role: 'viewer' })),
      within(() => removePerson(closed, two)),
    ]);
    expect(leaving.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('count as present once someone was invited', async () => {
    const presence = new AccountPresence(empty.db);
    expect(await presence.exists()).toBe(false);
    await givenPerson(empty, 'first');
    expect(await presence.exists()).toBe(true);
  });
});

describe('the audit log', () => {
  test('records the caller, the address, the request and the change', async () => {
    const id = await givenPerson(deps, 'promoted', 'viewer');
    await within(() => changePerson(deps, id, { role: 'operator' }));
    const { events } = await listAudit(deps.db, { object: 'person promoted', limit: 1 });
    expect(events).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor_kind: 'built-in',
        actor: 'admin',
        api_key: null,
        address: HOME,
        request_id: 'r1',
        operation: 'someOperation',
        object: 'person promoted',
        outcome: 'done',
        detail: { role: { from: 'viewer', to: 'operator' } },
      },
    ]);
  });

  test('is read in pages without overlap', async () => {
    for (let n = 0; n < 7; n += 1)
      await deps.db.transaction().execute((trx) => recordAudit(trx, { job: 'count', object: `page ${n}` }));
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page = await listAudit(deps.db, { object: 'page', limit: 3, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.events.map(({ object }) => object));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect((await listAudit(deps.db, { object: 'page', limit: 7 })).next_cursor).toBeNull();
    let lines = '';
    for await (const line of auditLines(deps.db, { object: 'page' })) lines += line;
    expect(lines.split('\n').filter(Boolean)).toHaveLength(7);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `page ${n}`));
  });

  test('has no entry for a transaction that fails', async () => {
    const failing = deps.db.transaction().execute(async (trx) => {
      await recordAudit(trx, { job: 'fail', object: 'nothing happened' });
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    const nameless = deps.db.transaction().execute((trx) => recordAudit(trx, { object: 'nothing happened' }));
    await expect(nameless).rejects.toThrow('has neither a request nor a job');
    expect((await listAudit(deps.db, { object: 'nothing happened' })).events).toEqual([]);
  });

  test('cannot be changed, and only old rows can be deleted', async () => {
    await deps.db.transaction().execute((trx) => recordAudit(trx, { job: 'keep', object: 'kept' }));
    await expect(sql`update audit_event set actor = 'somebody else'`.execute(deps.db)).rejects.toThrow(
      'cannot be changed',
    );
    await expect(sql`delete from audit_event`.execute(deps.db)).rejects.toThrow('cannot be changed');
    await expect(sql`truncate audit_event`.execute(deps.db)).rejects.toThrow('cannot be changed');
    await sql`
      insert into audit_event (at, actor_kind, actor, operation, object, outcome, detail)
      values (now() - interval '41 days', 'service', 'service', 'old', 'old row', 'done', '{}'),
             (now() - interval '39 days', 'service', 'service', 'old', 'old row', 'done', '{}')`.execute(deps.db);
    await pruneAudit(deps.db, 40);
    expect((await listAudit(deps.db, { object: 'old row' })).events).toHaveLength(1);
    expect((await listAudit(deps.db, { object: 'kept' })).events).toHaveLength(1);
  });
});
