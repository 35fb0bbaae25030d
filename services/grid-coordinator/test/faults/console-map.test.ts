import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import type { Page } from 'playwright-core';
import { consoleWorld } from '../browser/console-window.ts';
import { screenshot } from '../browser/screenshot.ts';
import { configYaml, givenNode, givenRunning, pointsOf, type TestNode } from '../world.ts';

let node: TestNode;

/**
 * 24 points. The points at 20,000 K converge cold, their neighbours converge from them, and the hottest points fail.
 */
const GRID = configYaml(
  { teff: ['20000', '22000', '24000'], logg: ['5.0', '5.5'], loghe: ['-2.0', '-1.0'], logo: ['-5.0', '-4.0'] },
  'atmosphere: {strategies: [cold_run, seed_step]}',
);

/** Two points. The hotter point always fails. */
const ROUGH = configYaml(
  { teff: ['20000', '22000'], logg: ['5.0'], loghe: ['-2.0'] },
  'atmosphere: {strategies: [cold_run]}',
);

const console = consoleWorld(async (world) => {
  node = await givenNode(world, 'n1', 64);
  await givenRunning(world, 'rough', ROUGH);
  for (const task of [await node.claimSoon(), await node.claimSoon()])
    await (task.params.teff === 20_000 ? node.converge(task) : node.fail(task, 'matrix 7 is singular'));
  await givenRunning(world, 'sdb', GRID);
  const tasks: TaskSpec[] = [];
  for (let index = 0; index < 24; index += 1) tasks.push(await node.claimSoon());
  const ofTemperature = (teff: number) => tasks.filter(({ params }) => params.teff === teff);
  for (const task of ofTemperature(20_000)) await node.converge(task);
  for (const task of ofTemperature(22_000)) await node.fail(task, 'temperature 22000 is too far');
  for (const task of ofTemperature(24_000)) await node.fail(task, 'matrix 7 is singular');
});

const selected = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

browserTest(
  'counts the selected points by colour, axis and cause, and keeps the selection in the address',
  async () => {
    const { page, faults } = await console.open({ at: '/workflows/sdb/map' });
    await selected(page, '24 points of 24');
    await page.getByRole('combobox', { name: 'Teff (K) to' }).selectOption('22000');
    await selected(page, '16 points of 24');
    await page.reload();
    await selected(page, '16 points of 24');
    await page.getByRole('button', { name: 'Only converged, cold run' }).click();
    await selected(page, '8 points of 24');
    expect(await page.getByRole('link', { name: 'List points' }).getAttribute('href')).toBe(
      '#/workflows/sdb/points?teff=20000..22000&status=converged&method=cold_run',
    );
    await page.goBack();
    await selected(page, '16 points of 24');
    await page.getByRole('button', { name: 'Select all' }).click();
    await selected(page, '24 points of 24');
    // Selects the same range by dragging over the bars, which are between the name of the axis and its values.
    const bars = await page.getByRole('group', { name: 'Teff (K)' }).boundingBox();
    const { x = 0, y = 0, width = 0, height = 0 } = bars ?? {};
    await page.mouse.move(x + width / 6, y + height - 30);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height - 30);
    await page.mouse.up();
    await selected(page, '16 points of 24');
    await page.goBack();
    await selected(page, '24 points of 24');
    await page.getByRole('combobox', { name: 'Colour by' }).selectOption('attempts');
    await page.getByRole('region', { name: 'Legend' }).getByText('no attempts').waitFor();
    expect(faults).toEqual([]);
  },
);

browserTest('shows only the points of a class of the legend, and lists exactly these points', async () => {
  const { page, faults } = await console.open({ at: '/workflows/sdb/map?colour=attempts' });
  const legend = page.getByRole('region', { name: 'Legend' });
  await selected(page, '24 points of 24');
  // Eight points have had one attempt each. The other points have had two attempts or are waiting for the second.
  const attempted = await pointsOf(console.world, 'sdb', '&attempts=1');
  await legend.getByRole('button', { name: 'Only 1', exact: true }).click();
  await selected(page, `${attempted.length} points of 24`);
  expect(await page.getByRole('link', { name: 'List points' }).getAttribute('href')).toBe(
    '#/workflows/sdb/points?attempts=1..1',
  );
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.reload();
  await selected(page, `${attempted.length} points of 24`);
  await legend.getByRole('button', { name: 'Only no attempts' }).click();
  await selected(page, '0 points of 24');
  await page.getByText('No filter matches this selection').waitFor();
  await legend.getByRole('button', { name: 'Only no attempts' }).press('Enter');
  await selected(page, '24 points of 24');
  expect(faults).toEqual([]);
});

browserTest('opens a cell, one of its points and the point’s lineage by keyboard', async () => {
  const { page, faults } = await console.open({ at: '/workflows/sdb/map' });
  await page.getByRole('button', { name: /^Teff \(K\) against log g\./ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Teff (K) 24000, log g 5:').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Slice at Teff (K) 24000, log g 5' }).waitFor();
  await page.getByRole('button', { name: /^Points in the slice\./ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^t24000_g5.0_/ }).waitFor();
  await page.getByText('matrix 7 is singular').first().waitFor();
  await page.getByRole('heading', { name: 'Convergence' }).waitFor();
  await page.getByRole('heading', { name: 'Lineage' }).waitFor();
  await page.getByRole('checkbox', { name: 'Show on map' }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('labels its axes, and opens a slice with its own axes next to the heat maps', async () => {
  const { page, faults } = await console.open({ at: '/workflows/sdb/map' });
  const pairs = page.getByRole('region', { name: 'Pairs of axes' });
  const heat = pairs.getByTitle('Teff (K) against log g', { exact: true });
  for (const text of ['Teff (K)', 'log g (cm s⁻²)', '24000', '5.5', '−2'])
    await pairs.getByText(text, { exact: true }).first().waitFor();
  // Axes with a single value have no heat map.
  expect(await pairs.getByRole('button').count()).toBe(6);
  await page.getByRole('group', { name: 'Teff (K)' }).getByText('up to 8 points').waitFor();
  await page.getByText(/^Each small map counts the points along two axes/).waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await heat.waitFor();
  expect(await page.getByRole('button', { name: 'Got it' }).count()).toBe(0);
  const before = await heat.boundingBox();
  await heat.click({ position: { x: 5, y: 5 } });
  const slice = page.getByRole('region', { name: 'Slice at Teff (K) 20000, log g 5.5' });
  await slice.getByText('log He/H (number)', { exact: true }).waitFor();
  await slice.getByText('−4', { exact: true }).first().waitFor();
  // The slice appears next to the heat maps, which do not move.
  expect(await heat.boundingBox()).toEqual(before);
  const [left, right] = [await pairs.boundingBox(), await slice.boundingBox()];
  expect(right?.y).toBe(left?.y);
  expect(right?.x ?? 0).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await screenshot(page, 'map-slice');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('enlarges a heat map with a double click or a key, and lists the points of its cells', async () => {
  const { page, faults } = await console.open({ at: '/workflows/sdb/map?loghe=-2' });
  await selected(page, '12 points of 24');
  const small = page.getByRole('button', { name: /^Teff \(K\) against log g\..*F to enlarge/ });
  await small.dblclick({ position: { x: 5, y: 5 } });
  const view = page.getByRole('region', { name: 'Teff (K) against log g' });
  const points = view.getByRole('region', { name: 'Points at Teff (K) 20000, log g 5.5' });
  await points.getByText('2 points').waitFor();
  expect(await points.getByRole('link', { name: /^t20000_g5\.5_he-2\.0_/ }).count()).toBe(2);
  // The first click of the double click has not selected a range.
  await selected(page, '12 points of 24');
  await view.getByRole('button', { name: /^Teff \(K\) against log g\./ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await view.getByRole('region', { name: 'Points at Teff (K) 22000, log g 5' }).getByText('2 points').waitFor();
  await screenshot(page, 'map-pair');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await view.getByRole('button', { name: 'All pairs' }).click();
  await small.focus();
  await page.keyboard.press('f');
  await view.getByRole('region', { name: 'Points at Teff (K) 20000, log g 5' }).waitFor();
  await page.goBack();
  await small.waitFor();
  expect(faults).toEqual([]);
});

browserTest('updates while nodes report points', async () => {
  const { page } = await console.open({ at: '/workflows/sdb/map?status=converged&method=seed_step' });
  await selected(page, '0 points of 24');
  await until(async () => {
    const task = await node.claim();
    return task?.task_type === 'seed_step' ? (await node.converge(task), true) : undefined;
  }, 'a seed step');
  await selected(page, '1 point of 24');
});

browserTest('shows the seed of a point, and the attempts that started from the seed', async () => {
  const [point] = await pointsOf(console.world, 'sdb', '&method=seed_step');
  const seed = point?.seed_point_name ?? '';
  const { page, faults } = await console.open({ at: `/workflows/sdb/points/${point?.name ?? ''}` });
  const lineage = page.getByRole('region', { name: 'Lineage' });
  await lineage.getByText('Started from', { exact: true }).waitFor();
  await lineage.getByText('a cold start').waitFor();
  await lineage.getByRole('link', { name: seed }).press('Enter');
  await page.getByRole('heading', { name: seed }).waitFor();
  await lineage.getByText('1 converged').waitFor();
  await lineage
    .getByRole('listitem')
    .filter({ hasText: `${point?.name ?? ''} seed step, converged` })
    .waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('shows the counts as a table, at every width and in every colour', async () => {
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await console.open({
      at: '/workflows/sdb/map?colour=failures',
      viewport: { width, height: 900 },
    });
    await page.getByText('Show counts as a table').click();
    const table = page.getByRole('region', { name: 'Show counts as a table' });
    await table.getByRole('row', { name: /^24000/ }).waitFor();
    await page.getByRole('button', { name: 'Show history' }).click();
    await page.getByRole('slider', { name: 'Up to' }).waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
  }
});

browserTest('shows extra points, which can be selected, opened and listed like all others', async () => {
  const point = (teff: number) => `{teff: ${teff}, logg: 5.25, loghe: -2.0, logc: -3.0, logn: -4.0, logo: -5.0}`;
  const beside = GRID.replace('atmosphere:', `extra_points: [${point(21_000)}, ${point(23_000)}]\natmosphere:`);
  await givenRunning(console.world, 'beside', beside);
  const { page, faults } = await console.open({ at: '/workflows/beside/map' });
  await selected(page, '26 points of 26');
  await selected(page, '2 points of 2');
  await page.getByRole('combobox', { name: 'Teff (K) to' }).selectOption('22000');
  await selected(page, '17 points of 26');
  await selected(page, '1 point of 2');
  // The range of this address contains only extra points.
  await page.goto(`${console.world.url}/#/workflows/beside/map?teff=20500..21500`);
  await selected(page, '1 point of 26');
  await page.goBack();
  await selected(page, '17 points of 26');
  await screenshot(page, 'map-beside');
  const heat = page.getByRole('button', { name: /^Teff \(K\) against log g\./ });
  const { width = 0, height = 0 } = (await heat.boundingBox()) ?? {};
  // This position is halfway between the first two columns and rows.
  await heat.click({ position: { x: width / 3, y: height / 2 } });
  await page.getByRole('heading', { name: /^t21000_g5.25_/ }).waitFor();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: /^Teff \(K\) 23000, log g 5.25/ }).press('Enter');
  await page.getByRole('heading', { name: /^t23000_g5.25_/ }).waitFor();
  // A neighbouring cell lists the extra point too.
  await heat.click({ position: { x: (width * 5) / 6, y: (height * 3) / 4 } });
  await page.getByText('Diamonds are extra points within one step of this cell.').waitFor();
  await screenshot(page, 'slice-beside');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest(
  'proposed points can be chosen on the map or in their list, and are added to an unsaved draft',
  async () => {
    const { page, faults } = await console.open({ at: '/workflows/rough' });
    await page.getByRole('link', { name: 'Propose points' }).click();
    const list = page.getByRole('checkbox', { name: /^t21000_g5\.0_/ });
    await list.first().waitFor();
    await list.first().press('Space');
    await page.getByRole('button', { name: 'Add 1 point to the configuration…' }).waitFor();
    await page.reload();
    const heat = page.getByRole('button', { name: /^Teff \(K\) against log g\./ });
    await page.getByRole('button', { name: 'Add 1 point to the configuration…' }).waitFor();
    const { width = 0, height = 0 } = (await heat.boundingBox()) ?? {};
    await heat.click({ position: { x: width / 2, y: height / 2 } });
    await page
      .getByRole('status')
      .getByText(/^Proposed: t21000_g5.0_/)
      .waitFor();
    // The point was chosen before the reload, so the click removes it from the choice.
    await page.getByRole('button', { name: 'Add 0 points to the configuration…' }).waitFor();
    await heat.click({ position: { x: width / 2, y: height / 2 } });
    await page.getByRole('button', { name: 'Add 1 point to the configuration…' }).waitFor();
    await screenshot(page, 'map-proposals');
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose none' }).click();
    await list.first().check();
    await page.getByRole('button', { name: 'Add 1 point to the configuration…' }).press('Enter');
    await page.getByRole('row', { name: /^extra_points\[0\].teff/ }).waitFor();
    await page.getByRole('button', { name: 'Save rough' }).waitFor();
    const { data } = (await console.world.admin('get', '/api/workflows/rough').expect(200)).body as {
      data: { config_yaml: string };
    };
    expect(data.config_yaml).toBe(ROUGH);
    await page.goBack();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Add 1 point to the configuration…' }).click();
    // The draft of the first choice is not replaced without confirmation.
    await page.getByRole('dialog', { name: 'Replace the unsaved draft of rough?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add 1 point to the configuration…' }).waitFor();
    expect(faults).toEqual([]);
  },
);
