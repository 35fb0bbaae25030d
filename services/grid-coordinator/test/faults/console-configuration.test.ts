import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import type { Page } from 'playwright-core';
import { expect } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import { consoleWorld } from '../browser/console-window.ts';
import { configYaml, givenRunning, statusOf } from '../world.ts';

const YAML = configYaml({ teff: ['20000', '21000'] });
const console = consoleWorld(async (world) => {
  await givenRunning(world, 'sdb', YAML);
});

/** Records every error message of a field, even if it is shown only briefly. */
const RECORD_FAULTS_OF_FIELDS = `globalThis.faultsOfFields = [];
new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('.field-fault')) faultsOfFields.push(textContent);
}).observe(document.body, { subtree: true, childList: true, characterData: true });`;

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Configuration in YAML' });

/** Types over all lines, which must not break the page's policy for styles. */
async function type(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('#');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(text);
}

browserTest('creates and starts a workflow from an example, marking errors while the user types', async () => {
  const { page, faults } = await console.open({ at: '/new' });
  await page.getByText('No problems found.').waitFor();
  await page.getByLabel('Name').fill('first');
  await type(page, 'grid:\n  teff: [20000, hot]\ntimeout_sek: 60\n');
  const problems = page.getByRole('list', { name: 'Errors and warnings' });
  await problems.getByRole('button', { name: 'grid.teff[1]: not a number' }).waitFor();
  await problems.getByText('timeout_sek: unknown key. Did you mean timeout_sec?').waitFor();
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);

  // Lists show five points each. The lists of eight points overlap by two.
  await type(page, configYaml({ teff: Array.from({ length: 8 }, (_, step) => String(20_000 + 1_000 * step)) }));
  await page.getByRole('heading', { name: 'All points' }).waitFor();
  const planned = page.getByRole('listitem').filter({ hasText: /^t2\d000_g5\.0_he-1\.0_c-4\.0_n-4\.0_o-4\.0 wave / });
  expect(await planned.count()).toBe(8);
  await type(page, YAML);
  await page.getByText('No problems found.').waitFor();
  await until(async () => (await planned.count()) === 2, 'both points of the small grid, once');
  // Completes keys from the coordinator's schema.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('max_lo');
  await page.getByRole('option', { name: /max_lost_attempts/ }).click();
  await editorOf(page).getByText('max_lost_attempts: ').waitFor();
  await page.keyboard.type('2');
  await page.getByText('No problems found.').waitFor();
  await page.evaluate(RECORD_FAULTS_OF_FIELDS);
  await page.getByRole('button', { name: 'Save and start' }).press('Enter');
  await page.waitForURL(/#\/workflows\/first$/);
  expect(await page.evaluate<string[]>('faultsOfFields')).toEqual([]);
  // Screen readers read the next page from its beginning.
  await page.getByText('Failures by cause').waitFor();
  await until(
    async () => await page.evaluate<boolean>('document.activeElement === document.querySelector("main")'),
    'the focus',
  );
  await until(async () => (await statusOf(console.world, 'first')) === 'running', 'the workflow to run');
  const { body } = await console.world.admin('get', '/api/workflows/first').expect(200);
  expect(body).toMatchObject({ data: { config_yaml: expect.stringContaining('max_lost_attempts: 2') } });
  expect(faults).toEqual([]);
});

browserTest('approves a configuration only after the coordinator has validated it', async () => {
  const { page, faults } = await console.open({ at: '/nodes' });
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/workflows/validate', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto(`${console.world.url}/#/workflows/sdb/config`);
  await asked.promise;
  await page.getByText('Checking…').waitFor();
  await editorOf(page).waitFor();
  expect(await page.getByText('No problems found.').count()).toBe(0);
  answered.resolve();
  await page.getByText('No problems found.').waitFor();
  expect(faults).toEqual([]);
});

browserTest('keeps a draft, shows its changes, and saves it', async () => {
  const { page, faults } = await console.open({ at: '/workflows/sdb/config' });
  await page.getByText('No changes.').waitFor();
  await type(page, YAML.replace('21000', '22000, 23000'));
  const changes = page.getByRole('table', { name: 'Changes' });
  await changes.getByRole('row', { name: /grid\.teff \[20000, 21000\] \[20000, 22000, 23000\]/ }).waitFor();
  await page.getByText(/the start retires 1 points/).waitFor();
  await page.goto('about:blank');
  await page.goto(`${console.world.url}/#/workflows/sdb/config`);
  await page.getByText('You have an unsaved draft in this browser.').waitFor();
  await page.getByText('22000, 23000').first().waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('No changes.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('No problems found.').waitFor();
  await page.getByRole('button', { name: 'Save sdb' }).click();
  await page.getByText('sdb saved. Changes apply at the next start.').waitFor();
  const { body } = await console.world.admin('get', '/api/workflows/sdb').expect(200);
  expect(body).toMatchObject({ data: { config_yaml: YAML.replace('21000', '22000, 23000') } });
  await page.reload();
  await changes.waitFor();
  expect(await page.getByText('You have an unsaved draft').count()).toBe(0);
  expect(faults).toEqual([]);
});

browserTest('shares one draft between tabs, so that no tab overwrites another', async () => {
  const { page: first, context, faults } = await console.open({ at: '/workflows/sdb/config' });
  await first.getByText('No problems found.').waitFor();
  const second = await context.newPage();
  await second.goto(`${console.world.url}/#/workflows/sdb/config`);
  await second.getByText('No problems found.').waitFor();
  await type(first, YAML.replace('21000', '24000'));
  await editorOf(second).getByText('24000').waitFor();
  await second.getByText('You have an unsaved draft in this browser.').waitFor();
  // Typing continues from the other tab's text.
  await second.getByLabel('Description').fill('by two hands');
  await until(async () => (await first.getByLabel('Description').inputValue()) === 'by two hands', 'the other field');
  await first.reload();
  await editorOf(first).getByText('24000').waitFor();
  expect(await first.getByLabel('Description').inputValue()).toBe('by two hands');
  // Discarding in one tab discards the draft in all tabs, and undo restores it in all.
  await first.getByRole('button', { name: 'Discard draft' }).click();
  await second.getByText('You have an unsaved draft in this browser.').waitFor({ state: 'hidden' });
  await first.getByRole('button', { name: 'Undo' }).click();
  await editorOf(second).getByText('24000').waitFor();
  await second.getByText('No problems found.').waitFor();
  await second.getByRole('button', { name: 'Save sdb' }).click();
  await first.getByText('You have an unsaved draft in this browser.').waitFor({ state: 'hidden' });
  await editorOf(first).getByText('24000').waitFor();
  const { body } = await console.world.admin('get', '/api/workflows/sdb').expect(200);
  expect(body).toMatchObject({ data: { description: 'by two hands', config_yaml: YAML.replace('21000', '24000') } });
  expect(faults).toEqual([]);
});

browserTest('copies another workflow, and is legible at every width and in every colour', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await console.open({ at: '/new', viewport: { width, height: 900 } });
    await page.getByLabel('Copy from').selectOption('sdb');
    await page.waitForURL(/#\/new\?from=sdb$/);
    await page
      .getByText('max_lost_attempts')
      .or(page.getByText('{label: lte, lte: true, niter: 50}'))
      .first()
      .waitFor();
    await page.getByText('No problems found.').waitFor();
    expect([width, await listAccessibilityFaults(page)]).toEqual([width, []]);
    expect([width, await overflowOf(page)]).toEqual([width, 0]);
    expect(faults).toEqual([]);
  }
});
