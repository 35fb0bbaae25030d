import type { InvitedPerson } from '@almagest/contracts';
import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { BUILT_IN, PASSWORD, TOKEN } from '../people.ts';

let link: string;
const reader = readerWorld(
  async (world) => {
    const paper = { title: 'Winds of a group', authors: ['Ng, A.'], year: '2003' };
    await world.call('post', '/api/papers').set(BUILT_IN).send(paper).expect(200);
    const person = { user_name: 'ada', display_name: 'Ada Lovelace', role: 'member' };
    const { body } = await world.call('post', '/api/people').set(BUILT_IN).send(person).expect(200);
    const token = (body as InvitedPerson).link.url.split('#', 2)[1] ?? '';
    link = token;
  },
  { worker: false, env: { API_TOKEN: TOKEN } },
);

browserTest('an invited person sets a password, works, signs out and signs in again', async () => {
  const { page, faults } = await reader.open({ at: link });
  await page.getByRole('heading', { name: 'Welcome, Ada Lovelace' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Winds of a group').first().waitFor();
  await page.getByRole('banner').getByText('Ada Lovelace').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(await page.getByText('Winds of a group').count()).toBe(0);
  await dialog.getByLabel('User name').fill('ada');
  await dialog.getByLabel('Password').fill('a wrong password');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByText('wrong user name or password').waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Winds of a group').first().waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('a used link says what to do', async () => {
  const { page } = await reader.open({ at: link });
  await page.getByRole('alert').filter({ hasText: 'link' }).waitFor();
});
