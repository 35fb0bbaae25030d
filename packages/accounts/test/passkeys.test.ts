import { describe, expect, test } from '@jest/globals';
import type { PasskeySignIn } from '@almagest/contracts';
import { SoftPasskey } from '@almagest/test-kit/soft-passkey';
import { sql } from 'kysely';
import { listAudit } from '../src/audit.ts';
import { findByKey, findBySession } from '../src/find-identity.ts';
import type { PersonIdentity } from '../src/identity.ts';
import { createKey } from '../src/keys.ts';
import { beginPasskeySignIn, signInWithPasskey } from '../src/passkey-sign-in.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '../src/passkeys.ts';
import { changePerson, removePerson, signOutPerson } from '../src/people.ts';
import type { OpenedSession } from '../src/sign-in.ts';
import { sweepAccounts } from '../src/sign-in.ts';
import { givenPerson, signedIn, useAccounts, within } from './world.ts';

/** `localhost` at the port of the public address of these tests. */
const ORIGIN = 'http://localhost:8090';

const deps = useAccounts();

let hosts = 0;
const enter = async (answer: PasskeySignIn, address = `203.0.113.${(hosts += 1)}`): Promise<OpenedSession> =>
  await within(() => signInWithPasskey(deps, answer, { address, program: 'test' }));

const add = async (person: PersonIdentity, device: SoftPasskey, name = 'laptop') =>
  await within(async () => await addPasskey(deps, person, device.create(await beginPasskey(deps, person), name)));

/** Creates a person who has signed in with a password and added a passkey. */
async function given(name: string) {
  await givenPerson(deps, name);
  const person = await signedIn(deps, name);
  const device = new SoftPasskey(ORIGIN);
  const { id } = await add(person, device);
  return { person, device, id };
}

async function lastEvent() {
  const { events } = await listAudit(deps.db, { limit: 1 });
  return events[0];
}

async function expectRefused(answer: PasskeySignIn, told: string, reason: string, who: string): Promise<void> {
  await expect(enter(answer)).rejects.toThrow(told);
  expect(await lastEvent()).toMatchObject({ outcome: 'refused', object: who, actor: 'anonymous', detail: { reason } });
}

const NOT_ACCEPTED = 'this passkey is not accepted';
const WRONG = 'the signature is wrong or the user was not verified';
const STALE = 'the challenge is unknown, has been used or has expired';

test('a passkey opens the same session as a password, and each step is recorded', async () => {
  const { person, device, id } = await given('ada');
  expect(await lastEvent()).toMatchObject({ object: 'passkey laptop of ada', outcome: 'done' });
  device.counter = 7;
  const { token, userName } = await enter(device.sign(await beginPasskeySignIn(deps)));
  expect(userName).toBe('ada');
  expect(await lastEvent()).toMatchObject({ object: 'person ada', actor: 'ada', detail: { passkey: 'laptop' } });
  expect(await findBySession(deps.db, token)).toMatchObject({ id: person.id, scope: 'full' });
  expect(await within(() => renamePasskey(deps, person, id, { name: 'desk' }))).toMatchObject({ id, name: 'desk' });
  expect(await listPasskeys(deps, person.id)).toEqual([
    { id, name: 'desk', created_at: expect.any(String), last_used_at: expect.any(String) },
  ]);
  await within(() => signOutPerson(deps, person.id));
  expect(await findBySession(deps.db, token)).toBeUndefined();
});

test('the options require a verified user and a passkey that needs no user name', async () => {
  const { person, device } = await given('bea');
  const options = await beginPasskey(deps, person);
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: 'bea (grid coordinator)', displayName: 'bea' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id, transports: ['internal'] }],
  });
  expect(await beginPasskeySignIn(deps)).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
});

describe('a sign-in is refused and recorded', () => {
  test('if its challenge was used, belongs to a registration, has expired or never existed', async () => {
    const { person, device } = await given('cleo');
    const told = 'took too long';
    const answer = device.sign(await beginPasskeySignIn(deps));
    await enter(answer);
    await expectRefused(answer, told, STALE, 'person cleo');
    await expectRefused(device.sign(await beginPasskey(deps, person)), told, STALE, 'person cleo');
    const late = await beginPasskeySignIn(deps);
    await sql`update account_challenge set expires_at = now()`.execute(deps.db);
    await expectRefused(device.sign(late), told, STALE, 'person cleo');
    await expectRefused(device.sign({ challenge: 'AAAA' }), told, STALE, 'person cleo');
  });

  test('if its challenge was used in a failed attempt', async () => {
    const { device } = await given('dora');
    const challenge = await beginPasskeySignIn(deps);
    await expectRefused(device.sign(challenge, { isVerified: false }), NOT_ACCEPTED, WRONG, 'person dora');
    await expectRefused(device.sign(challenge), 'took too long', STALE, 'person dora');
  });

  test('with the same message for an unknown passkey and for a wrong signature', async () => {
    const [{ device }, other] = [await given('edna'), new SoftPasskey(ORIGIN)];
    const wrong = { ...device.sign(await beginPasskeySignIn(deps)), signature: 'AAAA' };
    await expectRefused(wrong, NOT_ACCEPTED, WRONG, 'person edna');
    const unknown = { ...other.sign(await beginPasskeySignIn(deps)), user_handle: 'AAAA' };
    await expectRefused(unknown, NOT_ACCEPTED, 'the passkey is unknown', 'an unknown person');
  });

  test.each<[string, (answer: PasskeySignIn, of: PasskeySignIn) => PasskeySignIn]>([
    ['the account of another person', (answer, of) => ({ ...answer, user_handle: of.user_handle })],
    ['the passkey of another person', (answer, of) => ({ ...answer, id: of.id, user_handle: of.user_handle })],
    ['data of the device that is cut off', (answer) => ({ ...answer, authenticator_data: 'AAAA' })],
  ])('if it names %s', async (what, change) => {
    const name = what.replaceAll(' ', '-');
    const [one, two] = [await given(name), await given(`other-${name}`)];
    const of = two.device.sign({ challenge: 'AAAA' });
    await expect(enter(change(one.device.sign(await beginPasskeySignIn(deps)), of))).rejects.toThrow(NOT_ACCEPTED);
  });

  test('if the browser sends no data that can be read', async () => {
    const { device } = await given('flora');
    const answer = device.sign(await beginPasskeySignIn(deps));
    for (const text of ['null', '{}', '[', '{"challenge":1,"origin":2}', '"\u0000"'])
      await expectRefused(
        { ...answer, client_data: Buffer.from(text).toString('base64url') },
        NOT_ACCEPTED,
        'the data from the browser is not valid',
        'person flora',
      );
  });

  test('from a page of another origin, or for another host', async () => {
    const { device } = await given('gwen');
    const at = `passkeys work only at ${ORIGIN}`;
    for (const origin of ['http://localhost:9999', 'https://localhost:8090', 'http://127.0.0.1:8090', 'null'])
      await expectRefused(
        device.sign(await beginPasskeySignIn(deps), { origin }),
        at,
        `the page is not at ${ORIGIN}`,
        'person gwen',
      );
    const elsewhere = device.sign(await beginPasskeySignIn(deps), { host: 'elsewhere.example' });
    await expectRefused(elsewhere, NOT_ACCEPTED, WRONG, 'person gwen');
  });

  test('if the counter goes back or stays, unless the device does not count', async () => {
    const { device } = await given('hope');
    const at = async (counter: number) => device.sign(await beginPasskeySignIn(deps), { counter });
    await enter(await at(0));
    await enter(await at(5));
    const reason = 'the counter went back: the passkey may have been copied';
    for (const counter of [5, 4, 0]) await expectRefused(await at(counter), NOT_ACCEPTED, reason, 'person hope');
    await enter(await at(6));
  });

  test('while the account is disabled', async () => {
    const { person, device } = await given('iris');
    await within(() => changePerson(deps, person.id, { disabled: true }));
    const answer = device.sign(await beginPasskeySignIn(deps));
    await expectRefused(answer, 'this account is disabled', 'this account is disabled', 'person iris');
    await within(() => changePerson(deps, person.id, { disabled: false }));
    await enter(device.sign(await beginPasskeySignIn(deps)));
  });

  test('after five attempts in a minute from one address', async () => {
    const device = new SoftPasskey(ORIGIN);
    const answer = { ...device.sign({ challenge: 'AAAA' }), user_handle: 'AAAA' };
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(enter(answer, '192.0.2.99')).rejects.toThrow('took too long');
    await expect(enter(answer, '192.0.2.99')).rejects.toThrow('more than 5 attempts');
  });
});

test('two sign-ins with one challenge open one session', async () => {
  const { device } = await given('jane');
  const answer = device.sign(await beginPasskeySignIn(deps));
  const outcomes = await Promise.allSettled([enter(answer), enter(answer)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

describe('a passkey is added', () => {
  test('once, in the session that requested the challenge', async () => {
    const { person } = await given('kate');
    const other = await signedIn(deps, 'kate');
    const device = new SoftPasskey(ORIGIN);
    const answer = device.create(await beginPasskey(deps, person), 'phone');
    await expect(within(() => addPasskey(deps, other, answer))).rejects.toThrow('Start again');
    await within(() => addPasskey(deps, person, answer));
    await expect(within(() => addPasskey(deps, person, answer))).rejects.toThrow('Start again');
    await expect(add(person, device)).rejects.toThrow('already registered');
    const { challenge } = await beginPasskeySignIn(deps);
    const options = { ...(await beginPasskey(deps, person)), challenge };
    await expect(within(() => addPasskey(deps, person, new SoftPasskey(ORIGIN).create(options, 'x')))).rejects.toThrow(
      'Start again',
    );
  });

  test('only with a verified user, on our pages, for our host and without certificates', async () => {
    const { person } = await given('lena');
    const attempt = async (conduct: Parameters<SoftPasskey['create']>[2], change: object = {}) =>
      await within(async () => {
        const answer = new SoftPasskey(ORIGIN).create(await beginPasskey(deps, person), 'x', conduct);
        return await addPasskey(deps, person, { ...answer, ...change });
      });
    await expect(attempt({ origin: 'https://elsewhere.example' })).rejects.toThrow(`only at ${ORIGIN}`);
    const malformed = 'attestation: the passkey is not valid';
    await expect(attempt({ isVerified: false })).rejects.toThrow(malformed);
    await expect(attempt({ host: 'elsewhere.example' })).rejects.toThrow(malformed);
    await expect(attempt({}, { id: 'AAAA' })).rejects.toThrow(malformed);
    await expect(attempt({ format: 'apple' })).rejects.toThrow('the format must be none or packed');
    await expect(attempt({}, { attestation: 'AAAA' })).rejects.toThrow('the format must be none or packed');
    await attempt({});
  });

  test('up to twenty times', async () => {
    const { person } = await given('maud');
    await sql`insert into account_passkey (account_id, credential_id, public_key, counter, transports, name)
      select ${person.id}::uuid, 'maud-' || n, '', 0, '{}', 'x' from generate_series(1, 19) n`.execute(deps.db);
    await expect(add(person, new SoftPasskey(ORIGIN))).rejects.toThrow('at most 20 passkeys');
  });
});

test('an API key cannot add, rename or remove a passkey', async () => {
  const { person, id } = await given('nora');
  const { key } = await within(() => createKey(deps, person, { name: 'laptop', scope: 'full' }));
  const byKey = await findByKey(deps.db, key);
  const answer = new SoftPasskey(ORIGIN).create(await beginPasskey(deps, person), 'x');
  for (const change of [
    () => beginPasskey(deps, byKey),
    () => addPasskey(deps, byKey, answer),
    () => renamePasskey(deps, byKey, id, { name: 'x' }),
    () => removePasskey(deps, byKey, id),
  ])
    await expect(within<unknown>(change)).rejects.toThrow('an API key cannot change passkeys');
});

describe('removing a passkey', () => {
  test('ends sign-ins with it, and leaves the passkeys of others alone', async () => {
    const [olga, pola] = [await given('olga'), await given('pola')];
    for (const change of [
      () => removePasskey(deps, olga.person, pola.id),
      () => renamePasskey(deps, olga.person, pola.id, { name: 'x' }),
    ])
      await expect(within<unknown>(change)).rejects.toThrow('no such passkey');
    await within(() => removePasskey(deps, olga.person, olga.id));
    expect(await lastEvent()).toMatchObject({ object: 'passkey laptop of olga', outcome: 'done' });
    await expect(enter(olga.device.sign(await beginPasskeySignIn(deps)))).rejects.toThrow(NOT_ACCEPTED);
    await enter(pola.device.sign(await beginPasskeySignIn(deps)));
    await within(() => removePerson(deps, pola.person.id));
    await expect(enter(pola.device.sign(await beginPasskeySignIn(deps)))).rejects.toThrow(NOT_ACCEPTED);
  });

  test('is refused if it is the only way to sign in, even twice at once', async () => {
    const { person, id } = await given('rosa');
    await sql`update account set password_hash = null where id = ${person.id}`.execute(deps.db);
    await expect(within(() => removePasskey(deps, person, id))).rejects.toThrow('the only way to sign in');
    const { id: second } = await add(person, new SoftPasskey(ORIGIN), 'phone');
    const outcomes = await Promise.allSettled(
      [id, second].map((one) => within(() => removePasskey(deps, person, one))),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [last, ...others] = await listPasskeys(deps, person.id);
    expect(others).toEqual([]);
    // Without local accounts, no one signs in with a passkey.
    const signIn = { ...deps.accounts.signIn, hasPasswords: false };
    const withoutLocal = { accounts: { ...deps.accounts, signIn } };
    await within(() => removePasskey(withoutLocal, person, last?.id ?? ''));
  });
});

test('challenges end with the session that requested them, and the sweep deletes the expired ones', async () => {
  const { person } = await given('sara');
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from account_challenge`.execute(deps.db)).rows[0]?.n;
  await sql`delete from account_challenge`.execute(deps.db);
  await beginPasskey(deps, person);
  await within(() => signOutPerson(deps, person.id));
  expect(await count()).toBe(0);
  await beginPasskeySignIn(deps);
  await sweepAccounts(deps.db);
  expect(await count()).toBe(1);
  await sql`update account_challenge set expires_at = now() - interval '1 s'`.execute(deps.db);
  await sweepAccounts(deps.db);
  expect(await count()).toBe(0);
});
