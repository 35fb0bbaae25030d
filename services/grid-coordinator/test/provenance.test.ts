import { hash } from 'node:crypto';
import type { Provenance, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { importResult } from './imports.ts';
import { NEIGHBOUR, POINT, runAgain } from './model-calls.ts';
import { useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, start, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
const other = useNode(world, 'n2');
useCleanGrid(world);

const GREY = { agent_version: '0.2.0', engine_name: 'grey', engine_version: '1.5' };

async function provenanceOf(workflow: string, point: string, query = ''): Promise<Provenance> {
  const { body } = await world
    .admin('get', `/api/workflows/${workflow}/points/${point}/provenance${query}`)
    .expect(200);
  return (body as { data: Provenance }).data;
}

/**
 * Computes two points. The first point converges cold. Another node with another engine starts the second point from
 * it.
 */
async function givenSeedStep(yaml: string): Promise<{ cold: TaskSpec; seeded: TaskSpec }> {
  await givenRunning(world, 'w', yaml);
  const cold = await node.claimSoon();
  await node.report(cold, { seed: 'a cold model', ...GREY }).expect(200);
  const hard = await other.claimSoon();
  await other.fail(hard);
  const seeded = await other.claimSoon();
  expect(seeded.seed_point_name).toBe(cold.point_name);
  await other.report(seeded, { seed: 'a seeded model', ...GREY, engine_version: '1.6' }).expect(200);
  return { cold, seeded };
}

const TWO = configYaml({ loghe: ['-1.0', '0.0'] }, 'atmosphere: {strategies: [cold_run, seed_step]}');

describe('the provenance of a model', () => {
  test('names task, node, agent, engine and configuration, and the same for its seeds down to a cold start', async () => {
    const { cold, seeded } = await givenSeedStep(TWO);
    const { models, ends_with, configurations } = await provenanceOf('w', NEIGHBOUR);
    const configuration = { sha256: hash('sha256', TWO, 'hex'), run: 1, started_at: expect.any(String) };
    expect(ends_with).toBe('cold_start');
    expect(configurations).toEqual({ [configuration.sha256]: TWO });
    expect(models).toMatchObject([
      {
        point_name: NEIGHBOUR,
        version: hash('sha256', 'a seeded model', 'hex'),
        size_bytes: 14,
        lineage: 1,
        fit: true,
        workflow_name: 'w',
        task: {
          task_id: seeded.task_id,
          task_type: 'seed_step',
          node_id: 'n2',
          agent_version: '0.2.0',
          engine: { name: 'grey', version: '1.6' },
          elapsed_sec: 10,
          claimed_at: expect.any(String),
          completed_at: expect.any(String),
        },
        configuration,
      },
      {
        point_name: POINT,
        version: hash('sha256', 'a cold model', 'hex'),
        lineage: 0,
        task: { task_id: cold.task_id, task_type: 'cold_run', node_id: 'n1', engine: { name: 'grey', version: '1.5' } },
        configuration,
      },
    ]);
  });

  test('is available for any version, with the configuration at its claim', async () => {
    const first = configYaml({}, 'note: first');
    await givenRunning(world, 'w', first);
    const task = await node.claimSoon();
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    await runAgain(world, 'w', configYaml({}, 'note: second'));
    await node.report(task, { seed: 'claimed before the second start' }).expect(200);
    const third = configYaml({}, 'note: third\natmosphere: {policy: force_recompute}');
    await runAgain(world, 'w', third);
    await node.converge(await node.claimSoon(), 'the newest');
    const newest = await provenanceOf('w', POINT);
    expect(newest.models[0]).toMatchObject({ configuration: { run: 2 } });
    expect(Object.values(newest.configurations)).toEqual([third]);
    const version = hash('sha256', 'claimed before the second start', 'hex');
    const before = await provenanceOf('w', POINT, `?version=${version.slice(0, 10)}`);
    expect(before.models[0]).toMatchObject({ version, configuration: { run: 1 } });
    expect(Object.values(before.configurations)).toEqual([first]);
  });

  test('outlives the workflow that made its seed', async () => {
    await givenRunning(world, 'gone', configYaml());
    await node.report(await node.claimSoon(), { seed: 'of a deleted workflow', ...GREY }).expect(200);
    await world.admin('delete', '/api/workflows/gone').expect(200);
    await until(async () => (await world.sql('select from task')).length === 0, 'its tasks to be removed');
    await givenRunning(world, 'w', configYaml({ loghe: ['0.0'] }, 'atmosphere: {strategies: [seed_step]}'));
    await node.converge(await node.claimSoon(), 'a seeded model');
    const { models, configurations } = await provenanceOf('w', NEIGHBOUR);
    expect(models[1]).toMatchObject({
      point_name: POINT,
      workflow_name: 'gone',
      task: { node_id: 'n1', agent_version: '0.2.0', engine: { name: 'grey', version: '1.5' }, task_type: null },
      configuration: { run: 1 },
    });
    expect(Object.values(configurations)).toContain(configYaml());
  });

  test('ends at an import, without further history', async () => {
    await importResult(world, { name: POINT, workflow: 'w' }).expect(200);
    const { models, ends_with } = await provenanceOf('w', POINT);
    expect(ends_with).toBe('import');
    expect(models).toMatchObject([{ point_name: POINT, task: null, configuration: null, workflow_name: 'w' }]);
  });

  test('is unknown if no program name was given or the name cannot be stored', async () => {
    await givenRunning(world, 'w', configYaml());
    const strange = { agent_version: '0.2\0.0', engine_name: `e${'x'.repeat(5_000)}`, engine_version: '\ud800' };
    await node.report(await node.claimSoon(), { seed: 'a model', ...strange }).expect(200);
    const { models } = await provenanceOf('w', POINT);
    expect(models[0]?.task?.agent_version).toBe('0.2.0');
    expect(models[0]?.task?.engine?.name).toHaveLength(200);
    await world.admin('put', '/api/workflows/w').send({
      name: 'w',
      description: null,
      config_yaml: configYaml({}, 'atmosphere: {policy: force_recompute}'),
    });
    await start(world, 'w');
    await node.converge(await node.claimSoon(), 'of a silent node');
    expect((await provenanceOf('w', POINT)).models[0]?.task).toMatchObject({ agent_version: null, engine: null });
  });

  test('returns 404 for a point without a model, and an unknown point, version or workflow', async () => {
    await givenRunning(world, 'w', configYaml());
    const ask = (path: string) => world.admin('get', `/api/workflows/${path}/provenance`);
    expect((await ask(`w/points/${POINT}`).expect(404)).body).toMatchObject({
      message: `workflow w has no model of ${POINT}`,
    });
    await ask(`w/points/nowhere`).expect(404);
    await ask(`v/points/${POINT}`).expect(404);
    await world.admin('get', `/api/workflows/w/points/${POINT}/provenance?version=${'0'.repeat(64)}`).expect(404);
    await world.admin('get', `/api/workflows/w/points/${POINT}/provenance?version=xyz`).expect(400);
    await world.as(node.token, 'get', `/api/workflows/w/points/${POINT}/provenance`).expect(403);
  });
});
