import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import type { ReproduceReply, Reproduction } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setBreakpoint } from './breakpoints.ts';
import { asAdmin, givenWorkflow, statusOf } from './calls.ts';
import { givenNode } from './fleet.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeEach(async () => {
  site = await openSite();
});
afterEach(async () => {
  await site.close();
});

async function found(): Promise<Reproduction | undefined> {
  const { data } = await asAdmin<{ data: { reproductions: Reproduction[] } }>(site, '/api/workflows/w/reproductions');
  return data.reproductions[0];
}

test('a second run is handed out, recorded and compared once when the coordinator is killed at each of these steps', async () => {
  let api = await site.startApi();
  let worker = await site.startWorker();
  const ledger = new Ledger();
  const first = await givenNode(site, ledger, 'n1', { alwaysConverges: true });
  await givenWorkflow(site, 'w', yamlOf(axesOf([1, 1, 1, 1, 1, 1])));
  const task = await until(async () => await first.claim(), 'a task');
  await first.deliver(task);
  await until(async () => (await statusOf(site, 'w')) === 'completed', 'the workflow to be completed');
  const second = await givenNode(site, ledger, 'n2', { alwaysConverges: true });
  const { rows: before } = await site.db.query('select * from point');
  const { rows: models } = await site.db.query('select id from model');

  const claim = await setBreakpoint(site, { table: 'task', event: 'insert', when: 'new.reproduction_id is not null' });
  const report = await setBreakpoint(site, {
    table: 'reproduction',
    event: 'update',
    when: `new.status = 'comparing'`,
    atCommit: true,
  });
  const compare = await setBreakpoint(site, {
    table: 'reproduction',
    event: 'update',
    when: `new.status = 'compared'`,
  });
  const asked = { points: [task.point_name] };
  const { data } = await asAdmin<{ data: ReproduceReply }>(site, '/api/workflows/w/reproductions', asked);
  expect(data.requested).toHaveLength(1);

  const lost = second.claim();
  await claim.untilReached();
  await api.kill();
  await claim.open();
  expect(await lost).toBeUndefined();
  await until(async () => (await claim.waiting()).length === 0, 'the claim of the killed process to end');
  api = await site.startApi();
  // What the server still did for the killed process was either written as a whole, and is sent again, or not at all.
  const again = await until(async () => {
    await second.beat(0);
    return await second.claim();
  }, 'the second run');
  const delivered = second.deliver(again);
  await report.untilReached();
  await api.kill();
  await report.open();
  await until(async () => (await report.waiting()).length === 0, 'the report of the killed process to end');
  api = await site.startApi();

  // The repeated report waits behind the comparison.
  await compare.untilReached();
  await worker.kill();
  await compare.open();
  await until(async () => (await compare.waiting()).length === 0, 'the comparison of the killed worker to end');
  expect((await delivered)?.status).toBe(200);
  worker = await site.startWorker();
  const reproduction = await until(async () => {
    const row = await found();
    return row?.status === 'compared' ? row : undefined;
  }, 'the comparison');
  expect(reproduction).toMatchObject({ losses: 0, original: { node_id: 'n1' }, reproduced: { node_id: 'n2' } });
  expect(reproduction.difference).not.toBeNull();

  expect((await site.db.query('select * from point')).rows).toEqual(before);
  expect((await site.db.query('select id from model')).rows).toEqual(models);
  expect((await site.db.query('select from task where reproduction_id is null')).rowCount).toBe(1);
  expect((await site.db.query(`select from task where status = 'running'`)).rowCount).toBe(0);
  expect((await site.db.query('select from artifact_upload')).rowCount).toBe(0);
  await worker.kill();
});
