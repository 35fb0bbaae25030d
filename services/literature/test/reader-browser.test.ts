import { browserTest, listAccessibilityFaults, overflowOf, skipsToContent, WIDTHS } from '@almagest/test-kit/browser';
import { filesUnder, gzippedBytes } from '@almagest/test-kit/first-load';
import { expect } from '@jest/globals';
import { readerWorld } from './browser/reader-window.ts';

const TOKEN = 'secret-of-the-library';
const reader = readerWorld(async () => undefined, { worker: false, env: { API_TOKEN: TOKEN } });

browserTest(
  'asks for the token once, at every width and in both colour schemes, and continues with the right one',
  async () => {
    for (const width of Object.values(WIDTHS)) {
      const { page, faults } = await reader.open({ at: '/synchronisation', viewport: { width, height: 900 } });
      const dialog = page.getByRole('dialog', { name: 'This library requires a token' });
      await dialog.getByLabel('API token').fill('wrong');
      await dialog.getByLabel('API token').press('Enter');
      await dialog.getByText('the token is not valid').waitFor();
      await dialog.getByLabel('API token').fill(TOKEN);
      await dialog.getByRole('button', { name: 'Open' }).click();
      await page.getByText('No runs yet. Start one above.').first().waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      // The tab keeps the token.
      await page.reload();
      await page.getByText('No runs yet. Start one above.').first().waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      expect(await listAccessibilityFaults(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(await skipsToContent(page)).toBe(true);
      expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    }
  },
);

browserTest('loads less than 200 kB before the library is shown, and menus when they are opened', async () => {
  const { page, faults } = await reader.open({ at: '/nowhere' });
  const files = filesUnder(page, '/reader/');
  await page.goto(`${reader.world.url}/#/library`);
  await page.reload();
  await page.getByLabel('API token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await page.getByText('Your library is empty.', { exact: false }).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  const sum = await gzippedBytes(reader.world.url, files);
  expect(sum).toBeGreaterThan(50_000);
  expect(sum).toBeLessThan(200_000);
  const before = files.size;
  const settings = page.getByRole('button', { name: 'Settings' });
  await settings.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
  expect(files.size).toBeGreaterThan(before);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' });
  await page.locator('button:focus[aria-label="Settings"]').waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('works by keyboard and in Chinese', async () => {
  const { page, faults } = await reader.open({ at: '/nowhere' });
  await page.getByLabel('API token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.waitForURL(/#\/synchronisation$/);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await page.getByRole('heading', { name: '同步', exact: true }).waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});
