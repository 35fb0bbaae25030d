// Tests sign-in with OpenID Connect in the console, where people have no passwords.
import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
import { browserWorld } from '@almagest/test-kit/browser-world';
import { expect } from '@jest/globals';
import { openOidcWorld, personNamed, ROLES } from './oidc-world.ts';

const console = browserWorld(
  async () => await openOidcWorld({ ...ROLES, LOCAL_ACCOUNTS: 'off' }),
  async ({ provider }) =>
    await provider.set({ people: { 'sub-ada': { preferred_username: 'ada', name: 'Ada', groups: ['astro'] } } }),
);

browserTest(
  'a person signs in at the provider, signs out there, and can sign in again only while enabled',
  async () => {
    const { page, faults } = await console.open({ at: '/nodes' });
    const enter = async () => {
      await page.getByRole('button', { name: 'Sign in with Test SSO' }).click();
      await page.getByLabel('Person').fill('sub-ada');
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await page.getByRole('button', { name: 'Sign in with Test SSO' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await enter();
    await page.getByRole('link', { name: 'Account of ada' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/nodes');

    await page.getByRole('link', { name: 'Account of ada' }).click();
    await page.getByText('You sign in with Test SSO.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Leave the provider' }).click();
    await page.getByRole('button', { name: 'Sign in with Test SSO' }).waitFor();

    const ada = await personNamed(console.world, 'ada');
    await console.world.admin('patch', `/api/people/${ada?.id}`).send({ disabled: true }).expect(200);
    await enter();
    await page.getByText('Your account here is disabled.', { exact: false }).waitFor();

    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  },
);
