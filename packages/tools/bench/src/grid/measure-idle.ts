import { driveFleet } from '../load/drive.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { addNodes, type CoordinatorVersion } from './coordinator.ts';
import { openGrid } from './open-grid.ts';
import { cpuSeconds, readCounts } from './measure-costs.ts';
import { percentiles } from './measure-loops.ts';
import { sampleGrid } from './sample-grid.ts';

const FLEET_NODES = 2_000;

/** The smallest grid of the benchmark. Its tasks are held while the fleet polls. */
const POINTS = 64;

/** Measures the CPU that a fleet uses while its nodes send heartbeats and poll an empty queue. */
export async function measureIdle(site: Site, version: CoordinatorVersion, seconds: number): Promise<Row[]> {
  const { coordinator, nodes } = await openGrid(site, sampleGrid(POINTS), version);
  const fleet = await addNodes(coordinator, 'idle', FLEET_NODES);
  await emptyQueue(coordinator.port, nodes[0]?.token ?? '');
  let before = await readCounts(coordinator);
  const plan = { kind: 'fleet', port: coordinator.port, nodes: fleet, seconds } as const;
  const outcome = await driveFleet(site, plan, async () => {
    before = await readCounts(coordinator);
  });
  const used = cpuSeconds(before, await readCounts(coordinator));
  const share = (what: string, cpu: number): Row => ({
    what: `  CPU of ${what}`,
    value: (cpu / outcome.seconds) * 100,
    unit: '%',
    detail: 'of one core',
  });
  return [
    {
      what: 'idle fleet: requests',
      value: outcome.done / outcome.seconds,
      unit: 'requests/s',
      detail: `${FLEET_NODES} nodes, a heartbeat in 15 s and a claim in 10 s each; ${percentiles(outcome.latencies)}`,
    },
    share('the API', used.api),
    share('PostgreSQL', used.server),
    share('the worker', used.worker),
  ];
}

async function emptyQueue(port: number, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/task/claim`, { method: 'POST', headers });
    if ((await reply.text()).includes('"empty"')) return;
  }
}
