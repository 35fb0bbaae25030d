import { browserTest } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import { hasFocus, tabTo } from '@almagest/test-kit/by-keyboard';
import { givenComputedGrid, GRID } from '../browser/computed-grid.ts';
import { consoleWorld } from '../browser/console-window.ts';
import { until } from '@almagest/test-kit/until';
import { pointsOf } from '../world.ts';

const console = consoleWorld(async (world) => {
  await givenComputedGrid(world);
});

browserTest('requests and withdraws a reproduction by keyboard alone', async () => {
  const converged = (await pointsOf(console.world, GRID, '&status=converged')).at(-1);
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points/${converged?.name}` });
  const runs = page.getByRole('region', { name: 'Reproductions' });
  const ask = runs.getByRole('button', { name: 'Reproduce…' });
  await tabTo(ask);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await hasFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await tabTo(dialog.getByLabel('Note (optional)'), 'Shift+Tab');
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Enter');
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('1 reproduction requested').waitFor();
  await hasFocus(ask);
  const run = runs.getByRole('region', { name: /^Reproduction \d+$/ }).filter({ hasText: 'by keyboard' });
  await tabTo(run.getByRole('button', { name: 'Withdraw' }));
  await page.keyboard.press('Enter');
  await notices.getByText('Reproduction withdrawn').waitFor();
  await run.getByText('withdrawn', { exact: true }).first().waitFor();
  // The button is gone, so its container has the focus.
  await hasFocus(run);
  await notices.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await notices.getByText('1 reproduction requested').last().waitFor();
  await runs.getByText('waiting for a node').waitFor();
  expect(faults).toEqual([]);
});

browserTest('sets priority, share and slots of a workflow by keyboard alone', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}` });
  const more = page.getByRole('button', { name: 'More actions' });
  await tabTo(more);
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('menuitem', { name: 'Priority and slots…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Priority and slots of ${GRID}` });
  await hasFocus(dialog.getByLabel('Priority', { exact: true }));
  const type = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await type('5000');
  await tabTo(dialog.getByLabel('Share'));
  await type('3');
  await tabTo(dialog.getByLabel(/^Slot limit/));
  await type('12');
  const save = dialog.getByRole('button', { name: 'Save' });
  await tabTo(save);
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await hasFocus(save);
  await tabTo(dialog.getByLabel('Priority', { exact: true }), 'Shift+Tab');
  await type('5');
  await page.keyboard.press('Enter');
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText(`${GRID} saved. Changes apply from the next task.`).waitFor();
  await hasFocus(more);
  const { body } = await console.world.admin('get', '/api/scheduling').expect(200);
  expect(body.data.workflows).toContainEqual(
    expect.objectContaining({ name: GRID, priority: 5, share: 3, max_slots: 12 }),
  );
  await notices.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await until(async () => {
    const restored = await console.world.admin('get', '/api/scheduling').expect(200);
    const [own] = restored.body.data.workflows.filter(({ name }: { name: string }) => name === GRID);
    return own.priority === 0 && own.max_slots === null;
  }, 'the previous schedule');
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

browserTest('sorts the point table by its headers, by keyboard alone', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points` });
  const table = page.getByRole('table', { name: `${GRID}: points` });
  const head = table.getByRole('columnheader', { name: 'Sort by Teff (K)' });
  const sort = head.getByRole('button');
  await tabTo(sort);
  for (const [direction, first] of [
    ['ascending', 't28000'],
    ['descending', 't36000'],
  ] as const) {
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(`Sorted by Teff (K), ${direction}`).waitFor();
    await table
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: new RegExp(`^${first}_`) })
      .waitFor();
    expect(await head.getAttribute('aria-sort')).toBe(direction);
    await hasFocus(sort);
  }
  await page.goBack();
  await page.getByRole('status').getByText('Sorted by Teff (K), ascending').waitFor();
  expect(faults).toEqual([]);
});
