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

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Configuration in YAML' });

/**
 * Replaces the text as a person does: select all, delete, and type. Chromium itself merges lines that are typed over, with
 * styles that the policy refuses.
 */
async function type(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

browserTest('creates and starts a workflow from an example, with faults at their line as one types', async () => {
  const { page, faults } = await console.open({ at: '/new' });
  await page.getByText('It can be saved.').waitFor();
  await page.getByLabel('Name').fill('first');
  await type(page, 'grid:\n  teff: [20000, hot]\ntimeout_sek: 60\n');
  const problems = page.getByRole('list', { name: 'Faults and warnings' });
  await problems.getByRole('button', { name: 'grid.teff[1]: not a number' }).waitFor();
  await problems.getByText('timeout_sek: unknown key. Did you mean timeout_sec?').waitFor();
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);

  // The first and the last five of eight points have two in common.
  await type(page, configYaml({ teff: Array.from({ length: 8 }, (_, step) => String(20_000 + 1_000 * step)) }));
  await page.getByRole('heading', { name: 'All points' }).waitFor();
  const planned = page.getByRole('listitem').filter({ hasText: /^t2\d000_g5\.0_he-1\.0_c-4\.0_n-4\.0_o-4\.0 wave / });
  expect(await planned.count()).toBe(8);
  await type(page, YAML);
  await page.getByText('It can be saved.').waitFor();
  await until(async () => (await planned.count()) === 2, 'both points of the small grid, once');
  // Keys are completed by the schema of the coordinator.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('max_lo');
  await page.getByRole('option', { name: /max_lost_attempts/ }).click();
  await editorOf(page).getByText('max_lost_attempts: ').waitFor();
  await page.keyboard.type('2');
  await page.getByText('It can be saved.').waitFor();
  await page.getByRole('button', { name: 'Save and start' }).press('Enter');
  await page.waitForURL(/#\/workflows\/first$/);
  // The page that follows is read from its beginning.
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

browserTest('does not say that a configuration can be saved before the coordinator has answered', async () => {
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
  expect(await page.getByText('It can be saved.').count()).toBe(0);
  answered.resolve();
  await page.getByText('It can be saved.').waitFor();
  expect(faults).toEqual([]);
});

browserTest('keeps a draft, tells what it would change, and saves it', async () => {
  const { page, faults } = await console.open({ at: '/workflows/sdb/config' });
  await page.getByText('Nothing would change.').waitFor();
  await type(page, YAML.replace('21000', '22000, 23000'));
  const changes = page.getByRole('table', { name: 'What would change' });
  await changes.getByRole('row', { name: /grid\.teff \[20000, 21000\] \[20000, 22000, 23000\]/ }).waitFor();
  await page.getByText(/the start retires 1 points/).waitFor();
  await page.goto('about:blank');
  await page.goto(`${console.world.url}/#/workflows/sdb/config`);
  await page.getByText('This is a draft that you have not saved.').waitFor();
  await page.getByText('22000, 23000').first().waitFor();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByText('Nothing would change.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('It can be saved.').waitFor();
  await page.getByRole('button', { name: 'Save sdb' }).click();
  await page.getByText('sdb is saved; it takes effect at the next start.').waitFor();
  const { body } = await console.world.admin('get', '/api/workflows/sdb').expect(200);
  expect(body).toMatchObject({ data: { config_yaml: YAML.replace('21000', '22000, 23000') } });
  await page.reload();
  await changes.waitFor();
  expect(await page.getByText('This is a draft').count()).toBe(0);
  expect(faults).toEqual([]);
});

browserTest('shows one draft in all tabs, so that none writes over what is typed in another', async () => {
  const { page: first, context, faults } = await console.open({ at: '/workflows/sdb/config' });
  await first.getByText('It can be saved.').waitFor();
  const second = await context.newPage();
  await second.goto(`${console.world.url}/#/workflows/sdb/config`);
  await second.getByText('It can be saved.').waitFor();
  await type(first, YAML.replace('21000', '24000'));
  await editorOf(second).getByText('24000').waitFor();
  await second.getByText('This is a draft that you have not saved.').waitFor();
  // What is typed here goes on from what was typed there.
  await second.getByLabel('Description').fill('by two hands');
  await until(async () => (await first.getByLabel('Description').inputValue()) === 'by two hands', 'the other field');
  await first.reload();
  await editorOf(first).getByText('24000').waitFor();
  expect(await first.getByLabel('Description').inputValue()).toBe('by two hands');
  // Discarded in one tab it is discarded in all, and comes back in all.
  await first.getByRole('button', { name: 'Discard the draft' }).click();
  await second.getByText('This is a draft that you have not saved.').waitFor({ state: 'hidden' });
  await first.getByRole('button', { name: 'Undo' }).click();
  await editorOf(second).getByText('24000').waitFor();
  await second.getByText('It can be saved.').waitFor();
  await second.getByRole('button', { name: 'Save sdb' }).click();
  await first.getByText('This is a draft that you have not saved.').waitFor({ state: 'hidden' });
  await editorOf(first).getByText('24000').waitFor();
  const { body } = await console.world.admin('get', '/api/workflows/sdb').expect(200);
  expect(body).toMatchObject({ data: { description: 'by two hands', config_yaml: YAML.replace('21000', '24000') } });
  expect(faults).toEqual([]);
});

browserTest('clones another workflow, and is legible at every width and in every colour', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await console.open({ at: '/new', viewport: { width, height: 900 } });
    await page.getByLabel('Begin with the configuration of').selectOption('sdb');
    await page.waitForURL(/#\/new\?from=sdb$/);
    await page
      .getByText('max_lost_attempts')
      .or(page.getByText('{label: lte, lte: true, niter: 50}'))
      .first()
      .waitFor();
    await page.getByText('It can be saved.').waitFor();
    expect([width, await listAccessibilityFaults(page)]).toEqual([width, []]);
    expect([width, await overflowOf(page)]).toEqual([width, 0]);
    expect(faults).toEqual([]);
  }
});
