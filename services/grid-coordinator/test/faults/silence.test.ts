import { audit } from '@almagest/chaos/auditor';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { until } from '@almagest/test-kit/until';
import { afterEach, expect, test } from '@jest/globals';
import { givenWorkflow } from './calls.ts';
import { givenNode } from './fleet.ts';
import { silenceNode, advanceTime } from './passing-time.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
afterEach(async () => {
  await site.close();
});

const AXES = axesOf([4, 1, 1, 1, 1, 1]);

/** Waits for a complete sweep of the worker. A sweep ends by folding the counts. */
async function untilSwept(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await site.db.query(`insert into point_count_delta (workflow_id, wave, status, n) values (0, 0, 'queued', 0)`);
    await until(async () => {
      const { rows } = await site.db.query('select from point_count_delta where workflow_id = 0');
      return rows.length === 0;
    }, 'a sweep');
  }
}

async function nodeStatuses(): Promise<Record<string, string>> {
  const { rows } = await site.db.query<{ node_id: string; status: string }>('select node_id, status from node');
  return Object.fromEntries(rows.map(({ node_id, status }) => [node_id, status]));
}

async function countReclaimed(): Promise<number> {
  const { rows } = await site.db.query<{ n: number }>('select count(*)::int as n from task where reclaimed');
  return rows[0]?.n ?? 0;
}

test.each([
  { timeoutSec: 90, downSec: 3_600, what: 'an hour' },
  { timeoutSec: 10, downSec: 12, what: 'slightly longer than the heartbeat timeout' },
])('no node goes offline because the coordinator was down for $what', async ({ timeoutSec, downSec }) => {
  site = await openSite({ env: { HEARTBEAT_TIMEOUT_SEC: String(timeoutSec), NODE_LOST_GRACE_SEC: '1' } });
  const ledger = new Ledger();
  const api = await site.startApi();
  await site.startWorker();
  await givenWorkflow(site, 'w', yamlOf(AXES));
  const nodes = [
    await givenNode(site, ledger, 'n1', { alwaysConverges: true }),
    await givenNode(site, ledger, 'n2', { alwaysConverges: true }),
  ] as const;
  const [kept, lost] = [
    await until(async () => await nodes[0].claim(), 'a task'),
    await until(async () => await nodes[1].claim(), 'a task'),
  ];
  for (const node of nodes) await node.beat(1);
  await untilSwept();
  await api.kill();
  await advanceTime(site, downSec);
  await untilSwept();
  expect(await nodeStatuses()).toEqual({ n1: 'online', n2: 'online' });
  await site.startApi();
  await until(async () => {
    const { rows } = await site.db.query(
      `select from coordinator_uptime where last_tick > now() - interval '3 seconds'`,
    );
    return rows.length > 0;
  }, 'the coordinator to receive requests again');
  await untilSwept();
  expect(await nodeStatuses()).toEqual({ n1: 'online', n2: 'online' });
  expect(await countReclaimed()).toBe(0);

  // Only one of the nodes sends heartbeats again.
  const heard = async () => await nodes[0].beat(1);
  await heard();
  await silenceNode(site, 'n2', timeoutSec);
  await until(async () => {
    await heard();
    return (await nodeStatuses())['n2'] === 'offline';
  }, 'the silent node to be offline');
  await until(async () => {
    await heard();
    return (await countReclaimed()) === 1;
  }, 'its task to be reclaimed');
  expect(await nodeStatuses()).toMatchObject({ n1: 'online' });
  expect(await nodes[0].deliver(kept)).toMatchObject({ status: 200, body: { message: 'recorded' } });
  // The result is late, but no other node has claimed the point, so it is accepted.
  expect(await nodes[1].deliver(lost)).toMatchObject({ status: 200 });
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
});
