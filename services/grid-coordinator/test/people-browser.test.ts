import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import { consoleWorld } from './browser/console-window.ts';
import { configYaml, givenWorkflow } from './world.ts';

const GRIDCTL = join(import.meta.dirname, '../../../packages/programs/gridctl/src/main.ts');
const PASSWORD = 'correct horse battery';

const console = consoleWorld(async (world) => await givenWorkflow(world, 'sdb', configYaml()), { worker: false });

/** Invites a person on the screen and returns the address of the link. */
async function invite({ page }: Window, user: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.getByLabel('User name').fill(user);
  await dialog.getByLabel('Name', { exact: true }).fill(`${user} of the tests`);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const shown = page.getByRole('dialog', { name: `Link for ${user}` });
  const link = await shown.getByRole('status').textContent();
  await shown.getByRole('button', { name: 'Close' }).click();
  return new URL(link ?? '').hash.slice(1);
}

/** Opens the link in a new window, sets the password and signs in. */
async function enter(user: string, link: string): Promise<Window> {
  const window = await console.open({ signedIn: false, at: link });
  const { page } = window;
  await page.getByLabel(/New password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('User name').fill(user);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: `Account of ${user}` }).waitFor();
  return window;
}

/** Runs gridctl with an API key and returns its exit code and messages. */
async function gridctl(key: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const words = ['--conditions=@almagest/source', GRIDCTL, '--url', console.world.url, '--token', key, ...args];
  return await new Promise((resolve) => {
    execFile(process.execPath, words, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
    });
  });
}

/** Creates an API key on the screen and returns it. */
async function createKey({ page }: Window): Promise<string> {
  await page.getByRole('link', { name: /Account of/ }).click();
  await page.getByLabel('Name of the key').fill('laptop');
  await page.getByLabel('Scope').selectOption('full');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Key laptop' });
  const key = (await dialog.getByRole('status').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('cell', { name: /the same access as my account/ }).waitFor();
  return key;
}

browserTest('two operators and a viewer share a console', async () => {
  const admin = await console.open({ at: '/people' });
  await admin.page.getByText('No accounts yet.').waitFor();
  const links = {
    ada: await invite(admin, 'ada', 'operator'),
    ben: await invite(admin, 'ben', 'operator'),
    vera: await invite(admin, 'vera', 'viewer'),
  };
  const [ada, ben, vera] = [
    await enter('ada', links.ada),
    await enter('ben', links.ben),
    await enter('vera', links.vera),
  ];

  // The viewer sees the workflow. The start button says why the viewer cannot use it.
  const start = vera.page.getByRole('button', { name: 'Start: sdb' }).first();
  await start.waitFor();
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  expect(await start.getAttribute('title')).toContain('operator');
  await start.click({ force: true });
  const refused = await vera.context.request.post(`${console.world.url}/api/workflows/sdb/start`, {
    headers: { origin: console.world.url },
  });
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining('vera has the role viewer')]);
  const key = await createKey(vera);
  expect(await gridctl(key, 'workflows', 'list')).toMatchObject({ code: 0, text: expect.stringContaining('sdb') });
  expect(await gridctl(key, 'workflows', 'start', 'sdb')).toMatchObject({
    code: 1,
    text: expect.stringContaining('this needs the role operator'),
  });

  // Both operators can act, and each sees the other's changes.
  await ada.page.getByRole('button', { name: 'Start: sdb' }).first().click();
  await ben.page.getByRole('button', { name: 'Pause: sdb' }).first().click();
  await ada.page.getByRole('button', { name: 'Resume: sdb' }).first().waitFor();
  expect(await ben.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);

  // An administrator ends the sessions of an operator.
  await admin.page.reload();
  await admin.page.getByRole('button', { name: 'Sign out ben' }).click();
  await admin.page.getByText('Saved.').waitFor();
  await ben.page.goto(`${console.world.url}/#/nodes`);
  await ben.page.getByText('Your session has ended. Sign in to continue.').waitFor();

  // The log shows everything.
  await admin.page.getByRole('link', { name: 'Audit log' }).click();
  await admin.page.getByLabel('Object begins with').fill('workflow sdb');
  const rows = admin.page.getByRole('row');
  await rows.filter({ hasText: 'ada' }).filter({ hasText: 'startWorkflow' }).waitFor();
  await rows.filter({ hasText: 'ben' }).filter({ hasText: 'stopWorkflow' }).waitFor();
});

browserTest('the pages of accounts are accessible at every width', async () => {
  for (const width of Object.values(WIDTHS))
    for (const [at, shows] of [
      ['/people', 'Invite'],
      ['/account', 'You are signed in as the built-in administrator.'],
      ['/audit', 'Export'],
    ] as const) {
      const { page, faults } = await console.open({ at, viewport: { width, height: 900 } });
      await page.getByText(shows).first().waitFor();
      expect([at, await listAccessibilityFaults(page)]).toEqual([at, []]);
      expect([at, await overflowOf(page)]).toEqual([at, 0]);
      expect(faults).toEqual([]);
    }
});
