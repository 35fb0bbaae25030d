import { browserTest, listAccessibilityFaults } from '@almagest/test-kit/browser';
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
  // The same failure elsewhere went away.
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
  // Three times 10⁻⁴ in total.
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
