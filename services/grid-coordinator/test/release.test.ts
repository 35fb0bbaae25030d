import { until } from '@almagest/test-kit/until';
import { afterEach, expect, test } from '@jest/globals';
import { importResult } from './imports.ts';
import { deleteWorkflows, detailOf } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenRunning, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
afterEach(async () => {
  await deleteWorkflows(world);
  await world.sql('delete from current_model');
});

const FROM_ANOTHER_CHAIN = async () => {
  const config = configYaml({ logg: ['5.1'] }).replace('label: lte', 'label: nlte');
  await givenRunning(world, 'other', config);
  const task = await node.claimSoon();
  await node.converge(task);
  return task.point_name;
};
const FROM_BEYOND_THE_EDGE = async () => {
  await importResult(world, { name: 'beyond', params: { teff: 22_000, logg: 5 } }).expect(200);
  return 'beyond';
};

test.each([
  ['comes from another chain of stages', FROM_ANOTHER_CHAIN],
  ['is beyond a class edge', FROM_BEYOND_THE_EDGE],
])('a model that %s releases no waiting point, but a fit model does', async (_what, givenModel) => {
  await givenRunning(
    world,
    'w',
    configYaml({ teff: ['20000'], logg: ['5.5', '5.0'] }, 'difficulty: {class_edges: {teff: [21000]}}'),
  );
  // The easier point stays running, so that the other point waits for its model.
  const easier = await node.claimSoon();
  const harder = await node.claimSoon();
  await node.fail(harder);
  const status = async () => (await detailOf(world, 'w', harder.point_name)).point['status'];
  expect(await status()).toBe('pending');

  const name = await givenModel();
  await until(async () => {
    const [model] = await world.sql<{ released: boolean }>('select released from current_model where name = $1', [
      name,
    ]);
    return model?.released === true;
  }, 'the model to be offered to the points that wait');
  expect(await status()).toBe('pending');

  await importResult(world, { name: 'fits', params: { teff: 20_000, logg: 5.1 } }).expect(200);
  await until(async () => (await status()) === 'queued', 'the point to be released');
  await node.converge(easier);
});

test('offers a model from the last report to failed points before the workflow completes', async () => {
  const config = configYaml({ logg: ['5.5', '5.0'] }, 'atmosphere: {strategies: [seed_step]}');
  await importResult(world, { name: 'first', params: { logg: 5.6 } }).expect(200);
  await givenRunning(world, 'w', config);
  const last = await node.claimSoon();
  const failed = await node.claimSoon();
  await node.fail(failed);
  expect((await detailOf(world, 'w', failed.point_name)).point).toMatchObject({ status: 'failed' });

  const rows = await lockRows(world, `select from workflow where name = 'w' for update`);
  const reported = node.fail(last);
  await rows.untilBlocked(1);
  // The job that offers models waits for the workflow after the report. The job started before the fitting model
  // existed.
  await importResult(world, { name: 'beyond', params: { teff: 60_000 } }).expect(200);
  await rows.untilBlocked(2);
  await importResult(world, { name: 'second', params: { logg: 5.1 } }).expect(200);
  await rows.release();
  await reported;
  expect(await statusOf(world, 'w')).toBe('running');
  expect(await node.claimSoon()).toMatchObject({ point_name: failed.point_name, seed_point_name: 'second' });
});
