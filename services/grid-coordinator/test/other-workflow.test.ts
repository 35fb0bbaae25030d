import type { TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import { fileOf, handOver, listed, reportWith } from './artifact-calls.ts';
import { POINT } from './model-calls.ts';
import { expireTasks } from './overdue.ts';
import { configYaml, givenRunning, statusOf, useNode, useWorld, type TestNode } from './world.ts';

const world = useWorld({ env: { HEARTBEAT_TIMEOUT_SEC: '3600' } });
const node = useNode(world, 'n1');
const otherNode = useNode(world, 'n2');

/** Returns a configuration. The two workflows have points with the same names, and models of different chains. */
const config = (label: string) =>
  configYaml(
    { teff: ['20000', '21000', '22000', '23000', '24000'] },
    'atmosphere: {strategies: [cold_run, cold_run]}',
  ).replace('label: lte', `label: ${label}`);

let before: unknown;
beforeAll(async () => {
  await givenRunning(world, 'other', config('other'));
  await useEveryState('other', otherNode);
  await world.admin('post', '/api/workflows/other/stop').expect(200);
  before = await stored('other');
});

async function judge(workflow: string, { point_name: point }: TaskSpec, kind: string): Promise<void> {
  const path = `/api/workflows/${workflow}/points/${point}/judgements`;
  await world.admin('post', path).send({ kind, note: 'looked at' }).expect(200);
}

async function reproduce(workflow: string, task: TaskSpec): Promise<number> {
  const path = `/api/workflows/${workflow}/reproductions`;
  await world
    .admin('post', path)
    .send({ points: [task.point_name] })
    .expect(200);
  const [row] = await world.sql<{ id: number }>(
    'select r.id from reproduction r join workflow w on w.id = workflow_id where w.name = $1',
    [workflow],
  );
  return row?.id ?? 0;
}

/** Leaves a checked, a rejected, a failed, a running and a queued point, uploads and a waiting reproduction. */
async function useEveryState(workflow: string, of: TestNode) {
  const files = (name: string) => [fileOf('spectrum.txt', `${workflow} ${name}`, { kind: 'spectrum' })];
  const [checked, rejected] = [await of.claimSoon(), await of.claimSoon()];
  for (const task of [checked, rejected]) {
    await handOver(of, task, files(task.point_name));
    const seed = `${workflow} ${task.point_name}`;
    await of.report(task, { seed, artifacts: listed(files(task.point_name)) }).expect(200);
  }
  await judge(workflow, checked, 'checked');
  await judge(workflow, rejected, 'rejected');
  const failed = await of.claimSoon();
  await of.fail(failed, 'the engine stopped');
  const again = await of.claimSoon();
  await of.fail(again, 'the engine stopped again');
  const running = await of.claimSoon();
  await handOver(of, running, files('running'));
  return { checked, rejected, failed, running, reproduction: await reproduce(workflow, checked) };
}

/** The tables that requests change. Background jobs change the other tables at any time. */
const TABLES = [
  'point',
  'task',
  'model',
  'judgement',
  'reproduction',
  'artifact',
  'artifact_upload',
  'failure_group',
  'failure_group_node',
  'attempt_count',
  'node_outcome',
];

async function stored(workflow: string): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const table of TABLES)
    rows[table] = await world.sql(
      `select to_jsonb(t) as row from ${table} as t where workflow_id = (select id from workflow where name = $1) order by 1`,
      [workflow],
    );
  const { body } = await world.admin('get', `/api/workflows/${workflow}`).expect(200);
  const { body: stats } = await world.admin('get', `/api/workflows/${workflow}/stats`).expect(200);
  const { body: point } = await world.admin('get', `/api/workflows/${workflow}/points/${POINT}`).expect(200);
  const { attempts } = (point as { data: { attempts: unknown[] } }).data;
  return { ...rows, workflow: body as unknown, stats: stats as unknown, attempts };
}

async function change(method: 'post' | 'delete', path: string, body: object = {}): Promise<void> {
  const sent = world.admin(method, `/api/workflows/w${path}`);
  await (method === 'delete' ? sent : sent.send(body)).expect(200);
  expect([path, await stored('other')]).toEqual([path, before]);
}

test('nothing that happens to a workflow changes another workflow with the same points', async () => {
  for (const table of TABLES) expect((before as Record<string, unknown[]>)[table]).not.toEqual([]);
  await givenRunning(world, 'w', config('lte'));
  const { checked, rejected, running, reproduction } = await useEveryState('w', node);
  expect(await stored('other')).toEqual(before);
  await judge('w', checked, 'unchecked');
  await judge('w', rejected, 'accepted');
  await change('delete', `/reproductions/${reproduction}`);
  await change('post', '/points/rearm');
  await expireTasks(world, running.task_id);
  await change('post', '/scheduling', { priority: 3, max_slots: 1 });
  const task = await node.claimSoon();
  await world.admin('post', `/api/tasks/${task.task_id}/cancel`).send({ hold: true }).expect(200);
  await change('post', '/points/release');
  await reportWith(node, await node.claimSoon(), [fileOf('spectrum.txt', 'late', { kind: 'spectrum' })]);
  await change('post', '/stop');
  await change('post', '/start');
  await until(async () => (await statusOf(world, 'w')) === 'running', 'the workflow to run again');
  const ids = await world.sql<{ id: number }>("select id from workflow where name = 'w'");
  await change('delete', '');
  await until(async () => (await world.sql('select from deleted_workflow')).length === 0, 'the workflow to be purged');
  // Models and configurations outlive their workflow. Background jobs write the other exceptions.
  const tables = await world.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'grid' and column_name = 'workflow_id'
       and table_name not in ('model', 'workflow_start', 'model_residual', 'residual_pass', 'progress_snapshot')`,
  );
  expect(tables.length).toBeGreaterThan(TABLES.length);
  for (const { name } of tables)
    expect([name, await world.sql(`select from ${name} where workflow_id = $1`, [ids[0]?.id])]).toEqual([name, []]);
  expect(await stored('other')).toEqual(before);
});
