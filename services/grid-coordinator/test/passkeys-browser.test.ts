import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { freePort } from '@almagest/test-kit/free-port';
import { addPasskeyDevice, testChallenges } from '@almagest/test-kit/virtual-passkeys';
import { expect } from '@jest/globals';
import { consoleWorld } from './browser/console-window.ts';
import { givenPerson, PASSWORD, type TestPerson } from './people.ts';

/** Passkeys need a host name. `localhost` works only at the port of the coordinator, so the port is chosen here. */
const PORT = String(await freePort());
const HOME = `http://localhost:${PORT}`;

const people = new Map<string, TestPerson>();
const console = consoleWorld(
  async (world) => {
    for (const name of ['ada', 'eve']) people.set(name, await givenPerson(world, name, 'operator'));
  },
  { worker: false, env: { PORT } },
);

const personOf = (name: string) => people.get(name) as TestPerson;

/** Opens the console in a browser with a device for passkeys and signs in with the password. */
async function enter(name: string): Promise<Window> {
  const window = await console.open({ signedIn: false, at: '/login' });
  const { page } = window;
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The address is 127.0.0.1, where browsers have no passkeys.
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await addPasskeyDevice(window);
  await page.goto(`${HOME}/#/login`);
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return window;
}

async function addPasskey({ page }: Window, owner: string, name: string): Promise<void> {
  await page.getByRole('link', { name: `Account of ${owner}` }).click();
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Passkey added.').waitFor();
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
}

async function usePasskey({ page }: Window): Promise<void> {
  await page.goto(`${HOME}/#/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

const isEntered = async ({ page }: Window, name: string): Promise<void> =>
  await page.getByRole('link', { name: `Account of ${name}` }).waitFor();

browserTest('a person adds a passkey, signs in with it without a user name, renames it and removes it', async () => {
  const window = await enter('ada');
  const { page } = window;
  await addPasskey(window, 'ada', 'laptop');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: WIDTHS.phone, height: 844 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: WIDTHS.desktop, height: 900 });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await usePasskey(window);
  await isEntered(window, 'ada');

  // The session ends together with this person's other sessions.
  await console.world.admin('delete', `/api/people/${personOf('ada').id}/sessions`).expect(200);
  await page.goto(`${HOME}/#/nodes`);
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
  await usePasskey(window);
  await isEntered(window, 'ada');

  await page.getByRole('link', { name: 'Account of ada' }).click();
  await page.getByRole('button', { name: 'Add passkey' }).waitFor();
  await page.getByLabel('Name of the passkey').fill('again');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('This device already has a passkey for your account.').waitFor();

  await page.getByRole('button', { name: 'Rename laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename laptop' });
  await dialog.getByLabel('Name of the passkey').fill('desk');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove desk' }).click();
  await page.getByText('You have no passkeys.').waitFor();
  await usePasskey(window);
  await page.getByRole('alert').filter({ hasText: 'this passkey is not accepted' }).waitFor();
});

browserTest('challenges work once, for their purpose and at our pages, and API keys have no passkeys', async () => {
  const { world } = console;
  const window = await enter('eve');
  await addPasskey(window, 'eve', 'phone');
  const eve = personOf('eve');
  await testChallenges({
    window,
    url: world.url,
    home: HOME,
    session: eve.headers,
    key: { authorization: `Bearer ${(await eve.key()).key}` },
    startReplica: async () => await world.startApi({ PORT: '0' }),
  });
  const { body } = await world.admin('get', '/api/audit?operation=signInWithPasskey&outcome=refused').expect(200);
  expect(body.events.filter(({ object }: { object: string }) => object === 'person eve')).toHaveLength(3);
});
