// Tests how one person's library without a token becomes the library of a group.
import { browserTest, type Window } from '@almagest/test-kit/browser';
import { screenshot } from '@almagest/test-kit/screenshot';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { PASSWORD } from '../people.ts';

const reader = readerWorld(
  async (world) => {
    const paper = { title: 'Winds of a group', authors: ['Ng, A.'], year: '2003' };
    await world.call('post', '/api/papers').send(paper).expect(200);
  },
  { worker: false },
);

/** Invites a person under People and returns the part of the link after the `#`. */
async function invite({ page }: Window, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog', { name: 'Invite a person' });
  await form.getByLabel('User name').fill(name);
  await form.getByLabel('Name', { exact: true }).fill(`${name} of the group`);
  await form.getByRole('button', { name: 'Invite' }).click();
  const link = page.getByRole('dialog', { name: `Link for ${name}` }).getByRole('status');
  return (await link.textContent())?.split('#', 2)[1] ?? '';
}

/** Opens a link and sets a password, which signs the person in. */
async function enter(link: string, name: string): Promise<Window> {
  const window = await reader.open({ at: link });
  await window.page.getByLabel('New password').fill(PASSWORD);
  await window.page.getByRole('button', { name: 'Set password' }).click();
  await window.page.getByText('Winds of a group').first().waitFor();
  await window.page.getByRole('link', { name: `Signed in as ${name} of the group` }).waitFor();
  return window;
}

browserTest('the first person becomes the administrator, closes the library and invites the others', async () => {
  const open = await reader.open({ at: '/library' });
  await open.page.getByRole('button', { name: 'Settings' }).click();
  await open.page.getByRole('menuitem', { name: 'Accounts' }).click();
  await open.page.getByText('You are signed in as the built-in administrator.', { exact: false }).waitFor();
  await open.page.getByRole('link', { name: 'People' }).click();
  await open.page.getByText('No accounts yet.').waitFor();
  const first = await invite(open, 'root');
  await screenshot(open.page, 'reader-first-link');
  // Now the library needs a sign-in.
  await open.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await open.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  await reader.world.call('get', '/api/library').expect(401);
  const root = await enter(first, 'root');
  await root.page.getByRole('link', { name: 'Signed in as root of the group' }).click();
  await root.page.getByText('Role: administrator').waitFor();
  await root.page.getByRole('link', { name: 'People' }).click();
  const ada = await enter(await invite(root, 'ada'), 'ada');
  await ada.page.getByRole('link', { name: 'Signed in as ada of the group' }).click();
  await ada.page.getByText('Role: reader').waitFor();
  await ada.page.goto(`${reader.world.url}/#/add`);
  const add = ada.page.getByRole('button', { name: 'Add', exact: true }).first();
  expect(await add.getAttribute('aria-description')).toContain('Only for the role member');
  expect([...root.faults, ...ada.faults].filter((fault) => !fault.includes('401'))).toEqual([]);
});
