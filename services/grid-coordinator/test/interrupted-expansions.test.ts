import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import { until } from '@almagest/test-kit/until';
import type { Locked } from '@almagest/test-kit/row-locks';
import { afterEach, expect, test } from '@jest/globals';
import type { WorkflowStats } from '@almagest/contracts/grid';
import { lockRows } from './row-locks.ts';
import { configYaml, givenWorkflow, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n');
let held: Locked[] = [];
afterEach(async () => {
  for (const rows of held.splice(0)) await rows.release();
});

const COLD = 'atmosphere: {strategies: [cold_run]}';
const numbers = Array.from({ length: 40 }, (_, index) => String(index + 1));

/** A grid with more points than the first chunk of an expansion. */
const LARGE = configYaml({ teff: numbers, logg: numbers }, COLD);
const FIRST_CHUNK = 1_000;

/** Starts a workflow and holds its expansion in the first chunk. */
async function startAndHold(name: string, yaml: string): Promise<Locked> {
  await givenWorkflow(world, name, yaml);
  const table = await lockRows(world, 'lock table expansion_chunk in share mode');
  held = [table];
  await world.admin('post', `/api/workflows/${name}/start`).expect(200);
  await table.untilBlocked(1);
  return table;
}

async function letGo(): Promise<void> {
  for (const rows of held.splice(0)) await rows.release();
}

async function idOf(name: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>('select id from workflow where name = $1', [name]);
  if (row === undefined) throw new Error(`no workflow ${name}`);
  return row.id;
}

/** Waits until no expansion of the workflow is running. */
async function expansionEnds(id: number): Promise<void> {
  const lock = await lockRows(world, `select pg_advisory_xact_lock(${LOCK_KEY})`, [`initialise ${id}`]);
  await lock.release();
}

async function countPoints(id: number): Promise<Record<string, number>> {
  const rows = await world.sql<{ status: string; n: number }>(
    'select status::text, count(*)::int as n from point where workflow_id = $1 group by status',
    [id],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

test.each([
  ['between two chunks', 'changed', LARGE, FIRST_CHUNK],
  ['after its last chunk', 'changed-late', configYaml({}, COLD), 1],
])('an expansion stops %s if its workflow is restarted with another grid', async (_when, name, yaml, retired) => {
  await startAndHold(name, yaml);
  await world.admin('post', `/api/workflows/${name}/stop`).expect(200);
  const config_yaml = configYaml({ teff: ['50001', '50002'] }, COLD);
  await world.admin('put', `/api/workflows/${name}`).send({ name, config_yaml }).expect(200);
  await world.admin('post', `/api/workflows/${name}/start`).expect(200);
  await letGo();
  await until(async () => (await statusOf(world, name)) === 'running', 'the second expansion');
  expect(await countPoints(await idOf(name))).toEqual({ queued: 2, retired });
  expect([(await node.claimSoon()).params.teff, (await node.claimSoon()).params.teff]).toEqual([50_001, 50_002]);
});

test('a start reports the number of points written so far until it has written all', async () => {
  const told = async () => {
    const { body } = await world.admin('get', '/api/workflows/told/stats').expect(200);
    return (body as { data: WorkflowStats }).data.expansion;
  };
  await givenWorkflow(world, 'told', LARGE);
  expect(await told()).toBeUndefined();
  const second = 'insert into expansion_chunk (workflow_id, expansion, chunk) values ($1, 1, 1)';
  held = [await lockRows(world, second, [await idOf('told')])];
  await world.admin('post', '/api/workflows/told/start').expect(200);
  await held[0]?.untilBlocked(1);
  expect(await told()).toEqual({ made: FIRST_CHUNK, total: 1_600 });
  await letGo();
  await until(async () => (await statusOf(world, 'told')) === 'running', 'the expansion');
  expect(await told()).toBeUndefined();
  await world.admin('post', '/api/workflows/told/stop').expect(200);
});

test('an expansion stops after the current chunk when its workflow is paused, and the next start resumes it', async () => {
  await startAndHold('paused', LARGE);
  const id = await idOf('paused');
  await world.admin('post', '/api/workflows/paused/stop').expect(200);
  await letGo();
  await expansionEnds(id);
  expect(await countPoints(id)).toEqual({ queued: FIRST_CHUNK });
  expect(await statusOf(world, 'paused')).toBe('paused');
  expect(await node.claim()).toBeNull();
  await world.admin('post', '/api/workflows/paused/start').expect(200);
  await until(async () => (await statusOf(world, 'paused')) === 'running', 'the second expansion');
  expect(await countPoints(id)).toEqual({ queued: 1_600 });
  // The workflow is not deleted, because the removal would wait for the table that the next test locks.
  await world.admin('post', '/api/workflows/paused/stop').expect(200);
});

test('an expansion paused during its last chunk does not open its workflow', async () => {
  await startAndHold('last', configYaml({}, COLD));
  const id = await idOf('last');
  await world.admin('post', '/api/workflows/last/stop').expect(200);
  await letGo();
  await expansionEnds(id);
  expect(await countPoints(id)).toEqual({ queued: 1 });
  expect(await statusOf(world, 'last')).toBe('paused');
  expect(await node.claim()).toBeNull();
});

test('deleting a workflow during its expansion removes all its points', async () => {
  const table = await startAndHold('deleted', LARGE);
  const id = await idOf('deleted');
  const deletion = world.admin('delete', '/api/workflows/deleted').then(({ status }) => status);
  await table.untilBlocked(2);
  await letGo();
  expect(await deletion).toBe(200);
  await expansionEnds(id);
  await until(
    async () => (await world.sql('select from deleted_workflow where id = $1', [id])).length === 0,
    'the rows to be removed',
  );
  expect(await countPoints(id)).toEqual({});
});

test('expands a grid of physically impossible values like any other, repeatedly', async () => {
  const [hot, light] = [
    ['1', '1e300'],
    ['400', '-400'],
  ];
  await givenWorkflow(world, 'beyond', configYaml({ teff: hot, logg: light, loghe: light, logc: light }, COLD));
  for (const run of [1, 2]) {
    await world.admin('post', '/api/workflows/beyond/start').expect(200);
    await until(async () => (await statusOf(world, 'beyond')) === 'running', `expansion ${run}`);
    await world.admin('post', '/api/workflows/beyond/stop').expect(200);
    expect(await countPoints(await idOf('beyond'))).toEqual({ queued: 16 });
  }
});
