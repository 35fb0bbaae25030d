import { join } from 'node:path';
import type { InvitedPerson } from '@almagest/contracts';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { freePort } from '@almagest/test-kit/free-port';
import { routesInCode } from '@almagest/test-kit/routes-in-code';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { hasFocus } from '@almagest/test-kit/by-keyboard';
import { consoleWorld } from '../browser/console-window.ts';
import { givenComputedGrid, GRID } from '../browser/computed-grid.ts';
import { statesOf, viewsOf } from '../browser/console-routes.ts';
import { picture, screenshot } from '../browser/screenshot.ts';
import { lockRows } from '../row-locks.ts';
import { configYaml, givenWorkflow, pointsOf, statusOf } from '../world.ts';

const console = consoleWorld(async (world) => {
  await givenComputedGrid(world);
  // An archive whose import will be retried in a few minutes.
  await world.sql(
    `insert into archive_import (sha256, size_bytes, status, failed_tries, fault)
     values (repeat('a', 64), 5000000000, 'waiting', 6, 'the disk for files is full')`,
  );
});

const CONSOLE = join(import.meta.dirname, '../../console/src');

const seen = async (page: Page, what: string) => {
  expect([what, await listAccessibilityFaults(page)]).toEqual([what, []]);
  expect([what, await overflowOf(page)]).toEqual([what, 0]);
};

// Runs first, before the nodes with tasks count as silent.
browserTest('cancels a running task by keyboard, which requeues its point', async () => {
  const [running] = await pointsOf(console.world, GRID, '&status=running');
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points/${running?.name}` });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Cancel task…' }).press('Enter');
  // The safe button has the focus.
  await hasFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }));
  await page.keyboard.press('Tab');
  await hasFocus(dialog.getByRole('button', { name: 'Cancel task' }));
  await page.keyboard.press('Enter');
  await page.getByText('Task cancelled. The point is back in the queue.').waitFor();
  const after = await pointsOf(console.world, GRID, `&q=${running?.name}`);
  expect(after.map(({ status }) => status)).toEqual(['queued']);
  expect(faults).toEqual([]);
});

browserTest('shows every view on a phone and a desktop, in light and dark, without errors', async () => {
  const [converged] = await pointsOf(console.world, GRID, '&status=converged');
  const invited = { user_name: 'ada', display_name: 'Ada', role: 'viewer' };
  const { body } = await console.world.admin('post', '/api/people').send(invited).expect(200);
  const views = viewsOf(converged?.name ?? '', (body as InvitedPerson).link.url.split('token=')[1] ?? '');
  expect(Object.keys(views).toSorted()).toEqual(routesInCode(CONSOLE).toSorted());
  for (const [kind, width] of Object.entries(WIDTHS)) {
    const { page, faults } = await console.open({ viewport: { width, height: 900 } });
    for (const { name, at, shows } of Object.values(views)) {
      await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
      await page.getByText(shows, { exact: true }).first().waitFor();
      if (name !== 'login' && name !== 'link') await page.getByText('live', { exact: true }).waitFor();
      await seen(page, `${name}, ${kind}`);
      await screenshot(page, `${name}-${kind}`);
      if (kind === 'desktop') await picture(page, name);
    }
    expect(faults).toEqual([]);
    await page.close();
  }
});

browserTest('shows dialogs, menus, empty states and errors at every width and in every colour', async () => {
  const [converged] = await pointsOf(console.world, GRID, '&status=converged');
  for (const [kind, width] of Object.entries(WIDTHS)) {
    const { page, faults } = await console.open({ viewport: { width, height: 900 } });
    for (const { name, at, open } of statesOf(converged?.name ?? '')) {
      await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
      await open(page);
      await seen(page, `${name}, ${kind}`);
      await screenshot(page, `${name.replaceAll(' ', '-')}-${kind}`);
      await page.keyboard.press('Escape');
    }
    // Missing objects cause 404.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    await page.close();
  }
});

browserTest('focuses a dialog’s field or safe button, and restores the focus afterwards', async () => {
  const [converged] = await pointsOf(console.world, GRID, '&status=converged');
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points/${converged?.name}` });
  const dialog = page.getByRole('dialog');
  const judge = page.getByRole('button', { name: 'Judge…' });
  await judge.press('Enter');
  await hasFocus(dialog.getByLabel('Note'));
  await page.keyboard.press('Escape');
  await hasFocus(judge);
  await judge.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await hasFocus(judge);
  await page.getByRole('link', { name: 'Progress' }).click();
  const more = page.getByRole('button', { name: 'More actions' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await hasFocus(dialog.getByLabel(`Type ${GRID} to confirm`));
  expect(await dialog.getByRole('button', { name: 'Delete permanently' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await hasFocus(more);
  await more.click();
  await page.getByRole('menuitem', { name: 'Priority and slots…' }).click();
  await dialog.getByLabel('Priority', { exact: true }).fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await hasFocus(more);
  expect(faults).toEqual([]);
});

browserTest('keeps text typed in a dialog through a reload, until it is saved or cancelled', async () => {
  const [converged] = await pointsOf(console.world, GRID, '&status=converged');
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points/${converged?.name}` });
  const note = page.getByRole('dialog').getByLabel('Note');
  const judge = async (before: string) => {
    await page.getByRole('button', { name: 'Judge…' }).click();
    expect(await note.inputValue()).toBe(before);
  };
  await judge('');
  await note.fill('the wings of <b>Hβ</b> are too narrow');
  await page.reload();
  await judge('the wings of <b>Hβ</b> are too narrow');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await judge('');
  await note.fill('looked at it');
  await page.keyboard.press('Escape');
  await judge('looked at it');
  await note.press('Enter');
  await page.getByText('looked at it', { exact: true }).waitFor();
  await judge('');
  expect(faults).toEqual([]);
});

browserTest('lists what needs attention, and undoes a pause', async () => {
  const { page, faults } = await console.open();
  await page.getByText('1 node is waiting for approval.').waitFor();
  await page.getByRole('link', { name: 'no convergence in # iterations' }).waitFor();
  await page.getByText('Importing an archive of 5 GB failed: the disk for files is full.').waitFor();
  await page.getByRole('button', { name: `Pause: ${GRID}` }).press('Enter');
  await page.getByRole('button', { name: `Resume: ${GRID}` }).waitFor();
  expect(await statusOf(console.world, GRID)).toBe('paused');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByRole('button', { name: `Pause: ${GRID}` }).waitFor();
  await until(async () => (await statusOf(console.world, GRID)) === 'running', 'the workflow to run again');
  // Does the same by mouse.
  await page.getByRole('button', { name: `Pause: ${GRID}` }).click();
  await page.getByRole('button', { name: `Resume: ${GRID}` }).click();
  await page.getByRole('button', { name: `Pause: ${GRID}` }).waitFor();
  await until(async () => (await statusOf(console.world, GRID)) === 'running', 'the workflow to run again');
  expect(faults).toEqual([]);
});

browserTest('shows a grid’s rate and paused nodes on the overview', async () => {
  const { world } = console;
  await world.sql(
    `insert into progress_snapshot (workflow_id, at, pending, queued, running, converged, failed)
     select id, now() - make_interval(hours => written.hours), 0, 20, 3, written.converged, 0
     from workflow, (values (12, 0), (2, 600)) as written (hours, converged) where name = $1`,
    [GRID],
  );
  await world.sql(`update node set pauses = 1, paused_until = now() + interval '1 hour' where node_id = 'sirius-02'`);
  const { page, faults } = await console.open();
  const row = page.getByRole('table', { name: 'Workflows' }).getByRole('row', { name: GRID });
  await row.getByText(/^[\d.]+ \/ h$/).waitFor();
  await page.getByText(/^sirius-02 fails points that converge on other nodes\. It receives no tasks until /).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'sirius-02' }).click();
  await page.getByText(/paused until .*, pause 1 in a row/).waitFor();
  expect(faults).toEqual([]);
  await world.sql(`update node set pauses = 0, paused_until = null`);
});

browserTest('ignores unknown address parameters and sends no invalid requests', async () => {
  const { page, faults } = await console.open({
    at: `/workflows/${GRID}/points?status=failed&sort=size&order=up&utm=1`,
  });
  await page.getByText('4 points match').waitFor();
  await page.goto(`${console.world.url}/#/workflows/${GRID}?hours=1000&from=here`);
  await page.getByRole('combobox', { name: 'Period' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('24');
  await page.goto(`${console.world.url}/#/workflows/${GRID}/map?colour=pink&teff=hot&utm=1`);
  await page.getByText('40 points of 40').waitFor();
  expect(faults).toEqual([]);
});

browserTest('shows the progress of creating the points', async () => {
  const { world } = console;
  const teff = Array.from({ length: 1_600 }, (_, step) => String(20_000 + step));
  await givenWorkflow(world, 'slow', configYaml({ teff }));
  const table = await lockRows(world, 'lock table expansion_chunk in share mode');
  await world.admin('post', '/api/workflows/slow/start').expect(200);
  await table.untilBlocked(1);
  const { page, faults } = await console.open({ at: '/workflows/slow' });
  await page.getByRole('progressbar', { name: 'Points' }).waitFor();
  await page.getByText('0 of 1,600').waitFor();
  await table.release();
  await page.getByRole('progressbar', { name: 'Points' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '1,600' }).first().waitFor();
  expect(faults).toEqual([]);
  await world.admin('post', '/api/workflows/slow/stop').expect(200);
  await world.admin('delete', '/api/workflows/slow').expect(200);
});

browserTest('deletes a workflow by keyboard and by mouse, after its name is typed', async () => {
  const { page, faults } = await console.open();
  const dialog = page.getByRole('dialog');
  for (const name of ['by-keyboard', 'by-mouse']) {
    const act = async (what: Locator) => await (name === 'by-mouse' ? what.click() : what.press('Enter'));
    await givenWorkflow(console.world, name, configYaml());
    await act(page.getByRole('link', { name, exact: true }));
    await act(page.getByRole('button', { name: 'More actions' }));
    await act(page.getByRole('menuitem', { name: 'Delete…' }));
    await hasFocus(dialog.getByLabel(`Type ${name} to confirm`));
    await page.keyboard.type(name);
    if (name === 'by-mouse') await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    else await page.keyboard.press('Enter');
    await page.waitForURL(/#\/$/);
    await page.getByText(`${name} deleted`).waitFor();
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
    await console.world.admin('get', `/api/workflows/${name}`).expect(404);
  }
  // The last events of a deleted workflow may arrive before its page closes.
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

browserTest('retries a failed point by keyboard', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points?status=failed` });
  await page.getByText('4 points match').waitFor();
  await page.getByRole('table').getByRole('link').first().press('Enter');
  // Waits until the list is gone, because the list has a button with the same name.
  await page.getByText('4 points match').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Try again…' }).press('Enter');
  await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/will be tried again$/).waitFor();
  expect(await pointsOf(console.world, GRID, '&status=failed')).toHaveLength(3);
  expect(faults).toEqual([]);
});

browserTest('retries failed points in bulk, and keeps the filter through a reload and a step back', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points` });
  await page.getByText('40 points', { exact: true }).waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('failed');
  await page.getByText('3 points match').waitFor();
  await page.reload();
  await page.getByText('3 points match').waitFor();
  await page.getByRole('button', { name: 'Try again…' }).click();
  await page.getByRole('dialog', { name: 'Try 3 failed points again?' }).waitFor();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.getByText('No point matches these filters.').waitFor();
  await page.goBack();
  await page.getByText('40 points', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('requests reproductions of one point and of a list', async () => {
  const { page, faults } = await console.open({ at: `/workflows/${GRID}/points?status=converged&teff=28000` });
  await page.getByRole('button', { name: 'Reproduce…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Reproduce \d+ points\?$/ });
  await dialog.getByLabel('Note (optional)').fill('before we publish');
  await dialog.getByRole('button', { name: 'Reproduce' }).press('Enter');
  await page.getByText(/^\d+ reproductions requested$/).waitFor();
  await page.getByRole('table').getByRole('link').first().click();
  const runs = page.getByRole('region', { name: 'Reproductions' });
  await runs.getByText('before we publish').waitFor();
  await runs.getByRole('button', { name: 'Withdraw' }).click();
  await runs.getByText('withdrawn', { exact: true }).first().waitFor();
  await runs.getByRole('button', { name: 'Reproduce…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Reproduce' }).click();
  await runs.getByText('waiting for a node').waitFor();
  await runs.getByText(/^Waiting: it needs a node other than \S+, which computed the model, and /).waitFor();
  expect(faults).toEqual([]);
});

browserTest('reconnects after the coordinator was down', async () => {
  const { page } = await console.open();
  const PORT = String(await freePort());
  const before = await console.world.startApi({ PORT });
  await page.goto(`${before.url}/#/`);
  await page.getByText('live', { exact: true }).waitFor();
  await before.stop();
  await page.getByText('reconnecting…', { exact: true }).waitFor();
  // Changes during an interruption send no event.
  await givenWorkflow(console.world, 'made-meanwhile', configYaml());
  const after = await console.world.startApi({ PORT });
  await page.getByText('live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'made-meanwhile' }).waitFor();
  await page.goto('about:blank');
  await after.stop();
});
