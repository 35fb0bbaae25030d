import type { Outliers } from '@almagest/contracts/grid';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { consoleWorld } from './browser/console-window.ts';
import { convergeWithLines, FALSE_CORE, givenFalseCore } from './false-core.ts';
import { givenNode, type TestNode, type World } from './world.ts';

let node: TestNode;
const console = consoleWorld(async (world) => {
  node = await givenNode(world, 'n1', 4);
  await givenFalseCore(world, node);
  await outliersWhen(world, ({ finished_at: at, outliers }) => at !== null && outliers.length === 12);
});

async function outliersWhen(world: World, isReached: (found: Outliers) => boolean): Promise<void> {
  await until(async () => {
    const { body } = await world.admin('get', '/api/workflows/w/outliers').expect(200);
    return isReached((body as { data: Outliers }).data);
  }, 'the models to be compared');
}

browserTest('lists a false line core first, requests its check, and shows that the solutions differ', async () => {
  const { page, faults } = await console.open({ at: '/workflows/w' });
  const panel = page.getByRole('region', { name: 'Outliers' });
  const first = panel.getByRole('row').nth(1);
  await first.getByRole('link', { name: FALSE_CORE }).waitFor();
  // This window contains the emission core, near 4690 Angstrom.
  await first.getByText(/^lines, optical, 46\d\d to 4[67]\d\d$/).waitFor();
  await first.getByRole('button', { name: `Check ${FALSE_CORE}` }).click();
  const dialog = page.getByRole('dialog', { name: `Check ${FALSE_CORE}` });
  expect(await dialog.getByLabel('Start').inputValue()).toBe('neighbour');
  await dialog.getByRole('button', { name: 'Reproduce' }).click();
  await page.getByText('1 reproduction requested').first().waitFor();
  await convergeWithLines(node, await node.claimSoon());
  await outliersWhen(console.world, ({ outliers }) => outliers[0]?.check?.disagrees === true);
  await page.reload();
  await first.getByText('different solution').waitFor();
  expect(await first.getByRole('button').count()).toBe(0);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('plots an interpolated spectrum with its error at each wavelength', async () => {
  const point = 't31250_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';
  for (const width of Object.values(WIDTHS)) {
    const { page, faults } = await console.open({
      at: `/workflows/w/points/${point}`,
      viewport: { width, height: 900 },
    });
    const form = page.getByRole('form', { name: 'Interpolated spectrum' });
    await form.getByRole('button', { name: 'Plot' }).click();
    await page.getByText('The parameters match a grid point, so this is its stored spectrum.').waitFor();
    await form.getByLabel('Teff (K)').fill('thirty');
    await form.getByText('Enter a number.').waitFor();
    await form.getByLabel('Teff (K)').fill('30000');
    await form.getByLabel('log g').fill('5.6');
    await form.getByRole('button', { name: 'Plot' }).click();
    await page.getByRole('img', { name: /^Interpolated flux against wavelength, with its estimated error/ }).waitFor();
    await page.getByRole('img', { name: /^Relative error against wavelength/ }).waitFor();
    expect(await page.getByText('flux plus error').count()).toBeGreaterThan(0);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
  }
});

browserTest('says why parameters outside the grid cannot be interpolated', async () => {
  const { page } = await console.open({ at: `/workflows/w/points/${FALSE_CORE}` });
  const form = page.getByRole('form', { name: 'Interpolated spectrum' });
  await form.getByLabel('Teff (K)').fill('90000');
  await form.getByLabel('Teff (K)').press('Enter');
  await page.getByText('teff 90000 is outside the grid, from 20000 to 39062.5').waitFor();
});

browserTest('shows the rate without the time between two runs', async () => {
  await console.world.sql('delete from progress_snapshot', []);
  await console.world.sql(
    `insert into progress_snapshot (workflow_id, at, pending, queued, running, converged, failed)
     select (select id from workflow where name = 'w'), now() - make_interval(mins => ago), 1, 2, running, converged, 0
     from (values (600, 3, 0), (540, 0, 6), (60, 3, 6), (0, 0, 12)) as snapshot (ago, running, converged)`,
    [],
  );
  const { page, faults } = await console.open({ at: '/workflows/w' });
  await page.getByText(/^average over 2 h/).waitFor();
  await page.getByText('6 / h', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});
