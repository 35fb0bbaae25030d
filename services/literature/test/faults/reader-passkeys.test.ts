import { browserTest, listAccessibilityFaults, type Window } from '@almagest/test-kit/browser';
import { freePort } from '@almagest/test-kit/free-port';
import { addPasskeyDevice } from '@almagest/test-kit/virtual-passkeys';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { BUILT_IN, givenPerson, PASSWORD, WITH_TOKEN } from '../people.ts';

/** Passkeys need a host name. `localhost` works only at the port of the service, so the port is chosen here. */
const PORT = String(await freePort());
const HOME = `http://localhost:${PORT}`;

let ada: string;
const reader = readerWorld(
  async (world) => {
    ({ id: ada } = await givenPerson(world, 'ada', 'member'));
  },
  { worker: false, env: { PORT, ...WITH_TOKEN } },
);

/** Opens the reader in a browser with a virtual authenticator and signs in with the password. */
async function enter(): Promise<Window> {
  const window = await reader.open({ at: '/account' });
  const { page } = window;
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  // The address is 127.0.0.1, where browsers have no passkeys.
  expect(await dialog.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await addPasskeyDevice(window);
  await page.goto(`${HOME}/#/account`);
  await dialog.getByLabel('User name').fill('ada');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  return window;
}

browserTest('a person adds a passkey, signs in with it without a user name, and removes it', async () => {
  const { page, context } = await enter();
  await page.getByLabel('Name of the passkey').fill('laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Passkey added.').waitFor();
  await page.getByRole('button', { name: 'Remove laptop' }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('banner').getByText('ada of the tests').waitFor();
  await dialog.waitFor({ state: 'detached' });

  // This session ends with the person's other sessions.
  await reader.world.call('delete', `/api/people/${ada}/sessions`).set(BUILT_IN).expect(200);
  await page.reload();
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByText('You have no passkeys.').waitFor();
  await context.clearCookies();
  await page.reload();
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'this passkey is not accepted' }).waitFor();
});
