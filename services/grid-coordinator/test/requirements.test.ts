import type { NodeMachine, TaskSpec, WorkflowStats } from '@almagest/contracts/grid';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useCleanWorkflows } from './point-detail.ts';
import { configYaml, givenNode, givenRunning, pointsOf, useWorld, type TestNode } from './world.ts';

const world = useWorld();

const SMALL: NodeMachine = { cores: 4, memory_gb: 32, arch: 'x64', free_disk_gb: 100, tags: ['lines'] };
const LARGE: NodeMachine = { cores: 16, memory_gb: 128, arch: 'x64', free_disk_gb: 100, tags: ['gpu'] };
const GRID = { teff: ['20000', '21000', '22000', '23000', '24000', '25000'] };

let small: TestNode;
let large: TestNode;
/** A node whose agent reports no machine. */
let old: TestNode;

/** Announces a node with its token, as its agent does at a start. */
async function announce(node: TestNode, machine: NodeMachine | undefined): Promise<void> {
  const body = { node_id: node.id, max_slots: 64, ...(machine === undefined ? {} : { machine }) };
  await world.as(node.token, 'post', '/api/node/register').send(body).expect(200);
}

beforeAll(async () => {
  small = await givenNode(world, 'small');
  large = await givenNode(world, 'large');
  old = await givenNode(world, 'old');
  await announce(small, SMALL);
  await announce(large, LARGE);
});

useCleanWorkflows(world);

async function statsOf(name: string): Promise<WorkflowStats> {
  const { body } = await world.admin('get', `/api/workflows/${name}/stats`).expect(200);
  return (body as { data: WorkflowStats }).data;
}

/** Claims at the same moment, so that the claims share one transaction. */
async function claimTogether(nodes: readonly TestNode[]): Promise<(TaskSpec | null)[]> {
  return await Promise.all(nodes.map((node) => node.claim()));
}

describe('requirements of a workflow', () => {
  test('nodes get only tasks whose requirements they meet, alone and together', async () => {
    await givenRunning(world, 'big', configYaml(GRID, 'requirements: {memory_gb: 64, cores: 8, tags: [gpu]}\n'));
    await large.claimSoon();
    expect(await small.claim()).toBeNull();
    expect(await old.claim()).toBeNull();
    await givenRunning(world, 'any', configYaml(GRID));
    const tasks = await claimTogether([small, large, old, small, large, old]);
    const names = tasks.map((task) => task?.workflow_name);
    expect([names[0], names[2], names[3], names[5]]).toEqual(['any', 'any', 'any', 'any']);
    expect(['any', 'big']).toContain(names[1]);
    expect(new Set(tasks.map((task) => task?.task_id)).size).toBe(6);
  });

  test('all points of a workflow with requirements are handed out by the nodes that fit', async () => {
    await givenRunning(world, 'big', configYaml(GRID, 'requirements: {arch: x64, cores: 8}\n'));
    const [first, ...others] = [
      await large.claimSoon(),
      ...(await claimTogether([small, large, large, large, large, large])),
    ];
    const names = [first, ...others].flatMap((task) => task?.point_name ?? []);
    expect(new Set(names).size).toBe(6);
    expect(others[0]).toBeNull();
    expect(await large.claim()).toBeNull();
  });

  test('an agent that reports another machine gets the tasks that fit the new machine', async () => {
    await givenRunning(world, 'big', configYaml(GRID, 'requirements: {memory_gb: 64}\n'));
    await announce(old, { ...LARGE, tags: [] });
    await old.claimSoon();
    await announce(old, undefined);
    expect(await old.claim()).toBeNull();
  });
});

describe('requirements of a stage', () => {
  test('a node that fits only the spectrum gets points whose atmosphere is computed', async () => {
    const stages =
      'atmosphere: {requirements: {memory_gb: 64}}\nspectrum: {enabled: yes, strategies: [cold_run, cold_run]}\n';
    await givenRunning(world, 'staged', configYaml(GRID, stages));
    const whole = await large.claimSoon();
    expect(await small.claim()).toBeNull();
    await large.report(whole, { status: 'failed', failed_stage: 'spectrum', seed: 'model' }).expect(200);
    const alone = await small.claimSoon();
    expect(alone).toMatchObject({ point_name: whole.point_name, atmosphere_ref: whole.point_name });
    expect(await small.claim()).toBeNull();
    // The point that the small node could not take is still queued for the large node.
    expect(await large.claim()).not.toBeNull();
  });
});

describe('points that no node can take', () => {
  test('statistics and metrics say what the nodes lack, until a node fits', async () => {
    await givenRunning(world, 'huge', configYaml(GRID, 'requirements: {memory_gb: 256}\n'));
    expect(await large.claim()).toBeNull();
    expect((await statsOf('huge')).warnings).toEqual([
      'no node can take 6 queued points: needs 256 GB of memory. The largest node has 128',
    ]);
    expect((await world.anyone('get', '/metrics')).text).toMatch(/^grid_unmatched_points\{workflow="huge"\} 6$/m);
    const [point] = await pointsOf(world, 'huge', '&status=queued');
    const explained = await world.admin('get', `/api/workflows/huge/points/${point?.name}/explain`).expect(200);
    expect((explained.body as { data: { reason: string } }).data.reason).toBe(
      'queued, but no node can take it: needs 256 GB of memory. The largest node has 128',
    );
    await announce(large, { ...LARGE, memory_gb: 512 });
    expect((await statsOf('huge')).warnings).toEqual([]);
    expect((await world.anyone('get', '/metrics')).text).toMatch(/^grid_unmatched_points\{workflow="huge"\} 0$/m);
    await large.claimSoon();
    await announce(large, LARGE);
  });

  test('the list of nodes shows their machines', async () => {
    const { body } = await world.admin('get', '/api/admin/nodes').expect(200);
    const machines = (body as { data: { node_id: string; machine: NodeMachine | null }[] }).data.map(
      ({ node_id: id, machine }) => [id, machine] as const,
    );
    expect(new Map(machines)).toEqual(
      new Map([
        ['large', LARGE],
        ['old', null],
        ['small', SMALL],
      ]),
    );
  });

  test.each([
    ['requirements: {memory: 3}', /requirements\.memory: unknown key/],
    ['requirements: {memory_gb: -1}', /requirements\.memory_gb: must be from 0/],
    ['requirements: {cores: 0}', /requirements\.cores: 0 is outside 1 to 65536/],
    ['spectrum: {requirements: {tags: [a b]}}', /spectrum\.requirements\.tags\[0\]: must be a name/],
    ['atmosphere: {requirements: {arch: "x 64"}}', /atmosphere\.requirements\.arch: must be a name/],
  ])('%s is refused', async (more, message) => {
    const request = { name: 'bad', description: null, config_yaml: configYaml({}, `${more}\n`) };
    const { body } = await world.admin('post', '/api/workflows').send(request).expect(400);
    expect((body as { message: string }).message).toMatch(message);
  });
});
