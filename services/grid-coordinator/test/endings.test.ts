import { expect, test } from '@jest/globals';
import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importResult } from './imports.ts';
import { expireTasks, untilSwept } from './overdue.ts';
import { lockRows } from './row-locks.ts';
import { useCleanWorkflows } from './point-detail.ts';
import { configYaml, givenRunning, givenWorkflow, OFTEN_SWEPT, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld({ env: OFTEN_SWEPT });
const node = useNode(world, 'n');
useCleanWorkflows(world);

/** Imports models in parallel until stopped. The models are too far from any point to be a seed. */
function importDistantModels(): { readonly count: () => number; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let count = 0;
  const importOneByOne = async () => {
    while (!stopping.signal.aborted) {
      count += 1;
      await importResult(world, { name: `far-${count}`, params: { teff: 90_000 + count, logg: 8 } }).expect(200);
    }
  };
  const all = [1, 2, 3, 4].map(importOneByOne);
  return {
    count: () => count,
    stop: async () => {
      stopping.abort();
      await Promise.all(all);
    },
  };
}

/** Counts the writing transactions during one sweep of the worker. */
async function writesOfOneSweep(): Promise<number> {
  const read = async () => {
    const [row] = await world.sql<{ xid: number }>('select pg_current_xact_id()::text::float8 as xid');
    return row?.xid ?? 0;
  };
  const before = await read();
  await untilSwept(world);
  return (await read()) - before;
}

test('imports during the last attempts leave no repeating job, and the workflow completes', async () => {
  await givenRunning(world, 'ends', configYaml({ teff: ['20000', '20500', '21000'] }));
  await givenRunning(world, 'other', configYaml({ logg: ['4.0'] }));
  const tasks: TaskSpec[] = [];
  for (let task = await node.claim(); task !== null; task = await node.claim()) tasks.push(task);
  const [lost] = tasks.filter(({ workflow_name: name }) => name === 'other');
  const last = tasks.filter(({ workflow_name: name }) => name === 'ends');
  const imports = importDistantModels();
  try {
    // The first failed point waits for a seed, so every later import is offered to this point.
    for (const task of last) {
      const before = imports.count();
      await node.fail(task);
      await until(() => imports.count() > before + 30, 'imports to continue');
    }
    // A lost task is reclaimed despite all other work.
    await expireTasks(world, lost?.task_id ?? '');
  } finally {
    await imports.stop();
  }
  await until(async () => (await statusOf(world, 'ends')) === 'completed', 'the workflow to complete');
  // A sweep runs a few jobs of a few transactions each. A repeating job would write hundreds.
  await until(async () => (await writesOfOneSweep()) < 100, 'background work to finish');
  expect(await world.sql('select from seed where fit and not released')).toEqual([]);
});

test('lost tasks are reclaimed while all slots for on-demand jobs are in use', async () => {
  await givenRunning(world, 'held', configYaml());
  const task = await node.claimSoon();
  const names = Array.from({ length: 6 }, (_, index) => `long-${index}`);
  // While this lock is held, no expansion makes progress.
  const rows = await lockRows(world, 'lock table expansion_chunk in share mode');
  try {
    for (const name of names) {
      await givenWorkflow(world, name, configYaml());
      await world.admin('post', `/api/workflows/${name}/start`).expect(200);
    }
    await rows.untilBlocked(4);
    await expireTasks(world, task.task_id);
  } finally {
    await rows.release();
  }
  for (const name of names)
    await until(async () => (await statusOf(world, name)) === 'running', `${name} to be initialised`);
});
