import { browserTest, listAccessibilityFaults, overflowOf, skipsToContent, WIDTHS } from '@almagest/test-kit/browser';
import { filesUnder, gzippedBytes } from '@almagest/test-kit/first-load';
import { expect } from '@jest/globals';
import { consoleWorld } from './browser/console-window.ts';
import { ADMIN_TOKEN } from './world.ts';

const console = consoleWorld(async () => undefined, { worker: false });

browserTest('signs in and opens the requested page', async () => {
  const { page, faults } = await console.open({ signedIn: false, at: '/seeds' });
  await page.getByText('Grid coordinator console').waitFor();
  expect(await page.getByText('Your session has ended.').count()).toBe(0);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(ADMIN_TOKEN);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Seeds', exact: true }).waitFor();
  expect(page.url()).toMatch(/#\/seeds$/);
  // The two expected refusals: the expired session and the wrong password.
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('says that a session has ended only if there was a session', async () => {
  const first = await console.open({ signedIn: false });
  await first.page.getByText('Grid coordinator console').waitFor();
  expect(await first.page.getByText(/session has ended/).count()).toBe(0);
  const { page, context } = await console.open({ at: '/seeds' });
  await page.getByRole('heading', { name: 'Seeds' }).waitFor();
  await context.clearCookies();
  // A request in the background may have ended the session already. Then the link is gone.
  await page.evaluate(`document.querySelector('a[href$="#/nodes"]')?.click()`);
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
});

browserTest('keeps a draft through a sign-out, and returns to it after the sign-in', async () => {
  const { page, faults } = await console.open({ at: '/new' });
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('kept');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/sign_in', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Settings' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  // The sign-in page requests its options while the data of the session is removed.
  await page.waitForURL(/#\/login$/);
  held.resolve();
  await page.getByLabel('Password').fill(ADMIN_TOKEN);
  await page.goBack();
  // The previous page needs a session too.
  await page.waitForURL(/#\/login\?next=/);
  await page.getByLabel('Password').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/#\/new$/);
  expect(await name.inputValue()).toBe('kept');
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('offers to create the first workflow, at every width and in every colour', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await console.open({ viewport: { width, height: 900 } });
    await page.getByRole('link', { name: 'Create workflow' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
  }
});

browserTest('sends at most 174 kB before the overview is shown', async () => {
  const { page, faults } = await console.open({ at: '/seeds' });
  await page.getByRole('heading', { name: 'Seeds' }).waitFor();
  const files = filesUnder(page, '/console/');
  await page.goto(`${console.world.url}/#/`);
  await page.reload();
  await page.getByRole('link', { name: 'Create workflow' }).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  const sum = await gzippedBytes(console.world.url, files);
  expect(sum).toBeGreaterThan(50_000);
  expect(sum).toBeLessThanOrEqual(174_000);
  expect(faults).toEqual([]);
});

browserTest('works by keyboard and in Chinese', async () => {
  const { page, faults } = await console.open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await skipsToContent(page)).toBe(true);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.waitForURL(/#\/nodes$/);
  await page.goBack();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText(/^Almagest \d+\.\d+\.\d+/).waitFor();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await page.getByRole('heading', { name: '总览' }).waitFor();
  expect(faults).toEqual([]);
});
