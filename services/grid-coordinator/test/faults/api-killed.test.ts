import { audit } from '@almagest/chaos/auditor';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { until } from '@almagest/test-kit/until';
import { beforeEach, expect, test } from '@jest/globals';
import { givenWorkflow, statusOf } from './calls.ts';
import { givenFleet, type FleetNode } from './fleet.ts';
import { useSite, type ApiProcess } from './site.ts';

const site = useSite();
let ledger: Ledger;
let nodes: FleetNode[];
beforeEach(() => {
  ledger = new Ledger();
  nodes = [];
});

type Axes = ReturnType<typeof axesOf>;

const SLOTS = 2;

/** Creates a workflow and eight nodes that work on it. */
async function givenWork(axes: Axes): Promise<void> {
  await givenWorkflow(site, 'w', yamlOf(axes));
  nodes = await givenFleet(site, ledger, 8);
  await until(async () => (await statusOf(site, 'w')) === 'running', 'the workflow to be running');
  for (const node of nodes) node.start(SLOTS);
}

async function untilMoreReports(count: number): Promise<void> {
  const before = ledger.acknowledged.size;
  await until(
    () => ledger.acknowledged.size >= before + count,
    `${count} more reports`,
    () => ledger.acknowledged.size,
  );
}

async function finish(axes: Axes): Promise<void> {
  await until(
    async () => (await statusOf(site, 'w')) === 'completed',
    'the workflow to be completed',
    () => ledger.acknowledged.size,
  );
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await audit({ ...site, ledger, lattices: { w: axes } })).toEqual([]);
}

test('repeated kills of an API process lose no result and count none twice', async () => {
  const axes = axesOf([5, 4, 4, 2, 2, 1]);
  await site.startWorker();
  let api: ApiProcess = await site.startApi();
  await givenWork(axes);
  for (let kills = 0; kills < 6; kills += 1) {
    await untilMoreReports(15 + 3 * kills);
    await api.kill();
    api = await site.startApi();
  }
  await finish(axes);
});

test('either of two API processes can be killed while the other continues', async () => {
  // There are enough points to last while one process starts and the other process continues.
  const axes = axesOf([5, 4, 4, 4, 4, 2]);
  await site.startWorker();
  let [first, second] = [await site.startApi(), await site.startApi()];
  await givenWork(axes);
  for (let kills = 0; kills < 3; kills += 1) {
    await untilMoreReports(30);
    await first.kill();
    await untilMoreReports(10);
    [first, second] = [second, await site.startApi()];
  }
  await finish(axes);
});
