import { audit } from '@almagest/chaos/auditor';
import { axesOf, pointNamesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { givenWorkflow, statusOf } from './calls.ts';
import { givenFleet } from './fleet.ts';
import { setBreakpoint } from './breakpoints.ts';
import { useSite } from './site.ts';

const site = useSite();

/** 63,000 points in eight chunks. */
const AXES = axesOf([21, 15, 8, 5, 5, 1]);
const NAMES = pointNamesOf(AXES);

test('a worker killed while writing points omits none and writes none twice', async () => {
  const ledger = new Ledger();
  await site.startApi();
  let worker = await site.startWorker();
  const nodes = await givenFleet(site, ledger, 2);
  const places = [0.4, 0.5, 0.6].map((share) => NAMES[Math.floor(share * (NAMES.length - 1))] ?? '');
  let breakpoints = await Promise.all(
    places.map((name) => setBreakpoint(site, { table: 'point', event: 'insert', when: `new.name = '${name}'` })),
  );
  await givenWorkflow(site, 'w', yamlOf(AXES));
  for (const node of nodes) node.start(2);
  let kills = 0;
  while (breakpoints.length > 0) {
    const reached = await until(async () => {
      const met = await Promise.all(breakpoints.map(async (breakpoint) => (await breakpoint.waiting()).length > 0));
      return met.includes(true) && breakpoints.filter((_, index) => met[index]);
    }, 'the expansion to continue');
    await worker.kill();
    kills += 1;
    worker = await site.startWorker();
    // The breakpoints are opened only now, so that the killed worker's transaction is still open when the next worker
    // reaches it.
    for (const breakpoint of reached) await breakpoint.open();
    breakpoints = breakpoints.filter((breakpoint) => !reached.includes(breakpoint));
  }
  await until(async () => (await statusOf(site, 'w')) === 'running', 'the expansion to end');
  await until(() => ledger.acknowledged.size > 0, 'a first report');
  await Promise.all(nodes.map((node) => node.stop()));
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(ledger.acknowledged.size).toBeGreaterThan(0);
  expect(await audit({ ...site, ledger, lattices: { w: AXES } })).toEqual([]);
});
