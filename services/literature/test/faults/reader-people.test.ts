// Tests the first day of a group: invitations, groups, sharing, a person who leaves, and the audit log.
import { text } from 'node:stream/consumers';
import type { AuditPage } from '@almagest/contracts';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { browserWorld } from '@almagest/test-kit/browser-world';
import { screenshot } from '@almagest/test-kit/screenshot';
import { expect } from '@jest/globals';
import { openOidcWorld } from '../oidc-world.ts';
import { BUILT_IN, givenPerson, PASSWORD, TOKEN, type TestPerson } from '../people.ts';
import type { World } from '../world.ts';

const people = new Map<string, Pick<TestPerson, 'headers'>>();
let bibcode = '';
const reader = browserWorld(
  async () => await openOidcWorld({ API_TOKEN: TOKEN, OIDC_GROUP_CLAIM: '' }),
  async (world) => {
    bibcode = world.lab.library.byKey('okonkwo2014').bibcode;
    const query = { q: `bibcode:"${bibcode}"`, source: 'catalog' };
    await world.call('get', '/api/search').query(query).set(BUILT_IN).expect(200);
    for (const path of ['/api/download', '/api/parse'])
      await world.call('post', path).send({ bibcode }).set(BUILT_IN).expect(200);
    for (const [name, role] of [
      ['root', 'administrator'],
      ['rea', 'reader'],
    ] as const)
      people.set(name, await givenPerson(world, name, role));
    await world.provider.set({ people: { 'sub-ben': { preferred_username: 'benedict', groups: ['astro'] } } });
  },
);

async function send(world: World, name: string, path: string, body: object): Promise<unknown> {
  const sent = world.call('post', path).set(people.get(name)?.headers ?? {});
  return (await sent.send(body).expect(200)).body;
}

async function openAs(name: string, at: string, width: number = WIDTHS.desktop): Promise<Window> {
  const height = width === WIDTHS.phone ? 844 : 900;
  return await reader.open({ at, viewport: { width, height } }, async ({ context }) => {
    const [cookie = '', value = ''] = people.get(name)?.headers['cookie']?.split('=', 2) ?? [];
    await context.addCookies([{ name: cookie, value, url: reader.world.url }]);
  });
}

async function look({ page }: Window, name: string): Promise<void> {
  await screenshot(page, name);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
}

/** Invites a member and returns the part of the link after the `#`. */
async function invite({ page }: Window, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a person' });
  await form.getByLabel('User name').fill(name);
  await form.getByLabel('Name', { exact: true }).fill(`${name} of the tests`);
  await form.getByLabel('Role').selectOption('member');
  await form.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: `Link for ${name}` });
  const link = await dialog.getByRole('status').textContent();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link?.split('#', 2)[1] ?? '';
}

/** Waits until a person is signed in, and stores the cookie of the session. */
async function keepSession({ page, context }: Window, name: string): Promise<void> {
  await page.getByRole('link', { name: `Signed in as ${name} of the tests` }).waitFor();
  const session = (await context.cookies()).find((cookie) => cookie.name === 'literature_session');
  const cookie = `literature_session=${session?.value ?? ''}`;
  people.set(name, { headers: { cookie, origin: reader.world.url } });
}

browserTest('an administrator invites two people, who sign in with a password and at a provider', async () => {
  const root = await openAs('root', '/people');
  const ada = await reader.open({ at: await invite(root, 'ada') });
  await ada.page.getByLabel('New password').fill(PASSWORD);
  await ada.page.getByRole('button', { name: 'Set password' }).click();
  await keepSession(ada, 'ada');
  const ben = await reader.open({ at: await invite(root, 'ben') });
  await ben.page.getByRole('button', { name: 'Sign in with Test SSO' }).click();
  await ben.page.getByLabel('Person').fill('sub-ben');
  await ben.page.getByRole('button', { name: 'Continue' }).click();
  await keepSession(ben, 'ben');
  expect([...root.faults, ...ada.faults, ...ben.faults].filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('an administrator creates a group, adds people and changes their roles', async () => {
  const { page, faults } = await openAs('root', '/account');
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
  await page.getByRole('navigation', { name: 'Accounts' }).getByRole('link', { name: 'Groups' }).click();
  await page.getByText('No groups yet.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Hot stars');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('No members yet.').waitFor();
  for (const name of ['ada', 'ben', 'rea']) {
    await page.getByLabel('Add to Hot stars').first().selectOption(`${name} of the tests`);
    await page.getByRole('button', { name: 'Add to Hot stars' }).click();
    await page.getByLabel(`Role of ${name} in Hot stars`).waitFor();
  }
  await page.getByLabel('Role of ben in Hot stars').selectOption('editor');
  await page.getByRole('button', { name: 'Remove rea from Hot stars' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove rea from Hot stars' }).click();
  await page.getByLabel('Role of rea in Hot stars').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions for Hot stars' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Massive stars');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Massive stars' }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('every page about accounts fits a screen and a phone', async () => {
  for (const [size, width] of Object.entries(WIDTHS))
    for (const [path, ready] of [
      ['/account', 'Sessions'],
      ['/groups', 'Massive stars'],
      ['/people', 'People'],
      ['/audit', 'Audit log'],
    ] as const) {
      const window = await openAs('root', path, width);
      await window.page.getByRole('heading', { name: ready }).waitFor();
      if (path !== '/groups') await window.page.getByRole('row').nth(1).waitFor();
      await look(window, `reader${path.replace('/', '-')}-${size}`);
      expect(window.faults).toEqual([]);
      await window.page.close();
    }
});

browserTest('members see their own groups, but neither people nor the audit log', async () => {
  const { page, faults } = await openAs('ada', '/library');
  await page.getByRole('link', { name: 'Signed in as ada of the tests' }).click();
  const pages = page.getByRole('navigation', { name: 'Accounts' });
  await pages.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('row', { name: /ben of the tests/ }).waitFor();
  expect(await pages.getByRole('link').allTextContents()).toEqual(['My account', 'Groups', 'Zotero and SciX']);
  expect(await page.getByRole('button', { name: 'New group' }).getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  expect(faults).toEqual([]);
});

browserTest('a person signs out everywhere else', async () => {
  await reader.world.call('post', '/login').send({ username: 'ada', password: PASSWORD }).expect(200);
  const { page, faults } = await openAs('ada', '/account');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Your other sessions have ended.').waitFor();
  await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
  const rows = await reader.world.sql<{ n: number }>(
    `select count(*)::int as n from account_session s join account a on a.id = s.account_id where a.user_name = 'ada'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(faults).toEqual([]);
});

browserTest('a collection is shared with a group, whose members see it', async () => {
  const { id } = (await send(reader.world, 'ada', '/api/collections', { name: 'Winds' })) as { id: number };
  await send(reader.world, 'ada', `/api/collections/${id}/papers`, { add: [bibcode] });
  const ben = await openAs('ben', '/library');
  await ben.page.getByText('No collections yet.', { exact: false }).waitFor();
  const ada = await openAs('ada', '/library');
  await ada.page.getByRole('button', { name: 'More actions for Winds' }).click();
  await ada.page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Share Winds' });
  await dialog.getByLabel('Who can see it').selectOption('Massive stars');
  await look(ada, 'reader-share-collection');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await ada.page.getByRole('img', { name: 'Shared with Massive stars' }).waitFor();
  await ben.page.reload();
  await ben.page.getByRole('link', { name: /^Winds/ }).click();
  await ben.page.getByRole('img', { name: 'By ada of the tests' }).waitFor();
  await ben.page.getByText('1 paper matches').waitFor();
  expect(await ben.page.getByRole('button', { name: 'More actions for Winds' }).count()).toBe(0);
  expect([...ada.faults, ...ben.faults]).toEqual([]);
});

browserTest('two people annotate the same paragraph, first privately and then together', async () => {
  const note = { bibcode, paragraph_index: 0, selected_text: '', highlight_color: 'blue' };
  await send(reader.world, 'ada', '/api/notes', { ...note, note_text: 'a note of ada' });
  await send(reader.world, 'ben', '/api/notes', { ...note, note_text: 'a note of ben' });
  const at = `/papers/${encodeURIComponent(bibcode)}?right=notes`;
  const ada = await openAs('ada', at);
  const cards = ada.page.getByRole('list', { name: 'Notes' }).getByRole('article');
  await cards.first().waitFor();
  expect(await cards.count()).toBe(1);
  await cards.getByLabel('Who can see it').selectOption('Massive stars');
  await ada.page.getByText('Sharing saved.').waitFor();
  const ben = await openAs('ben', at);
  const seen = ben.page.getByRole('list', { name: 'Notes' }).getByRole('article');
  const shared = seen.filter({ hasText: 'By ada of the tests' });
  await shared.getByText('a note of ada').waitFor();
  expect(await shared.getByRole('textbox').count()).toBe(0);
  expect(await shared.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  expect(await seen.count()).toBe(2);
  await look(ben, 'reader-shared-notes');
  const saved = ada.page.waitForResponse((response) => response.url().endsWith('/api/sharing'));
  await cards.getByLabel('Who can see it').selectOption('Massive stars, editors can change it');
  expect((await saved).status()).toBe(200);
  await ben.page.reload();
  await shared.getByLabel('Note', { exact: true }).fill('a note of ada and ben');
  await shared.getByLabel('Note', { exact: true }).press('Control+Enter');
  await ben.page.getByText('Not saved yet.').waitFor({ state: 'detached' });
  await ada.page.reload();
  await cards.getByText('a note of ada and ben').waitFor();
  const phone = await openAs('ben', '/notes', WIDTHS.phone);
  await phone.page.getByText('By ada of the tests').waitFor();
  await look(phone, 'reader-notes-phone');
  expect([...ada.faults, ...ben.faults, ...phone.faults]).toEqual([]);
});

browserTest('one person leaves with a copy, and the others keep what was shared', async () => {
  const ada = await openAs('ada', '/account');
  const copy = ada.page.waitForEvent('download');
  await ada.page.getByRole('button', { name: 'Export my data' }).click();
  const stream = await (await copy).createReadStream();
  expect(await text(stream)).toContain('a note of ada and ben');
  const ben = await openAs('ben', '/account');
  const root = await openAs('root', '/people');
  await root.page.getByRole('button', { name: 'Remove ada' }).click();
  const dialog = root.page.getByRole('dialog', { name: 'Remove ada' });
  await dialog.getByRole('textbox').fill('ada');
  await dialog.getByRole('button', { name: 'Remove ada' }).click();
  await root.page.getByRole('button', { name: 'Remove ada' }).waitFor({ state: 'detached' });
  await reader.world
    .call('get', '/api/notes')
    .query({ bibcode })
    .set(people.get('ada')?.headers ?? {})
    .expect(401);
  await ben.page.getByRole('link', { name: 'Library' }).click();
  await ben.page.getByRole('link', { name: /^Winds/ }).click();
  await ben.page.getByRole('img', { name: 'By root of the tests' }).waitFor();
  await ben.page.getByText('1 paper matches').waitFor();
  await ben.page.getByRole('link', { name: 'Notes', exact: true }).click();
  const notes = ben.page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await notes.filter({ hasText: 'a note of ada and ben' }).getByText('By root of the tests').waitFor();
  await notes.filter({ hasText: 'a note of ben' }).first().waitFor();
  expect([...ada.faults, ...ben.faults, ...root.faults].filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('the audit log shows and exports what was shared', async () => {
  const { page, faults } = await openAs('root', '/audit');
  await page.getByLabel('Who', { exact: true }).fill('ada');
  await page.getByRole('cell', { name: 'shareObject' }).first().waitFor();
  await page.getByLabel('Who', { exact: true }).fill('root');
  await page.getByRole('cell', { name: 'removePerson' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('audit.jsonl');
  const { body } = await reader.world
    .call('get', '/api/audit?actor=ada&operation=shareObject')
    .set(BUILT_IN)
    .expect(200);
  expect((body as AuditPage).events).toHaveLength(3);
  expect(faults).toEqual([]);
});
