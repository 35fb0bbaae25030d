import { browserTest, listAccessibilityFaults, type Window } from '@almagest/test-kit/browser';
import { freePort } from '@almagest/test-kit/free-port';
import { addPasskeyDevice, testChallenges } from '@almagest/test-kit/virtual-passkeys';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { BUILT_IN, givenPerson, PASSWORD, WITH_TOKEN, type TestPerson } from '../people.ts';
import { startReplica } from '../replica.ts';

/** Passkeys need a host name. `localhost` works only at the port of the service, so the port is chosen here. */
const PORT = String(await freePort());
const HOME = `http://localhost:${PORT}`;

const people = new Map<string, TestPerson>();
const reader = readerWorld(
  async (world) => {
    for (const name of ['ada', 'dan', 'eve']) people.set(name, await givenPerson(world, name, 'member'));
  },
  { worker: false, env: { PORT, ...WITH_TOKEN } },
);

const personOf = (name: string) => people.get(name) as TestPerson;

/** Opens the reader in a browser with a virtual authenticator and signs in with the password. */
async function enter(name: string): Promise<Window> {
  const window = await reader.open({ at: '/account' });
  const { page } = window;
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  // The address is 127.0.0.1, where browsers have no passkeys.
  expect(await dialog.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await addPasskeyDevice(window);
  await page.goto(`${HOME}/#/account`);
  await dialog.getByLabel('User name').fill(name);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  return window;
}

async function addPasskey({ page }: Window, name: string): Promise<void> {
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Passkey added.').waitFor();
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
}

/** Opens the reader without a session and signs in with a passkey. */
async function usePasskey({ page, context }: Window): Promise<void> {
  await context.clearCookies();
  await page.reload();
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in with a passkey' }).click();
}

browserTest('a person adds a passkey, signs in with it without a user name, and removes it', async () => {
  const window = await enter('ada');
  const { page } = window;
  await addPasskey(window, 'laptop');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('banner').getByText('ada of the tests').waitFor();
  await dialog.waitFor({ state: 'detached' });

  // The session ends with the others of this person.
  await reader.world
    .call('delete', `/api/people/${personOf('ada').id}/sessions`)
    .set(BUILT_IN)
    .expect(200);
  await page.reload();
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByText('You have no passkeys.').waitFor();
  await usePasskey(window);
  await dialog.getByRole('alert').filter({ hasText: 'this passkey is not accepted' }).waitFor();
});

browserTest('a disabled person cannot sign in with a passkey', async () => {
  const window = await enter('dan');
  await addPasskey(window, 'phone');
  const { id } = personOf('dan');
  await reader.world.call('patch', `/api/people/${id}`).set(BUILT_IN).send({ disabled: true }).expect(200);
  await usePasskey(window);
  await window.page.getByRole('alert').filter({ hasText: 'this account is disabled' }).waitFor();
});

browserTest('challenges work once, for their purpose and at our pages, and API keys have no passkeys', async () => {
  const { world } = reader;
  const window = await enter('eve');
  await addPasskey(window, 'phone');
  const { headers: session, key } = personOf('eve');
  await testChallenges({
    window,
    url: world.url,
    home: HOME,
    session,
    key: (await key()).headers,
    startReplica: async () => await startReplica(world, { PORT: '0' }),
  });
});
