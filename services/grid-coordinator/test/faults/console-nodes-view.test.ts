import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { expect } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import { hasFocus, tabTo } from '@almagest/test-kit/by-keyboard';
import { consoleWorld } from '../browser/console-window.ts';
import { screenshot } from '../browser/screenshot.ts';
import { NodeAdmin } from '../node-admin.ts';
import type { TaskSpec } from '@almagest/contracts/grid';
import { configYaml, givenNode, givenRunning, type TestNode } from '../world.ts';

let node: TestNode;
let running: TaskSpec;

const console = consoleWorld(async (world) => {
  node = await givenNode(world, 'node-01', 4);
  await givenRunning(world, 'sdb', configYaml({ teff: ['20000', '21000', '22000'] }));
  await node.converge(await node.claimSoon());
  await node.fail(await node.claimSoon());
  running = await node.claimSoon();
});
const nodes = new NodeAdmin(() => console.world);

// Runs first, before the node with the task counts as silent.
browserTest('follows the log of a running task on the pages of its node and of its point', async () => {
  const { task_id: id, point_name: point } = running;
  const print = async (stdout: string, stderr = '') => {
    const tail = (text: string) => ({ end: text.length, text });
    const body = { task_id: id, stdout: tail(stdout), stderr: tail(stderr) };
    await console.world.as(node.token, 'post', '/api/task/log').send(body).expect(200);
  };
  const { page, faults } = await console.open({ at: '/nodes/node-01' });
  await page.getByRole('button', { name: `Log of ${point}` }).click();
  const log = page.getByRole('region', { name: `Engine log of ${point}` });
  await log.getByText('No output yet.').waitFor();
  await print('iteration 1: 3.0e-02\n');
  await log.getByRole('log').getByText('iteration 1').waitFor();
  await print('iteration 1: 3.0e-02\niteration 2: 8.1e-03\n', 'opacity table is coarse\n');
  await log.getByRole('log', { name: 'Engine log' }).getByText('iteration 2').waitFor();
  await log.getByRole('log', { name: 'Error output' }).getByText('opacity table is coarse').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'node-log');
  await page.getByRole('link', { name: point, exact: true }).click();
  await page.getByRole('heading', { name: 'Attempts' }).waitFor();
  await log.getByText('iteration 2').waitFor();
  await print('iteration 3: 9.0e-04\n');
  await log.getByText('iteration 3').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'point-log');
  expect(faults).toEqual([]);
});

browserTest('approves the applicant on the screen, even if others apply meanwhile', async () => {
  await nodes.apply('node-b');
  const { page, faults } = await console.open({ at: '/nodes' });
  const approve = page.getByRole('button', { name: 'Approve node-b', exact: true });
  await approve.hover();
  const before = await approve.boundingBox();
  // The new applicant sorts before the hovered row. The hovered row must not move.
  await nodes.apply('node-a');
  await page.getByRole('button', { name: 'Show 1 more node' }).waitFor();
  // The button appears in the space above the lists.
  await page.getByRole('button', { name: 'Approve node-a', exact: true }).waitFor();
  expect(await approve.boundingBox()).toEqual(before);
  // Nothing below the button moves either.
  await page.getByRole('button', { name: 'Show 1 more node' }).click();
  await page.getByRole('button', { name: 'Approve node-a', exact: true }).waitFor();
  const known = page.getByRole('link', { name: 'node-01', exact: true });
  await known.hover();
  const place = await known.boundingBox();
  await nodes.apply('node-c');
  await page.getByRole('button', { name: 'Show 1 more node' }).waitFor();
  expect(await known.boundingBox()).toEqual(place);
  await nodes.act('reject', 'node-c');
  await approve.hover();
  await approve.click();
  const dialog = page.getByRole('dialog', { name: 'Approve node-b?' });
  await dialog.getByText('127.0.0.1').waitFor();
  await dialog.getByText('4 slots').waitFor();
  // Another applicant takes the name while the dialog is open. This applicant must not be approved.
  await nodes.act('reject', 'node-b');
  await nodes.apply('node-b');
  await dialog.getByRole('button', { name: 'Approve node-b' }).click();
  await page.getByText(/has applied again since/).waitFor();
  expect(await nodes.statusOf('node-b')).toBe('pending_approval');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Approve node-b', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve node-b' }).press('Enter');
  await page.getByText('node-b approved.').waitFor();
  expect([await nodes.statusOf('node-b'), await nodes.statusOf('node-a')]).toEqual(['offline', 'pending_approval']);
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

browserTest('shows a node’s work, and drains, limits and removes it', async () => {
  const { page, faults } = await console.open({ at: '/nodes' });
  await page.getByRole('link', { name: 'node-01', exact: true }).click();
  await page.getByRole('heading', { name: 'node-01' }).waitFor();
  await page.getByRole('table', { name: 'Running tasks' }).getByRole('link', { name: 'sdb', exact: true }).waitFor();
  const history = page.getByRole('table', { name: /Recent attempts/ });
  expect(await history.getByRole('row').nth(1).innerText()).toMatch(/sdb\s+1\s+1\s+0/);
  await page.getByLabel('Task limit').fill('2');
  await page.reload();
  await until(
    async () => (await page.getByLabel('Task limit').inputValue()) === '2',
    'the typed limit to be shown again',
  );
  await page.getByRole('button', { name: 'Set limit' }).click();
  await until(async () => (await nodes.listed('node-01'))?.admin_max_slots === 2, 'the quota to be set');
  await page.getByRole('button', { name: 'Drain' }).click();
  await page.getByText('node-01 gets no new tasks').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until(async () => (await nodes.statusOf('node-01')) !== 'disabled', 'the node to be enabled again');

  const gone = await nodes.given('offline');
  await page.goto(`${console.world.url}/#/nodes/${gone.id}`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Remove ${gone.id}` })
    .click();
  await page.waitForURL(/#\/nodes$/);
  expect(await nodes.statusOf(gone.id)).toBe('unknown');
  // The removal event may arrive before its response.
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

browserTest('shows slots, tasks and load of the fleet and of a node over a day and a week', async () => {
  await console.world.sql(
    `insert into node_sample (node_id, at, slots_used, slots, cpu_usage, memory_usage, completed, failed)
     select 'node-01', date_bin('5 min', now(), 'epoch') - n * interval '5 min', 3 + n % 2, 4, 60 + n % 30, 40, n % 7, n % 2
     from generate_series(1, 1500) as n where n not between 60 and 90
     -- The worker may have written a sample meanwhile.
     on conflict do nothing`,
  );
  const { page, faults } = await console.open({ at: '/nodes' });
  const history = page.getByRole('region', { name: 'Over time' });
  await history.getByRole('img', { name: /^Slots: in use \d+, allowed \d+$/ }).waitFor();
  await history.getByRole('img', { name: /^Tasks ended per 5 min: completed \d+, failed \d+$/ }).waitFor();
  await history.getByRole('combobox', { name: 'Period' }).selectOption('last week');
  await history.getByRole('img', { name: /^Tasks ended per 30 min: / }).waitFor();
  await screenshot(page, 'fleet');
  await page.getByRole('link', { name: 'node-01', exact: true }).click();
  await page.getByRole('heading', { name: 'node-01' }).waitFor();
  await history.getByRole('img', { name: /^CPU load \(%\): load \d+$/ }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('shows the machine of a node, in compact rows and columns of a chosen width after a reload', async () => {
  const machine = { cores: 48, memory_gb: 256, arch: 'arm64', free_disk_gb: 900.4, tags: ['gpu', 'site:heidelberg'] };
  await nodes.register({ node_id: 'machine-01', max_slots: 8, machine });
  await nodes.act('approve', 'machine-01');
  const { page, faults } = await console.open({ at: '/nodes?q=machine' });
  const table = page.getByRole('table', { name: 'Nodes' });
  const row = table.getByRole('row', { name: /machine-01/ });
  await row.getByText('48 cores, 256 GB, arm64').waitFor();
  await row.getByText('gpu, site:heidelberg').waitFor();
  const heightOf = async () => (await row.boundingBox())?.height ?? 0;
  const normal = await heightOf();
  const head = table.getByRole('columnheader', { name: 'Machine' });
  const widthOf = async () => (await head.boundingBox())?.width ?? 0;
  const before = await widthOf();
  const edge = head.getByRole('separator', { name: 'Width of Machine' });
  for (let step = 0; step < 5; step += 1) await edge.press('ArrowRight');
  await until(async () => (await widthOf()) > before + 50, 'the column to be wider');
  const changed = await widthOf();
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await page.reload();
  await row.getByText('48 cores, 256 GB, arm64').waitFor();
  expect(await heightOf()).toBeLessThan(0.85 * normal);
  expect(Math.abs((await widthOf()) - changed)).toBeLessThan(2);
  await edge.dblclick();
  await until(async () => (await widthOf()) < before + 50, 'the column to have its original width again');
  await screenshot(page, 'compact-nodes');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'machine-01', exact: true }).click();
  await page.getByText('48 cores, 256 GB, arm64').waitFor();
  await page.getByText('900 GB').waitFor();
  await page.getByText('gpu, site:heidelberg').waitFor();
  await screenshot(page, 'node-machine');
  expect(faults).toEqual([]);
});

browserTest('drains exactly the selected nodes, and undoes it', async () => {
  const first = await nodes.given('online');
  const second = await nodes.given('online');
  const third = await nodes.given('online');
  const { page, faults } = await console.open({ at: '/nodes' });
  for (const { id } of [first, second]) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  const bar = page.getByRole('region', { name: 'Selected nodes' });
  await bar.getByText('2 nodes selected').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Drain' }).click();
  await page.getByText('2 nodes get no new tasks').waitFor();
  const states = async () => await Promise.all([first, second, third].map(async ({ id }) => await nodes.statusOf(id)));
  expect((await states()).map((status) => status === 'disabled')).toEqual([true, true, false]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until(async () => !(await states()).includes('disabled'), 'the nodes to be enabled again');
  expect(faults).toEqual([]);
});

browserTest('limits, drains and removes a node by keyboard alone', async () => {
  const gone = await nodes.given('offline');
  const { page, faults } = await console.open({ at: `/nodes/${gone.id}` });
  const quota = page.getByLabel('Task limit');
  await quota.focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.getByText('Limit saved. It applies from the next task.').waitFor();
  expect((await nodes.listed(gone.id))?.admin_max_slots).toBe(3);
  await page.getByRole('button', { name: 'Drain' }).press('Enter');
  await page.getByText(`${gone.id} gets no new tasks`).waitFor();
  expect(await nodes.statusOf(gone.id)).toBe('disabled');
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await until(async () => (await nodes.statusOf(gone.id)) === 'offline', 'the node to be enabled again');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Remove ${gone.id}?` });
  // The safe button has the focus.
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/nodes$/);
  expect(await nodes.statusOf(gone.id)).toBe('unknown');
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

browserTest('approves by keyboard alone, and keeps the focus in place', async () => {
  for (const id of ['keys-a', 'keys-b', 'keys-c']) await nodes.apply(id);
  const { page, faults } = await console.open({ at: '/nodes?q=keys' });
  const notices = page.getByRole('region', { name: 'Notices' });
  const applications = page.getByRole('region', { name: 'Applications' });
  const decide = async (id: string, verb: 'Approve' | 'Reject') => {
    const button = page.getByRole('button', { name: `${verb} ${id}`, exact: true }).first();
    await tabTo(button);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `${verb} ${id}?` });
    await hasFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    return button;
  };
  const approve = await decide('keys-a', 'Approve');
  await notices.getByText('keys-a approved.').waitFor();
  // The row stays until it loses the focus.
  await applications.getByText('keys-a is no longer waiting').waitFor();
  await hasFocus(approve);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await hasFocus(page.getByRole('button', { name: 'Approve keys-b', exact: true }));
  // Someone else decides while the dialog is open. The row is gone when the dialog closes.
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve keys-b?' });
  await hasFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await nodes.act('reject', 'keys-b');
  await applications
    .getByRole('button', { name: 'Approve keys-b', includeHidden: true })
    .waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await hasFocus(applications);

  // Does the same on the page of the node.
  await page.goto(`${console.world.url}/#/nodes/keys-c`);
  await decide('keys-c', 'Reject');
  await notices.getByText('keys-c rejected.').waitFor();
  await page.getByText('rejected', { exact: true }).waitFor();
  await hasFocus(page.getByRole('main'));
  await tabTo(page.getByRole('button', { name: 'Approve', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Approve keys-c' }));
  await page.keyboard.press('Enter');
  await notices.getByText('keys-c approved.').waitFor();
  await page.getByText('offline', { exact: true }).waitFor();
  await hasFocus(page.getByRole('main'));
  expect(faults).toEqual([]);
});

browserTest('finds nodes by name, approves a rejected node, and shows a new token once', async () => {
  const refused = await nodes.given('rejected');
  const { page, faults } = await console.open({ at: '/nodes' });
  await page.getByLabel('Name contains').fill(refused.id);
  await page.getByRole('link', { name: refused.id, exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'node-01', exact: true }).count()).toBe(0);
  await page.reload();
  await page.getByRole('link', { name: refused.id, exact: true }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Approve ${refused.id}` })
    .click();
  await page.getByRole('button', { name: 'Reissue token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reissue token' }).click();
  const dialog = page.getByRole('dialog', { name: `The new token of ${refused.id}` });
  const token = await dialog.getByLabel('Token').inputValue();
  await nodes.beat({ ...refused, token }).expect(200);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('online', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('is legible at every width and in every colour', async () => {
  await nodes.apply('waiting');
  for (const width of Object.values(WIDTHS))
    for (const at of ['/nodes', '/nodes/node-01', '/nodes/waiting']) {
      const { page, faults } = await console.open({ at, viewport: { width, height: 900 } });
      await page.getByRole('heading', { name: at === '/nodes' ? 'Applications' : 'Registrations' }).waitFor();
      expect([at, width, await listAccessibilityFaults(page)]).toEqual([at, width, []]);
      expect([at, width, await overflowOf(page)]).toEqual([at, width, 0]);
      expect(faults).toEqual([]);
    }
});
