import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { GridPointRow, JudgeReply, Lineage, PointExplanation, Provenance } from '@almagest/contracts/grid';
import { NEIGHBOUR, POINT } from './model-calls.ts';
import { useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, pointsOf, start, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 64);
useCleanGrid(world);

const FARTHEST = POINT.replace('he-1.0', 'he1.0');
const BAD = hash('sha256', 'a bad model', 'hex');

/**
 * Computes three points. The first point converges cold, the second starts from the first, and the third starts from
 * the second.
 */
async function givenLine(): Promise<void> {
  const chain = 'atmosphere: {strategies: [cold_run, seed_step]}';
  await givenRunning(world, 'w', configYaml({ loghe: ['-1.0', '0.0', '1.0'] }, chain));
  const first = await node.claimSoon();
  const others = [await node.claimSoon(), await node.claimSoon()];
  await node.converge(first, 'a bad model');
  for (const task of others) await node.fail(task);
  const seeded = [await node.claimSoon(), await node.claimSoon()];
  // The farthest point fails before its nearer seed exists.
  for (const task of seeded) if (task.point_name === FARTHEST) await node.fail(task);
  for (const task of seeded) if (task.point_name === NEIGHBOUR) await node.converge(task, 'a seeded model');
  const again = await node.claimSoon();
  expect(again).toMatchObject({ point_name: FARTHEST, seed_point_name: NEIGHBOUR });
  await node.converge(again, 'a model seeded twice');
}

async function get<T>(path: string): Promise<T> {
  return ((await world.admin('get', path).expect(200)).body as { data: T }).data;
}

async function judge(kind: 'rejected' | 'accepted'): Promise<JudgeReply> {
  const { body } = await world
    .admin('post', `/api/workflows/w/points/${POINT}/judgements`)
    .send({ kind, note: 'emission core' })
    .expect(200);
  return (body as { data: JudgeReply }).data;
}

async function marked(query = '&from_rejected=true'): Promise<string[]> {
  return (await pointsOf(world, 'w', query)).map(({ name }) => name).toSorted();
}

const DESCENDANTS = [NEIGHBOUR, FARTHEST].toSorted();

describe('the descendants of a rejected model', () => {
  test('stay in its lineage, which any version of the point can show', async () => {
    await givenLine();
    const before = await get<Lineage>(`/api/workflows/w/points/${POINT}/lineage`);
    expect(before).not.toHaveProperty('rejected');
    await judge('rejected');
    const after = await get<Lineage>(`/api/workflows/w/points/${POINT}/lineage`);
    expect(after).toMatchObject({
      version: BAD,
      rejected: true,
      descendants: before.descendants,
      outcomes: before.outcomes,
      rejected_versions: [{ version: BAD, descendants: 2 }],
    });
    await rearm({ point: POINT });
    await node.converge(await node.claimSoon(), 'a better model');
    const now = await get<Lineage>(`/api/workflows/w/points/${POINT}/lineage`);
    expect(now).toMatchObject({
      version: hash('sha256', 'a better model', 'hex'),
      descendants: [],
      rejected_versions: [{ version: BAD, descendants: 2 }],
    });
    const old = await get<Lineage>(`/api/workflows/w/points/${POINT}/lineage?version=${BAD.slice(0, 8)}`);
    expect(old).toMatchObject({ version: BAD, rejected: true, outcomes: before.outcomes });
    await world.admin('get', `/api/workflows/w/points/${POINT}/lineage?version=00000000`).expect(404);
  });

  test('are counted, listed and marked in rows, lineage, provenance and explanation until it is accepted', async () => {
    await givenLine();
    expect(await marked()).toEqual([]);
    expect((await judge('rejected')).from_rejected).toBe(2);
    expect(await marked()).toEqual(DESCENDANTS);
    expect(await marked('&from_rejected=false')).toEqual([POINT]);
    const rows = (await pointsOf(world, 'w')) as unknown as GridPointRow[];
    expect(
      rows
        .filter((row) => row.from_rejected === true)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(DESCENDANTS);
    expect((await get<Lineage>(`/api/workflows/w/points/${FARTHEST}/lineage`)).ancestors).toMatchObject([
      { point_name: NEIGHBOUR },
      { point_name: POINT, version: BAD, rejected: true },
    ]);
    expect((await get<Provenance>(`/api/workflows/w/points/${FARTHEST}/provenance`)).models.at(-1)).toMatchObject({
      version: BAD,
      rejected: true,
      fit: false,
    });
    const { reason } = await get<PointExplanation>(`/api/workflows/w/points/${FARTHEST}/explain`);
    expect(reason).toMatch(/descends from a rejected model/);
    await judge('accepted');
    expect(await marked()).toEqual([]);
  });

  test('are computed again with one request, which leaves all other points alone', async () => {
    await givenLine();
    await judge('rejected');
    const path = '/api/workflows/w/points/rearm';
    await world.admin('post', path).send({ from_rejected: true, status: 'running' }).expect(400);
    expect(await rearm({ from_rejected: true, dry_run: true })).toEqual({ matched: 2, rearmed: 0 });
    expect(await rearm({ from_rejected: true })).toEqual({ matched: 2, rearmed: 2 });
    const tasks = [await node.claimSoon(), await node.claimSoon()];
    expect(tasks.map(({ point_name: name }) => name).toSorted()).toEqual(DESCENDANTS);
    expect(tasks.map(({ task_type: type }) => type)).toEqual(['cold_run', 'cold_run']);
    expect(await node.claim()).toBeNull();
    for (const task of tasks) await node.converge(task, `cold ${task.point_name}`);
    expect(await marked()).toEqual([]);
    expect(await marked('&status=converged')).toEqual(DESCENDANTS);
  });
});

test('descendants whose spectrum waits or has failed are listed, and their models are computed again', async () => {
  await givenLine();
  const spectra = 'atmosphere: {strategies: [cold_run]}\nspectrum: {enabled: true}';
  const config_yaml = configYaml({ loghe: ['-1.0', '0.0', '1.0'] }, spectra);
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  await start(world, 'w');
  const tasks = [await node.claimSoon(), await node.claimSoon(), await node.claimSoon()];
  for (const task of tasks) if (task.point_name === POINT) await node.report(task).expect(200);
  expect((await judge('rejected')).from_rejected).toBe(2);
  expect(await marked()).toEqual(DESCENDANTS);
  for (const task of tasks)
    if (task.point_name !== POINT) await node.report(task, { status: 'failed', failed_stage: 'spectrum' }).expect(200);
  expect(await marked('&from_rejected=true&status=failed')).toEqual(DESCENDANTS);
  const { reason } = await get<PointExplanation>(`/api/workflows/w/points/${FARTHEST}/explain`);
  expect(reason).toMatch(/^failed: .* Its model descends from a rejected model/);
  expect(await rearm({ from_rejected: true })).toEqual({ matched: 2, rearmed: 2 });
  const again = [await node.claimSoon(), await node.claimSoon()];
  expect(again.map(({ atmosphere_ref: ref }) => ref)).toEqual([null, null]);
});

async function rearm(body: object): Promise<{ matched: number; rearmed: number }> {
  const reply = await world.admin('post', '/api/workflows/w/points/rearm').send(body).expect(200);
  return (reply.body as { data: { matched: number; rearmed: number } }).data;
}
