import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadNode } from '../load/plan.ts';
import type { Row } from '../report/row.ts';
import type { Coordinator } from './coordinator.ts';

export const WORKFLOW = 'bench';

/** Starts the workflow and measures how soon a node gets its first task and how many points per second are created. */
export async function measureExpansion(
  coordinator: Coordinator,
  grid: { yaml: string; points: number },
  node: LoadNode,
): Promise<Row[]> {
  await coordinator.call('POST', '/api/workflows', { name: WORKFLOW, description: null, config_yaml: grid.yaml });
  const start = performance.now();
  await coordinator.call('POST', `/api/workflows/${WORKFLOW}/start`);
  const answered = performance.now() - start;
  const firstTask = untilClaimed(coordinator.port, node).then(() => performance.now() - start);
  const seconds = await untilRunning(coordinator).then(() => (performance.now() - start) / 1_000);
  const detail = `${grid.points.toLocaleString('en-US')} points in ${seconds.toFixed(2)} s; start answered in ${answered.toFixed(0)} ms`;
  return [
    { what: 'expansion', value: grid.points / seconds, unit: 'points/s', detail, goal: { atLeast: 100_000 } },
    {
      what: 'first task after start',
      value: (await firstTask) / 1_000,
      unit: 's',
      detail: 'one node polling every 20 ms',
      goal: { atMost: 2 },
    },
  ];
}

async function untilClaimed(port: number, { token }: LoadNode): Promise<void> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/task/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    if ((await reply.text()).includes('"task_id"')) return;
    await sleep(20);
  }
}

async function untilRunning(coordinator: Coordinator): Promise<void> {
  for (;;) {
    const { data } = (await coordinator.call('GET', `/api/workflows/${WORKFLOW}`)) as { data: { status: string } };
    if (data.status === 'running') return;
    await sleep(20);
  }
}
