// Tests the parts of OpenID Connect that only this service has: groups, and a service without a token.
import type { AuditPage, InvitedPerson, Person } from '@almagest/contracts';
import type { PersonGroup } from '@almagest/contracts/literature';
import { useOpened } from '@almagest/test-kit/use-opened';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { enter, openOidcWorld } from './oidc-world.ts';

const world = useOpened(() => openOidcWorld());
const withoutPasswords = useOpened(() => openOidcWorld({ API_TOKEN: 'the-token', LOCAL_ACCOUNTS: 'off' }));
const BUILT_IN = { 'x-api-key': 'the-token' };

const person = (name: string, ...groups: string[]) => ({ preferred_username: name, groups });
const sentTo = (headers: Readonly<Record<string, string>>, method: 'get' | 'post' | 'put', path: string) =>
  request(world.url)[method](path).set(headers);

describe('a service without a token', () => {
  test('requires a sign-in from the start, and the first person must be an administrator', async () => {
    await world.call('get', '/api/library').expect(401);
    await world.provider.set({ people: { 'sub-rea': person('rea'), 'sub-root': person('root', 'astro-admins') } });
    expect((await enter(world, 'sub-rea')).to).toBe('/?sign_in=no_administrator');
    const { headers } = await enter(world, 'sub-root');
    await sentTo(headers, 'get', '/api/people').expect(200);
    await sentTo((await enter(world, 'sub-rea')).headers, 'get', '/api/library').expect(200);
  });

  test('keeps its last administrator, and counts those who sign in at the provider', async () => {
    await world.provider.set({ people: { 'sub-root': person('root', 'astro-admins') } });
    const { headers } = await enter(world, 'sub-root');
    const { body: people } = await sentTo(headers, 'get', '/api/people').expect(200);
    const root = (people as Person[]).find(({ user_name }) => user_name === 'root');
    const disable = () => request(world.url).patch(`/api/people/${root?.id}`).set(headers).send({ disabled: true });
    await disable().expect(409);
    const given = { user_name: 'guest', display_name: 'Guest', role: 'administrator' };
    await sentTo(headers, 'post', '/api/people').send(given).expect(200);
    await disable().expect(409);
    const both = { 'sub-root': person('root', 'astro-admins'), 'sub-ruth': person('ruth', 'astro-admins') };
    await world.provider.set({ people: both });
    await enter(world, 'sub-ruth');
    await disable().expect(200);
    expect((await enter(world, 'sub-root')).to).toBe('/?sign_in=disabled');
  });
});

test('the groups of a person follow the claim at each sign-in, if they exist here', async () => {
  const ruth = { 'sub-ruth': person('ruth', 'astro-admins') };
  await world.provider.set({ people: ruth });
  const { headers } = await enter(world, 'sub-ruth');
  const create = async (name: string) =>
    (await sentTo(headers, 'post', '/api/groups').send({ name }).expect(200)).body as PersonGroup;
  const [winds, disks] = [await create('Winds'), await create('Disks')];
  const idOf = async (own: Readonly<Record<string, string>>) =>
    ((await sentTo(own, 'get', '/api/account').expect(200)).body as { id: string }).id;
  const add = async (group: PersonGroup, id: string, role: string) =>
    await sentTo(headers, 'put', `/api/groups/${group.id}/members/${id}`).send({ role }).expect(200);
  await add(disks, await idOf(headers), 'member');
  const groupsOf = async (own: Readonly<Record<string, string>>) =>
    ((await sentTo(own, 'get', '/api/groups').expect(200)).body as PersonGroup[]).map(({ name, members }) => [
      name,
      members.find(({ user_name }) => user_name === 'ada')?.role,
    ]);
  await world.provider.set({ people: { ...ruth, 'sub-ada': person('ada', 'astro', 'Winds', 'Unknown') } });
  const ada = await enter(world, 'sub-ada');
  expect(await groupsOf(ada.headers)).toEqual([['Winds', 'member']]);
  for (const group of [winds, disks]) await add(group, await idOf(ada.headers), 'editor');
  expect(await groupsOf(ada.headers)).toEqual([
    ['Disks', 'editor'],
    ['Winds', 'editor'],
  ]);
  expect(await groupsOf((await enter(world, 'sub-ada')).headers)).toEqual([['Winds', 'editor']]);
  await world.provider.set({ people: { ...ruth, 'sub-ada': { preferred_username: 'ada' } } });
  expect(await groupsOf((await enter(world, 'sub-ada')).headers)).toEqual([]);
  const left = (await sentTo(headers, 'get', '/api/groups').expect(200)).body as PersonGroup[];
  expect(left.map(({ members }) => members.map(({ user_name }) => user_name))).toEqual([['ruth'], []]);
  const { body } = await sentTo(headers, 'get', '/api/audit?operation=finishOidc&object=group').expect(200);
  expect((body as AuditPage).events.map(({ object, detail }) => [object, detail['role']])).toEqual([
    ['group Winds', null],
    ['group Disks', null],
    ['group Winds', 'member'],
  ]);
});

describe('without passwords', () => {
  const send = (method: 'get' | 'post', path: string, body?: object) =>
    request(withoutPasswords.url)[method](path).set(BUILT_IN).send(body);

  test('no password opens a session, and no link sets one', async () => {
    const { url } = withoutPasswords;
    const { body: options } = await request(url).get('/api/sign_in').expect(200);
    expect(options).toEqual({ has_accounts: false, has_passwords: false, provider: 'Test SSO' });
    const given = { user_name: 'ada', display_name: 'Ada', role: 'member' };
    const { link } = (await send('post', '/api/people', given).expect(200)).body as InvitedPerson;
    const token = link.url.split('token=')[1] ?? '';
    await request(url).post('/api/links/use').send({ token, password: 'a long password' }).expect(409);
    const refused = await request(url)
      .post('/login')
      .send({ username: 'ada', password: 'a long password' })
      .expect(401);
    expect(refused.text).toContain('does not use passwords');
  });

  test('a link connects the account of a person with a password to the provider', async () => {
    const { provider } = withoutPasswords;
    const sql = async (text: string, values: unknown[]) => await withoutPasswords.sql(text, values);
    const given = { user_name: 'ben', display_name: 'Ben', role: 'member' };
    const { person: ben } = (await send('post', '/api/people', given).expect(200)).body as InvitedPerson;
    await sql(`update account set password_hash = 'of an earlier time' where id = $1`, [ben.id]);
    const { body } = await send('post', `/api/people/${ben.id}/link`).expect(200);
    const link = (body as { url: string }).url.split('token=')[1] ?? '';
    await provider.set({ people: { 'sub-ben': person('somebody', 'astro') } });
    const { headers } = await enter(withoutPasswords, 'sub-ben', { link });
    const me = await request(withoutPasswords.url).get('/api/account').set(headers).expect(200);
    expect(me.body).toMatchObject({ id: ben.id, user_name: 'ben', has_password: false, provider: 'Test SSO' });
    expect(await sql('select password_hash from account where id = $1', [ben.id])).toEqual([{ password_hash: null }]);
  });
});
