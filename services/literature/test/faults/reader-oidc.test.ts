// Tests sign-in with OpenID Connect in the reader.
import { browserTest } from '@almagest/test-kit/browser';
import { browserWorld } from '@almagest/test-kit/browser-world';
import { expect } from '@jest/globals';
import { openOidcWorld } from '../oidc-world.ts';

const reader = browserWorld(
  async () => await openOidcWorld({ API_TOKEN: 'the-token' }),
  async ({ provider }) =>
    await provider.set({ people: { 'sub-ada': { preferred_username: 'ada', name: 'Ada', groups: ['astro'] } } }),
);

browserTest('a person signs in at the provider and out again, and sees when the provider refuses', async () => {
  const { page, faults } = await reader.open({ at: '/notes' });
  const button = page.getByRole('button', { name: 'Sign in with Test SSO' });
  await button.click();
  await page.getByLabel('Person').fill('sub-ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Signed in as Ada' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/notes');

  await page.getByRole('link', { name: 'Signed in as Ada' }).click();
  await page.getByText('You sign in with Test SSO.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Leave the provider' }).click();
  await button.click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('The provider did not sign you in.', { exact: false }).waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});
