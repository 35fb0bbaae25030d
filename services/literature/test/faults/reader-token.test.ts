// Tests a library with a token. The reader asks for the token, stores it for the tab, and asks again when the token is
// rejected.
import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { TOKEN } from '../people.ts';

const reader = readerWorld(
  async (world) => {
    await world
      .call('post', '/api/papers')
      .set('Authorization', `Bearer ${TOKEN}`)
      .send({ title: 'Winds behind a token', authors: ['Ng, A.'], year: '2003' })
      .expect(200);
  },
  { worker: false, env: { API_TOKEN: TOKEN } },
);

browserTest('asks for the token once for all rejected requests, again after a wrong one, and keeps it', async () => {
  const answers = new Map<string, number>();
  const { page, faults } = await reader.open({ at: '/library' }, ({ page: opened }) => {
    opened.on('response', (answer) => answers.set(new URL(answer.url()).pathname, answer.status()));
    return Promise.resolve();
  });
  const dialog = page.getByRole('dialog', { name: 'This library requires a token' });
  await dialog.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('API token').fill('wrong');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  // All waiting requests use this token and are rejected.
  const field = dialog.getByLabel('API token');
  await until(async () => (await field.inputValue()) === '', 'the field of the wrong token to be cleared');
  expect(await page.getByText('Winds behind a token').count()).toBe(0);
  await field.fill(TOKEN);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Winds behind a token').first().waitFor();
  // All rejected requests are sent again.
  await until(() => [...answers.values()].every((status) => status < 400), 'responses to all rejected requests');
  await page.reload();
  await page.getByText('Winds behind a token').first().waitFor();
  expect(await dialog.count()).toBe(0);
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('asks for a new token on the same page when the old one is rejected, and continues with it', async () => {
  const { page } = await reader.open({ at: '/add' });
  await page.getByLabel('API token').fill(TOKEN);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Title', { exact: true }).fill('Typed before the token changed');
  await page.evaluate(`sessionStorage.setItem('api-token', 'of yesterday')`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This library requires a token' });
  await dialog.waitFor();
  await dialog.getByLabel('API token').fill(TOKEN);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Added Typed before the token changed.').waitFor();
});

browserTest("explains a missing token, and asks again only after a user's action", async () => {
  let refused = 0;
  const { page } = await reader.open({ at: '/library' }, ({ page: opened }) => {
    opened.on('response', (answer) => {
      if (answer.url().endsWith('/api/sync/events') && answer.status() === 401) refused += 1;
    });
    return Promise.resolve();
  });
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'token' }).first().waitFor();
  // The progress stream reconnects after each rejection.
  const before = refused;
  await until(() => refused > before + 1, 'the progress stream to be rejected again');
  expect(await dialog.count()).toBe(0);
  await page.getByRole('button', { name: 'Enter token' }).click();
  await dialog.getByLabel('API token').fill(TOKEN);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Winds behind a token').first().waitFor();
  expect(await page.getByRole('button', { name: 'Enter token' }).count()).toBe(0);
});

browserTest('keeps unsent input if no token is entered', async () => {
  const { page } = await reader.open({ at: '/add' });
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Title', { exact: true }).fill('Typed without a token');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'token' }).first().waitFor();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed without a token');
});
