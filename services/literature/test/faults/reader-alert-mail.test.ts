import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { browserWorld } from '@almagest/test-kit/browser-world';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { findPaper, MailBox, openMailWorld, pathIn, textOf } from '../mail-calls.ts';

const reader = browserWorld(openMailWorld, async () => await Promise.resolve());

browserTest('sets up mail, confirms it, chooses it for an alert, and unsubscribes from a mail', async () => {
  const box = new MailBox(reader.world, 'ada@observatory.example');
  const alert = await box.alert('winds');
  const { page, faults } = await reader.open({ at: '/alerts' });
  const panel = page.getByRole('region', { name: 'Mail' });
  await panel.getByLabel('Address').fill(box.address);
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(`Open the link in the mail to ${box.address}`).waitFor();
  await box.untilMails(1);

  // Another browser, without a session.
  const link = await reader.open({});
  await link.page.goto(reader.world.url + pathIn(box.mails[0], 'confirm'));
  expect(await listAccessibilityFaults(link.page)).toEqual([]);
  await link.page.getByRole('button', { name: 'Confirm' }).click();
  await link.page.getByText('Confirmed.').waitFor();

  await page.reload();
  await panel.getByText(`New papers will be mailed to ${box.address}.`).waitFor();
  await page.getByLabel('Mail for winds').selectOption('weekly');
  await until(async () => (await box.choiceOf(alert)) === 'weekly', 'the choice for the alert');
  await findPaper(reader.world, alert, 'A new wind');
  await box.untilMails(2);
  await box.untilSent();
  await page.reload();
  await panel.getByText(`Last mail to ${box.address}:`).waitFor();
  expect(await page.getByLabel('Mail for winds').inputValue()).toBe('weekly');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(textOf(box.mails[1])).toContain('A new wind');

  await link.page.goto(reader.world.url + pathIn(box.mails[1], 'unsubscribe'));
  await link.page.getByRole('button', { name: 'Unsubscribe' }).click();
  await link.page.getByText('Unsubscribed.').waitFor();
  await page.reload();
  await panel.getByText('Enter an address').waitFor();
  expect([...faults, ...link.faults]).toEqual([]);
});
