import { expect, test } from '@jest/globals';
import type { Outliers, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { convergeWithLines, FALSE_CORE, givenFalseCore } from './false-core.ts';
import { importResult } from './imports.ts';
import { reproduce, reproductions } from './reproduction-calls.ts';
import { useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');

async function outliers(): Promise<Outliers> {
  const { body } = await world.admin('get', '/api/workflows/w/outliers').expect(200);
  return (body as { data: Outliers }).data;
}

test('a converged model with a false line core is the first outlier', async () => {
  await givenFalseCore(world, node);
  const found = await until(async () => {
    const now = await outliers();
    return now.finished_at !== null && now.outliers.length === 12 ? now : undefined;
  }, 'the models to be compared');
  const [first, second] = found.outliers;
  expect(first).toMatchObject({ name: FALSE_CORE, check: null, residual: expect.closeTo(0, 6) });
  const parts = first?.parts ?? [];
  const [{ from, to, ...worst } = { from: NaN, to: NaN }] = parts;
  expect(worst).toMatchObject({ quantity: 'lines', product: 'optical', column: null });
  // The emission core is at 4690 Angstrom.
  expect(from).toBeLessThan(4_695);
  expect(to).toBeGreaterThan(4_685);
  expect(parts[0]?.residual).toBeGreaterThan(0.1);
  expect(parts.map(({ quantity }) => quantity).toSorted()).toEqual([
    'column_mass',
    'continuum',
    'electron_density',
    'lines',
    'temperature',
  ]);
  expect(parts[0]?.times_median).toBeGreaterThan(5 * (second?.parts[0]?.times_median ?? NaN));
});

test('a run from a neighbour that finds another solution marks the outlier', async () => {
  // The node that computed the model may run this reproduction, because the reproduction has another start.
  const asked = await reproduce(world, [FALSE_CORE], 'w', 'neighbour');
  expect(asked).toMatchObject({ requested: [{ point_name: FALSE_CORE }], refused: [] });
  const task = (await node.claim()) as TaskSpec;
  expect(task).toMatchObject({
    point_name: FALSE_CORE,
    task_type: 'seed_step',
    seed_point_name: expect.stringMatching(/^t/),
  });
  expect(task.atmosphere_config.strategies).toEqual(['seed_step']);
  expect(task.seed_point_name).not.toBe(FALSE_CORE);
  await convergeWithLines(node, task);
  const check = await until(async () => {
    const [run] = await reproductions(world, '?status=compared');
    return run;
  }, 'the comparison');
  expect(check).toMatchObject({ start: 'neighbour', start_point_name: task.seed_point_name, disagrees: true });
  const [marked] = (await outliers()).outliers;
  expect(marked).toMatchObject({
    name: FALSE_CORE,
    check: { id: check.id, start: 'neighbour', status: 'compared', disagrees: true },
  });
});

const GOOD = 't31250_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';

test('a run from a neighbour that finds the same solution agrees', async () => {
  await reproduce(world, [GOOD], 'w', 'neighbour');
  await convergeWithLines(node, (await node.claim()) as TaskSpec);
  const [agrees] = await until(async () => {
    const found = await reproductions(world, `?status=compared&point=${GOOD}`);
    return found.length > 0 ? found : undefined;
  }, 'the comparison');
  expect(agrees).toMatchObject({ disagrees: false, difference: { problems: [] } });
});

test('a cold start is refused for a model from a cold run', async () => {
  expect(await reproduce(world, [FALSE_CORE], 'w', 'cold')).toEqual({
    requested: [],
    refused: [{ point_name: FALSE_CORE, reason: expect.stringContaining('cold run') }],
  });
});

test('a point that is computed again may start from the neighbour of an earlier check', async () => {
  const [{ start_point_name: start } = { start_point_name: null }] = await reproductions(world, `?point=${FALSE_CORE}`);
  const path = `/api/workflows/w/points/${FALSE_CORE}/judgements`;
  await world.admin('post', path).send({ kind: 'rejected', note: 'a false core' }).expect(200);
  await world.admin('post', '/api/workflows/w/points/rearm').send({ point: FALSE_CORE }).expect(200);
  await node.fail(await node.claimSoon());
  expect(await node.claimSoon()).toMatchObject({ point_name: FALSE_CORE, seed_point_name: start });
});

test('a run does not start from a neighbour that was rejected since the request', async () => {
  await reproduce(world, [GOOD], 'w', 'neighbour');
  const [{ start_point_name: start } = { start_point_name: null }] = await reproductions(world);
  // A new version of a rejected model is not used in its place.
  await importResult(world, { name: String(start), seed: 'another version' }).expect(200);
  const path = `/api/workflows/w/points/${start}/judgements`;
  await world.admin('post', path).send({ kind: 'rejected', note: 'T rises outward' }).expect(200);
  expect(await node.claim()).toBeNull();
  expect((await reproductions(world))[0]).toMatchObject({
    status: 'failed',
    error: `the model of ${start} that it started from is no longer stored`,
  });
});
