import { browserTest, type Window } from '@almagest/test-kit/browser';
import { CountedJobs } from '@almagest/test-kit/counted-jobs';
import { expect } from '@jest/globals';
import { consoleWorld } from '../browser/console-window.ts';
import { givenComputedGrid, GRID } from '../browser/computed-grid.ts';

const console = consoleWorld(async (world) => void (await givenComputedGrid(world)));

const jobs = new CountedJobs('The console');
const told = async ({ page }: Window, text: string | RegExp) => await page.getByText(text).last().waitFor();
const link = ({ page }: Window, name: string | RegExp) => page.getByRole('link', { name }).first();

// Runs first, before the nodes with tasks count as silent.
browserTest('follows and cancels a running task', async () => {
  const window = await console.open();
  const { page, faults } = window;
  await link(window, GRID).waitFor();
  const running = page.getByRole('checkbox', { name: /^Select t\d/ });
  // The same job in Dagster: Runs, run, stdout.
  await jobs.perform(page, 'Follow the log of a running task', async () => {
    await link(window, GRID).click();
    await page.getByRole('link', { name: '3', exact: true }).click();
    await running.first().waitFor();
    await link(window, /^t\d/).click();
    await page.getByRole('region', { name: /^Engine log of / }).waitFor();
  });
  // The same job in Temporal: Request Cancellation, Confirm.
  await jobs.perform(page, 'Cancel a running task', async () => {
    await page.getByRole('button', { name: 'Cancel task…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click();
    await told(window, 'Task cancelled. The point is back in the queue.');
  });
  expect(faults).toEqual([]);
});

browserTest('sees failures and tries points again', async () => {
  const window = await console.open();
  const { page, faults } = window;
  // The same job in Temporal: failed workflow.
  await jobs.perform(page, 'See why the points of a grid fail', async () => {
    await told(window, /^no convergence in # iterations/);
  });
  // The same job in Temporal: pause a schedule, Confirm, unpause, Confirm.
  await jobs.perform(page, 'Pause a workflow, and undo it', async () => {
    await page.getByRole('button', { name: `Pause: ${GRID}` }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: `Pause: ${GRID}` }).waitFor();
  });
  await page.evaluate(`location.hash = '/workflows/${GRID}'`);
  await page.getByRole('link', { name: '4', exact: true }).first().waitFor();
  // The same job in Hatchet: status filter, Failed.
  await jobs.perform(page, 'List the failed points', async () => {
    await page.getByRole('link', { name: '4', exact: true }).first().click();
    await told(window, '4 points match');
  });
  // The same job in Grafana: menu, Inspect, Data, Download CSV.
  await jobs.perform(page, 'Download a list as CSV', async () => {
    await Promise.all([page.waitForEvent('download'), link(window, 'Download CSV').click()]);
  });
  const boxes = page.getByRole('checkbox', { name: /^Select t\d/ });
  // The same job in Hatchet: two rows, Actions, Replay, Confirm.
  await jobs.perform(page, 'Try two failed points again', async () => {
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    await page.getByRole('button', { name: 'Try selected again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await told(window, '2 points match');
  });
  expect(faults).toEqual([]);
});

browserTest('opens a slice of the map, approves a node and shows its week', async () => {
  const window = await console.open({ at: `/workflows/${GRID}/map` });
  const { page, faults } = window;
  const heat = page.getByTitle('Teff (K) against log g', { exact: true });
  await heat.waitFor();
  // The same job in Grafana: cell, data link.
  await jobs.perform(page, 'Open the slice of a cell of the map', async () => {
    await heat.click({ position: { x: 5, y: 5 } });
    await page.getByRole('region', { name: /^Slice at Teff/ }).waitFor();
  });
  await page.evaluate(`location.hash = '/'`);
  await link(window, 'View nodes').waitFor();
  // The same job in Open WebUI: Admin Panel of the menu, role of the new person.
  await jobs.perform(page, 'Approve a new node', async () => {
    await link(window, 'View nodes').click();
    await page.getByRole('button', { name: 'Approve new-node', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve new-node' }).click();
    await told(window, 'new-node approved.');
  });
  await page.evaluate(`location.hash = '/'`);
  await link(window, 'Nodes').waitFor();
  // The same job in Grafana: Dashboards, dashboard, time range, last 7 days.
  await jobs.perform(page, 'Show the load of the fleet in the last week', async () => {
    await link(window, 'Nodes').click();
    const period = page.getByRole('region', { name: 'Over time' }).getByRole('combobox', { name: 'Period' });
    await jobs.choose(period, 'last week');
    await page.getByRole('img', { name: /^Tasks ended per 30 min: / }).waitFor();
  });
  expect(faults).toEqual([]);
});

browserTest('needs no more clicks and keys than other programs', async () => {
  await Promise.resolve(jobs.expectNoneWorse());
});
