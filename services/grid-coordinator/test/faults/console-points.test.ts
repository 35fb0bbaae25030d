import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { consoleWorld } from '../browser/console-window.ts';
import { givenComputedGrid, GRID } from '../browser/computed-grid.ts';
import { screenshot } from '../browser/screenshot.ts';
import { configYaml, givenNode, givenRunning, pointsOf, type TestNode } from '../world.ts';

/** One point, which can only start cold. */
const LONELY = configYaml({ teff: ['20000'], logg: ['6.0'] }, 'atmosphere: {strategies: [cold_run]}');

let node: TestNode;

const console = consoleWorld(async (world) => {
  node = await givenNode(world, 'n1', 4);
  await givenRunning(world, 'lonely', LONELY);
  await node.fail(await node.claimSoon(), 'matrix 7 is singular');
  await givenComputedGrid(world);
});

browserTest('says when another try of a failed point cannot succeed, and what helped elsewhere', async () => {
  const { world } = console;
  const rearm = async (name: string) =>
    await world.admin('post', `/api/workflows/${name}/points/rearm`).send({}).expect(200);
  await world.admin('post', `/api/workflows/${GRID}/stop`).expect(200);
  const [point] = await pointsOf(world, 'lonely');
  const { page, faults } = await console.open({ at: `/workflows/lonely/points/${point?.name}` });
  const outlook = page.getByRole('region', { name: 'Another try' });
  await outlook.getByText(/^Another try may succeed/).waitFor();
  await rearm('lonely');
  await node.fail(await node.claimSoon(), 'matrix 7 is singular');
  // In another workflow, a point with the same failure converges after a retry.
  await givenRunning(world, 'luckier', LONELY.replace('20000', '21000'));
  await node.fail(await node.claimSoon(), 'matrix 7 is singular');
  await rearm('luckier');
  await node.converge(await node.claimSoon());
  await page.reload();
  await outlook.getByText(/^Another try cannot succeed: the same attempt has failed 2 times/).waitFor();
  await outlook.getByText('1 point in another cold run').waitFor();
  await outlook.getByRole('link', { name: 'Propose points that could be seeds' }).waitFor();
  await screenshot(page, 'failed-point');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again…' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Another try cannot succeed/)
    .waitFor();
  expect(faults).toEqual([]);
  await world.admin('post', `/api/workflows/${GRID}/start`).expect(200);
});

browserTest('adds the abundances of C, N and O, and shows spectra in the chosen scale', async () => {
  const [converged] = await pointsOf(console.world, GRID, '&status=converged');
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points/${converged?.name}` });
  // The sum of the three abundances is 3 × 10⁻⁴.
  await page.getByText('log (C+N+O)/H').waitFor();
  await page.getByText('−3.52', { exact: true }).waitFor();
  const artifacts = page.getByRole('region', { name: 'Artifacts' });
  await artifacts.getByText('flux at the surface, erg cm⁻² s⁻¹ Å⁻¹').waitFor();
  await artifacts.getByRole('combobox', { name: 'Scale' }).selectOption('logarithmic');
  await artifacts.getByRole('combobox', { name: 'Flux' }).selectOption('divided by the continuum');
  await artifacts.getByText('normalised flux', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Convergence' }).getByText('nlte limit').waitFor();
  await screenshot(page, 'spectra');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('retries, cancels and exports exactly the selected points', async () => {
  const { world } = console;
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points?status=failed` });
  const table = page.getByRole('table');
  await table.getByRole('row').nth(4).getByRole('link').waitFor();
  const names = await table.getByRole('row').getByRole('link').allInnerTexts();
  await table.getByRole('checkbox', { name: `Select ${names[1]}` }).click();
  await table.getByRole('checkbox', { name: `Select ${names[2]}` }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected points' });
  await bar.getByText('2 points selected').waitFor();
  const csv = (await bar.getByRole('link', { name: 'Download selected as CSV' }).getAttribute('href')) ?? '';
  const { text } = await world.admin('get', csv).expect(200);
  expect(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',', 1)[0] ?? '')
      .toSorted(),
  ).toEqual(names.slice(1, 3).toSorted());
  await screenshot(page, 'selected-points');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Try selected again…' }).click();
  await page
    .getByRole('dialog', { name: 'Try 2 failed points again?' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await page.getByText('2 points match').waitFor();
  expect((await pointsOf(world, GRID, '&status=failed')).map(({ name }) => name).toSorted()).toEqual(
    [names[0] ?? '', names[3] ?? ''].toSorted(),
  );
  // Selects the first two running points by keyboard. Other nodes may have been silent for too long.
  for (let index = 0; index < 3; index += 1) await node.claimSoon();
  await page.goto(`${world.url}/#/workflows/${GRID}/points?status=running&node_id=n1`);
  const running = page.getByRole('checkbox', { name: /^Select t\d/ });
  await running.nth(2).waitFor();
  await running.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await bar.getByText('2 points selected').waitFor();
  await running.nth(1).and(page.locator(':focus')).waitFor();
  await bar.getByRole('button', { name: 'Cancel tasks…' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Cancel 2 tasks?' })
    .getByRole('button', { name: 'Cancel tasks' })
    .press('Enter');
  await page.getByText('2 tasks cancelled').waitFor();
  expect(await pointsOf(world, GRID, '&status=running&node_id=n1')).toHaveLength(1);
  expect(faults).toEqual([]);
});

browserTest('shows twice as many points in compact rows, and the chosen columns, also after a reload', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points` });
  const table = page.getByRole('table');
  await table.getByRole('row').nth(1).waitFor();
  const heightOf = async () => (await table.getByRole('row').nth(2).boundingBox())?.height ?? 0;
  const normal = await heightOf();
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Converged by' }).uncheck();
  await page.reload();
  await table.getByRole('row').nth(2).waitFor();
  expect(await heightOf()).toBeLessThan(0.7 * normal);
  expect(await table.getByRole('columnheader', { name: 'Converged by' }).count()).toBe(0);
  await table.getByRole('columnheader', { name: 'Status' }).waitFor();
  await screenshot(page, 'compact-points');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('changes the width of a column with the pointer and the keyboard, also after a reload', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points` });
  const head = page.getByRole('columnheader', { name: 'Status' });
  const edge = head.getByRole('separator', { name: 'Width of Status' });
  const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
  await head.waitFor();
  const before = await widthOf();
  const { x = 0, y = 0, width = 0, height = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 60, y + height / 2);
  await page.mouse.up();
  await until(async () => (await widthOf()) === before + 60, 'the column to be 60 pixels wider');
  await edge.press('ArrowRight');
  await until(async () => (await widthOf()) === before + 48, 'the column to be 12 pixels narrower');
  await page.reload();
  await until(async () => (await widthOf()) === before + 48, 'the width to be remembered');
  expect(await edge.getAttribute('aria-valuenow')).toBe(String(before + 48));
  await edge.dblclick();
  await until(async () => (await widthOf()) === before, 'the first width');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('shows the first point on a phone without scrolling, with its filters folded', async () => {
  const viewport = { width: WIDTHS.phone, height: 664 };
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points?status=converged`, viewport });
  const row = page.getByRole('table').getByRole('row').nth(1);
  await row.getByRole('link').waitFor();
  const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(664);
  expect(await page.getByLabel('Name contains').isVisible()).toBe(false);
  await page.getByText('Filters (active)').click();
  await page.getByLabel('Name contains').fill('g5.8');
  await page.waitForURL(/q=g5\.8/);
  for (const name of ['Overview', 'Nodes', 'Seeds', 'New workflow', 'Progress', 'Map', 'Configuration'])
    expect([name, await page.getByRole('link', { name, exact: true }).isVisible()]).toEqual([name, true]);
  expect(await overflowOf(page)).toBe(0);
  await screenshot(page, 'phone-points');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});
