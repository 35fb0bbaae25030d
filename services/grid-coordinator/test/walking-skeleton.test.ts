import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { configYaml, givenNode, givenRunning, pointsOf, statusOf, useWorld } from './world.ts';

const world = useWorld();

test('a workflow is expanded, computed, seeded and completed', async () => {
  await givenRunning(world, 'first', configYaml({ teff: ['20000', '22000'], logg: ['5.0', '5.5'] }));
  const node = await givenNode(world, 'n1');
  const easiest = await node.claimSoon();
  expect(easiest).toMatchObject({ point_name: 't20000_g5.5_he-1.0_c-4.0_n-4.0_o-4.0', wave: 0, task_type: 'cold_run' });
  await node.converge(easiest);
  const second = await node.claimSoon();
  expect(second.wave).toBe(1);
  await node.fail(second);
  const again = await node.claimSoon();
  const seedOf = (task: { seed_point_name: string | null }) => task.seed_point_name;
  const tasks = [again, await node.claimSoon(), await node.claimSoon()];
  expect(await node.claim()).toBeNull();
  const seeded = tasks.find(({ point_name }) => point_name === second.point_name);
  expect(seeded).toMatchObject({ task_type: 'seed_step', seed_point_name: easiest.point_name });
  expect(tasks.filter((task) => seedOf(task) === null)).toHaveLength(2);
  for (const task of tasks) await node.converge(task);
  expect(await statusOf(world, 'first')).toBe('completed');
  const points = await pointsOf(world, 'first');
  expect(points.map(({ status }) => status)).toEqual(['converged', 'converged', 'converged', 'converged']);
  const { body } = await world.admin('get', '/api/workflows/first/stats').expect(200);
  expect(body).toMatchObject({
    data: { total: 4, converged: 4, cold_run_converged: 3, seed_step_converged: 1, avg_point_sec: 10, eta_sec: 0 },
  });
  await until(async () => (await world.anyone('get', `/readyz`)).status === 200);
});
