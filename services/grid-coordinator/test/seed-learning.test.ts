import { afterEach, describe, expect, test } from '@jest/globals';
import type { PointExplanation, TaskSpec } from '@almagest/contracts/grid';
import { importResult } from './imports.ts';
import { deleteWorkflows } from './point-detail.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 200);
afterEach(async () => {
  await deleteWorkflows(world);
  await world.sql('delete from current_model');
});

const SEED_STEP = 'atmosphere: {strategies: [seed_step]}';

describe('a workflow that learns', () => {
  /** Three points of different classes. Each point has a seed one step cooler and a nearer seed with less carbon. */
  const LOGHE = ['-20', '0', '20'];
  const config = (more: string) =>
    configYaml(
      { teff: ['22000'], loghe: LOGHE },
      `${SEED_STEP}\ndifficulty: {class_edges: {loghe: [-10, 10]}, ${more}}`,
    );

  async function givenPairs(): Promise<void> {
    for (const loghe of LOGHE) {
      const at = { teff: 22_000, loghe: Number(loghe) };
      await importResult(world, { name: `cool${loghe}`, params: { ...at, teff: 20_000 } }).expect(200);
      await importResult(world, { name: `poor${loghe}`, params: { ...at, logc: -5.5 } }).expect(200);
    }
  }

  async function explained(point: string): Promise<PointExplanation> {
    const { body } = await world.admin('get', `/api/workflows/w/points/${point}/explain`).expect(200);
    return (body as { data: PointExplanation }).data;
  }

  /** For two of the points, fails attempts from less carbon and converges attempts from cooler seeds. */
  async function teach(): Promise<TaskSpec> {
    const held = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
    expect(held.map(({ seed_point_name: seed }) => seed?.slice(0, 4))).toEqual(['poor', 'poor', 'poor']);
    const [first, second, third] = held as [TaskSpec, TaskSpec, TaskSpec];
    for (const task of [first, second]) await node.fail(task);
    for (const task of [await node.claimSoon(), await node.claimSoon()]) await node.converge(task, '');
    return third;
  }

  /** Claims at a process that has not read the counts before. */
  async function claimElsewhere(): Promise<TaskSpec> {
    const replica = await world.startApi();
    const reply = await fetch(`${replica.url}/api/task/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${node.token}` },
    });
    await replica.stop();
    return ((await reply.json()) as { task: TaskSpec }).task;
  }

  test.each([
    ['learn: yes', 'cool'],
    ['', 'poor'],
  ])('with {%s} chooses the seed %s after such seeds have succeeded', async (more, expected) => {
    await givenPairs();
    await givenRunning(world, 'w', config(more));
    const third = await teach();
    // A returned task says nothing about its seed.
    await world
      .as(node.token, 'post', '/api/task/return')
      .send({ task_id: third.task_id, reason: 'shutdown' })
      .expect(200);
    const { candidates } = await explained(third.point_name);
    expect(candidates.map(({ name }) => name.slice(0, 4))[0]).toBe(expected);
    const histories = new Map(candidates.map(({ name, history }) => [name.slice(0, 4), history]));
    expect(histories.get('cool')).toEqual({
      direction: 'teff-',
      tried: 2,
      converged: 2,
      description: 'attempts from a cooler seed: 2 of 2 succeeded',
    });
    expect(histories.get('poor')?.description).toBe('attempts from a seed with less carbon: 0 of 2 succeeded');
    expect(candidates.every((each) => (each.ranked_distance !== undefined) === (more !== ''))).toBe(true);
    const task = await claimElsewhere();
    expect([task.point_name, task.seed_point_name?.slice(0, 4)]).toEqual([third.point_name, expected]);
  });

  test('counts a seed as good if the atmosphere converged but the spectrum failed', async () => {
    await givenPairs();
    await givenRunning(world, 'w', `${config('learn: yes')}\nspectrum: {enabled: yes}`);
    const task = await node.claimSoon();
    await node.report(task, { status: 'failed', failed_stage: 'spectrum', seed: 'model' }).expect(200);
    expect(
      await world.sql(`select direction, tried::int, converged::int from seed_direction
       where workflow_id = (select id from workflow where name = 'w')`),
    ).toEqual([{ direction: 'logc-', tried: 1, converged: 1 }]);
  });
});
