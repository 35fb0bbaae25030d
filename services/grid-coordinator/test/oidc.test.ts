// Tests sign-in with OpenID Connect at a real provider in its own process.
import type { AuditPage, Me } from '@almagest/contracts';
import { CookieJar, signInAtProvider } from '@almagest/test-kit/oidc-browser';
import { startOidcServer } from '@almagest/test-kit/oidc-server';
import { useOpened } from '@almagest/test-kit/use-opened';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { enter, finish, openOidcWorld, personNamed } from './oidc-world.ts';

const world = useOpened(() => openOidcWorld());

const ADA = { preferred_username: 'ada', name: 'Ada of the tests', groups: ['astro'] };
const PEOPLE = {
  'sub-ada': ADA,
  'sub-ben': { preferred_username: 'ben', groups: ['guests', 'other'] },
  'sub-root': { preferred_username: 'root', groups: ['astro', 'astro-admins'] },
};
beforeEach(async () => await world.provider.set({ people: PEOPLE }));

async function meOf(jar: CookieJar): Promise<Me> {
  const reply = await jar.send(`${world.url}/api/account`);
  expect(reply.status).toBe(200);
  return (await reply.json()) as Me;
}

/** Returns the latest row of the audit log for sign-ins at the provider. */
async function lastAudit() {
  const { body } = await world.admin('get', '/api/audit?operation=finishOidc&limit=1').expect(200);
  return (body as AuditPage).events[0];
}

async function expectRefused(to: string, reason: string, jar: CookieJar): Promise<void> {
  expect(to).toBe(`/?sign_in=${reason}`);
  expect((await jar.send(`${world.url}/api/account`)).status).toBe(401);
  expect(await lastAudit()).toMatchObject({ outcome: 'refused', detail: { reason } });
}

describe('a first sign-in', () => {
  test('creates an account with the role of the claim and returns to the page', async () => {
    const { jar, to } = await enter(world, 'sub-ada', { next: '/#/nodes?state=online' });
    expect(to).toBe('/#/nodes?state=online');
    const me = await meOf(jar);
    expect(me).toMatchObject({ user_name: 'ada', display_name: 'Ada of the tests', role: 'operator' });
    expect(me).toMatchObject({ has_password: false, provider: 'Test SSO' });
    expect(await personNamed(world, 'ada')).toMatchObject({ state: 'active', provider: 'Test SSO' });
    expect(await lastAudit()).toMatchObject({
      actor: 'ada',
      object: 'person ada',
      detail: { provider: 'Test SSO', created: true, role: 'operator' },
    });
    const hours = 'select ceil(extract(epoch from max(expires_at) - now()) / 3600)::int as hours from account_session';
    expect(await world.sql(hours)).toEqual([{ hours: 12 }]);
  });

  test('sends the browser only to pages of the service', async () => {
    for (const next of [
      'https://elsewhere.example/',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/#/a\nb',
      'nodes',
    ])
      expect((await enter(world, 'sub-ada', { next })).to).toBe('/');
  });

  test('adds a number to a taken user name, and never opens the account with that name or address', async () => {
    const given = { user_name: 'cy@example.org', display_name: 'Cy', role: 'administrator' };
    await world.admin('post', '/api/people').send(given).expect(200);
    await world.sql(
      `insert into account_identity (issuer, subject, account_id)
       select 'https://elsewhere.example', 'sub-cy', id from account where user_name = 'cy@example.org'`,
    );
    const cy = {
      preferred_username: 'CY@example.org',
      email: 'cy@example.org',
      email_verified: true,
      groups: ['guests'],
    };
    await world.provider.set({ people: { 'sub-cy': cy, 'sub-admin': { ...cy, preferred_username: 'admin' } } });
    const { jar } = await enter(world, 'sub-cy');
    expect(await meOf(jar)).toMatchObject({ user_name: 'CY@example.org-2', role: 'viewer' });
    expect(await personNamed(world, 'cy@example.org')).toMatchObject({ state: 'invited' });
    expect(await meOf((await enter(world, 'sub-admin')).jar)).toMatchObject({ user_name: 'admin-2' });
  });

  test('three times at the same moment creates one account', async () => {
    await world.provider.set({ people: { 'sub-dee': { preferred_username: 'dee', groups: ['guests'] } } });
    const jars = [new CookieJar(), new CookieJar(), new CookieJar()];
    const callbacks = await Promise.all(jars.map((jar) => signInAtProvider(jar, world.url, 'sub-dee')));
    await Promise.all(jars.map((jar, n) => finish(jar, callbacks[n] ?? '')));
    for (const jar of jars) expect(await meOf(jar)).toMatchObject({ user_name: 'dee' });
    expect(await personNamed(world, 'dee')).toMatchObject({ session_count: 3 });
  });

  test('is refused without a role', async () => {
    await world.provider.set({ people: { 'sub-eve': { preferred_username: 'eve', groups: ['others'] } } });
    const { jar, to } = await enter(world, 'sub-eve');
    await expectRefused(to, 'no_role', jar);
    expect(await personNamed(world, 'eve')).toBeUndefined();
  });
});

describe('a later sign-in', () => {
  test('recalculates the role from the claim', async () => {
    const { jar } = await enter(world, 'sub-ben');
    expect(await meOf(jar)).toMatchObject({ user_name: 'ben', role: 'viewer' });
    await world.provider.set({ people: { 'sub-ben': { preferred_username: 'renamed', groups: ['astro-admins'] } } });
    const events = await jar.send(`${world.url}/api/events`);
    const again = await enter(world, 'sub-ben');
    expect(await meOf(again.jar)).toMatchObject({ user_name: 'ben', role: 'administrator' });
    // The stream that was opened with the former role ends.
    expect(await events.text()).not.toContain('renamed');
    expect(await lastAudit()).toMatchObject({ detail: { role: { from: 'viewer', to: 'administrator' } } });
    await world.provider.set({ people: { 'sub-ben': { preferred_username: 'ben', groups: [] } } });
    await expectRefused((await enter(world, 'sub-ben')).to, 'no_role', new CookieJar());
  });

  test('is impossible after the removal at the provider', async () => {
    const { jar } = await enter(world, 'sub-ada');
    await world.provider.set({ people: {} });
    await expect(enter(world, 'sub-ada', { jar })).rejects.toThrow('does not sign in sub-ada');
  });

  test('is refused if the person is disabled here, and opens no session', async () => {
    await enter(world, 'sub-root');
    const root = await personNamed(world, 'root');
    const path = `/api/people/${root?.id}`;
    await world.admin('patch', path).send({ disabled: true }).expect(200);
    const refused = await enter(world, 'sub-root');
    await expectRefused(refused.to, 'disabled', refused.jar);
    expect(await lastAudit()).toMatchObject({ object: 'person root' });
    await world.admin('patch', path).send({ disabled: false }).expect(200);
    expect(await meOf((await enter(world, 'sub-root')).jar)).toMatchObject({ role: 'administrator' });
  });

  test('of a removed person is refused until an administrator invites the person again', async () => {
    await world.provider.set({ people: { ...PEOPLE, 'sub-flo': { preferred_username: 'flo', groups: ['guests'] } } });
    await enter(world, 'sub-flo');
    await world.admin('delete', `/api/people/${(await personNamed(world, 'flo'))?.id}`).expect(200);
    const refused = await enter(world, 'sub-flo');
    await expectRefused(refused.to, 'removed', refused.jar);
    const given = { user_name: 'flora', display_name: 'Flora', role: 'viewer' };
    const { body } = await world.admin('post', '/api/people').send(given).expect(200);
    const link = (body as { link: { url: string } }).link.url.split('token=')[1] ?? '';
    await world.sql(`update account_link set expires_at = now() - interval '1 second'`);
    expect((await enter(world, 'sub-flo', { link })).to).toBe('/?sign_in=removed');
    await world.sql(`update account_link set expires_at = now() + interval '1 day'`);
    const { jar } = await enter(world, 'sub-ada');
    const flora = `(select id from account where user_name = 'flora')`;
    await world.sql(`update account_session set account_id = ${flora} where account_id <> ${flora}`);
    expect(await meOf(jar)).toMatchObject({ user_name: 'flora' });
    expect(await meOf((await enter(world, 'sub-flo', { link })).jar)).toMatchObject({ user_name: 'flora' });
    expect((await jar.send(`${world.url}/api/account`)).status).toBe(401);
    expect(await lastAudit()).toMatchObject({ detail: { linked: true } });
    const reused = await enter(world, 'sub-ada', { link });
    expect(await meOf(reused.jar)).toMatchObject({ user_name: 'ada' });
  });
});

describe('a callback', () => {
  test('works once, in the browser that began', async () => {
    const { jar, callback } = await enter(world, 'sub-ada');
    const other = new CookieJar();
    await expectRefused(await finish(other, callback), 'expired', other);
    jar.forget(world.url);
    await expectRefused(await finish(jar, callback), 'expired', jar);
  });

  test('with another state or a code that was used is refused', async () => {
    const { callback } = await enter(world, 'sub-ada');
    const code = new URL(callback).searchParams.get('code') ?? '';
    const wrongState = new CookieJar();
    const url = new URL(await signInAtProvider(wrongState, world.url, 'sub-ada'));
    url.searchParams.set('state', 'another');
    await expectRefused(await finish(wrongState, url.href), 'invalid', wrongState);
    const usedCode = new CookieJar();
    const second = new URL(await signInAtProvider(usedCode, world.url, 'sub-ada'));
    second.searchParams.set('code', code);
    await expectRefused(await finish(usedCode, second.href), 'invalid', usedCode);
  });

  test('after 15 minutes is refused', async () => {
    const jar = new CookieJar();
    const callback = await signInAtProvider(jar, world.url, 'sub-ada');
    await world.sql(`update oidc_attempt set expires_at = now()`);
    await expectRefused(await finish(jar, callback), 'expired', jar);
  });

  test('of a person who refuses at the provider says so', async () => {
    const jar = new CookieJar();
    const callback = await signInAtProvider(jar, world.url, '');
    await expectRefused(await finish(jar, callback), 'denied', jar);
  });

  test.each([
    ['a foreign issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['another audience', { claims: { aud: 'another service' } }],
    ['a past end', { claims: { exp: 1_700_000_000 } }],
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another subject', { claims: { sub: 'sub-root' } }],
    ['a foreign signature', { isForeignKey: true }],
  ])('whose token has %s is refused', async (_name, fault) => {
    await world.provider.set({ people: PEOPLE, fault });
    const { jar, to } = await enter(world, 'sub-ada');
    await expectRefused(to, 'invalid', jar);
  });
});

describe('signing out', () => {
  test('ends the session here and then at the provider', async () => {
    const { jar } = await enter(world, 'sub-ada');
    const end = async (headers: Record<string, string>) =>
      await jar.send(`${world.url}/api/oidc/end`, { method: 'POST', headers });
    expect((await end({ origin: 'https://elsewhere.example' })).status).toBe(403);
    const reply = await end({ origin: world.url });
    const url = new URL(((await reply.json()) as { url: string }).url);
    expect(url.origin).toBe(world.provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${world.url}/`);
    expect((await jar.send(`${world.url}/api/account`)).status).toBe(401);
    expect((await jar.send(url)).status).toBe(200);
    expect(await (await end({ origin: world.url })).json()).toEqual({ url: null });
  });
});

describe('an account of the provider', () => {
  test('has no password and no link that would set one', async () => {
    const { jar } = await enter(world, 'sub-ada');
    const body = { current: 'a password of ada', password: 'another password' };
    const headers = { origin: world.url, 'content-type': 'application/json' };
    const changed = await jar.send(`${world.url}/api/account/password`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    expect(changed.status).toBe(409);
    const { id } = (await personNamed(world, 'ada')) ?? {};
    await world.admin('post', `/api/people/${id}/link`).expect(409);
  });
});

test('a provider that is down makes no service unready, and works again when it is up', async () => {
  const stopped = await openOidcWorld();
  try {
    await stopped.provider.close();
    await stopped.anyone('get', '/readyz').expect(200);
    const { body } = await stopped.anyone('post', '/api/oidc/start').send({}).expect(503);
    expect(JSON.stringify(body)).toContain('sign-in with Test SSO failed');
    const port = Number(new URL(stopped.provider.issuer).port);
    const again = await startOidcServer([stopped.url], port);
    try {
      await again.set({ people: PEOPLE });
      const jar = new CookieJar();
      const callback = await signInAtProvider(jar, stopped.url, 'sub-ada');
      await again.close();
      expect(await finish(jar, callback)).toBe('/?sign_in=unavailable');
    } finally {
      await again.close();
    }
  } finally {
    await stopped.close();
  }
});
