import { setTimeout as sleep } from 'node:timers/promises';
import { configOf } from '../coordinator/lattice.ts';
import { SCHEMA } from '../coordinator/coordinator.ts';
import { settle } from '../coordinator/stage-set.ts';
import { WORKFLOW, type Stage } from './stage.ts';

const POLL_MS = 20;

/** Starts the workflow as an administrator does, and waits as one and as a node do. */
export async function measureExpansion(stage: Stage): Promise<void> {
  const { coordinator, lattice, results, sql } = stage;
  const config = { name: WORKFLOW, description: null, config_yaml: configOf(lattice) };
  await coordinator.call('POST', '/api/workflows', config);
  await settle(sql);
  const start = performance.now();
  const since = () => (performance.now() - start) / 1_000;
  await coordinator.call('POST', `/api/workflows/${WORKFLOW}/start`);
  const claimed = untilClaimed(stage).then(since);
  const [firstSeconds, seconds] = await Promise.all([claimed, untilRunning(stage).then(since)]);
  results.put('expansion', 'almagest', lattice.points / seconds, `${lattice.points} points in ${seconds.toFixed(2)} s`);
  results.put('firstClaim', 'almagest', firstSeconds, 'from the start of the workflow to a task in hand');
  const { rows } = await sql.query<{ n: string }>(`select count(*) as n from ${SCHEMA}.point`);
  if (Number(rows[0]?.n) !== lattice.points) throw new Error(`the grid has ${rows[0]?.n} points`);
}

async function untilRunning({ coordinator }: Stage): Promise<void> {
  for (;;) {
    const { status } = await coordinator.call<{ status: string }>('GET', `/api/workflows/${WORKFLOW}`);
    if (status === 'running') return;
    await sleep(POLL_MS);
  }
}

async function untilClaimed({ coordinator, nodes }: Stage): Promise<void> {
  const headers = { authorization: `Bearer ${nodes[0]?.token}` };
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${coordinator.port}/api/task/claim`, { method: 'POST', headers });
    const { task } = (await response.json()) as { task?: unknown };
    if (response.ok && task !== null) return;
    await sleep(POLL_MS);
  }
}
