import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Judgement, JudgeReply, JudgeRequest } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { importArchive, requestArchive } from './archives.ts';
import { importResult } from './imports.ts';
import { COLD, download, NEIGHBOUR, POINT, runAgain } from './model-calls.ts';
import { deleteWorkflows, detailOf, useCleanGrid } from './point-detail.ts';
import { configYaml, givenRunning, pointsOf, statusOf, useNode, useWorld } from './world.ts';

const TWO = { loghe: ['-1.0', '0.0'] };

const world = useWorld();
const node = useNode(world, 'n1');
useCleanGrid(world);

async function judge(point: string, request: JudgeRequest): Promise<JudgeReply> {
  const { body } = await world.admin('post', `/api/workflows/w/points/${point}/judgements`).send(request).expect(200);
  return (body as { data: JudgeReply }).data;
}

async function refusedJudgement(point: string, request: object, status: number): Promise<string> {
  const { body } = await world
    .admin('post', `/api/workflows/w/points/${point}/judgements`)
    .send(request)
    .expect(status);
  return (body as { message: string }).message;
}

async function judgements(query = ''): Promise<Judgement[]> {
  const { body } = await world.admin('get', `/api/workflows/w/judgements${query}`).expect(200);
  return (body as { data: { judgements: Judgement[] } }).data.judgements;
}

async function rearm(point: string): Promise<void> {
  const { body } = await world.admin('post', '/api/workflows/w/points/rearm').send({ point }).expect(200);
  expect(body).toMatchObject({ data: { matched: 1, rearmed: 1 } });
}

async function countsOf(): Promise<unknown> {
  const { body } = await world.admin('get', '/api/workflows/w/stats').expect(200);
  const { converged, failed, total, cold_run_converged: cold } = (body as { data: Record<string, number> }).data;
  return { converged, failed, total, cold };
}

/**
 * Creates a workflow with one converged and one queued point. The workflow's policy applies only to results of earlier
 * runs.
 */
async function givenConverged(): Promise<void> {
  await givenRunning(world, 'w', configYaml(TWO, 'atmosphere: {policy: force_recompute}'));
  await node.converge(await node.claimSoon(), 'a bad model');
}

const BAD = hash('sha256', 'a bad model', 'hex');
const reject: JudgeRequest = { kind: 'rejected', note: 'T rises outward' };
const accept: JudgeRequest = { kind: 'accepted', note: 'it was right' };

describe('a rejected model', () => {
  test('can be downloaded by its version, its point fails, and its node, note and time are recorded', async () => {
    await givenConverged();
    const { judgement, status } = await judge(POINT, { ...reject, version: BAD.slice(0, 8) });
    expect(status).toBe('failed');
    expect((await detailOf(world, 'w', POINT)).point).toMatchObject({
      status: 'failed',
      success_method: null,
      last_error: 'its model was rejected: T rises outward',
    });
    expect(await countsOf()).toEqual({ converged: 0, failed: 1, total: 2, cold: 0 });
    await world.admin('get', `/api/seed/${POINT}?workflow=w`).expect(404);
    const { body } = await world.admin('get', `/api/seed/${POINT}?version=${judgement.sha256}`).expect(200);
    expect((body as Buffer).toString()).toBe('a bad model');
    expect(await judgements()).toEqual([
      {
        id: expect.any(Number),
        point_name: POINT,
        kind: 'rejected',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        note: 'T rises outward',
        judged_by: 'admin',
        judged_at: expect.stringMatching(/^\d{4}-.*Z$/),
        stands: true,
      },
    ]);
  });

  test('starts no other point, but attempts that already use it continue and count', async () => {
    await importResult(world, { name: 'first', params: { loghe: -1.1 } }).expect(200);
    const yaml = configYaml({ loghe: ['-1.0', '0.0', '0.5'] }, 'atmosphere: {strategies: [seed_step]}');
    await givenRunning(world, 'w', yaml);
    const first = await node.claimSoon();
    expect(first.point_name).toBe(POINT);
    await node.converge(first, 'a bad model');
    const second = await node.claimSoon();
    expect(second).toMatchObject({ point_name: NEIGHBOUR, seed_point_name: POINT });
    expect((await judge(POINT, { kind: 'checked', note: 'seen' })).running_from_it).toEqual([]);
    expect((await judge(POINT, reject)).running_from_it).toEqual([NEIGHBOUR]);
    expect(await download(node, POINT)).toBe('a bad model');
    await node.fail(second, 'diverged');
    const third = await node.claimSoon();
    expect(third.seed_point_name).toBe('first');
    await node.converge(third);
    expect((await detailOf(world, 'w', NEIGHBOUR)).point.status).toBe('converged');
  });

  test('counts as a failure if recomputed byte for byte, and the next strategy follows', async () => {
    await givenConverged();
    await judge(POINT, reject);
    await node.converge(await node.claimSoon());
    await rearm(POINT);
    const again = await node.claimSoon();
    expect(again).toMatchObject({ point_name: POINT, task_type: 'cold_run' });
    await node.converge(again, 'a bad model');
    expect((await detailOf(world, 'w', POINT)).point.last_error).toMatch(
      /identical to a model that an administrator rejected/,
    );
    const seeded = await node.claimSoon();
    expect(seeded).toMatchObject({ point_name: POINT, task_type: 'seed_step', seed_point_name: NEIGHBOUR });
    await node.converge(seeded, 'a good model');
    expect((await detailOf(world, 'w', POINT)).point).toMatchObject({
      status: 'converged',
      success_method: 'seed_step',
    });
    expect(await until(async () => (await statusOf(world, 'w')) === 'completed')).toBe(true);
  });

  test('is replaced by an older version of the same chain, which becomes a seed again', async () => {
    await givenRunning(world, 'w', configYaml());
    await node.converge(await node.claimSoon(), 'the older model');
    await runAgain(world, 'w', configYaml({}, 'atmosphere: {policy: force_recompute}'));
    expect(await refusedJudgement(POINT, reject, 409)).toMatch(/is queued: only/);
    await node.converge(await node.claimSoon(), 'a bad model');
    await judge(POINT, reject);
    const { body } = await world.admin('get', `/api/seed/${POINT}`).expect(200);
    expect((body as Buffer).toString()).toBe('the older model');
  });

  test('can be accepted again, which restores its point', async () => {
    await givenConverged();
    const before = await pointsOf(world, 'w');
    const counts = await countsOf();
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    const { judgement } = await judge(POINT, reject);
    expect((await judge(POINT, accept)).status).toBe('converged');
    expect(await statusOf(world, 'w')).toBe('paused');
    expect(await pointsOf(world, 'w')).toEqual(before);
    expect(await countsOf()).toEqual(counts);
    const { body } = await world.admin('get', `/api/seed/${POINT}`).expect(200);
    expect((body as Buffer).toString()).toBe('a bad model');
    expect(await judgements()).toMatchObject([
      { kind: 'accepted', stands: false, sha256: judgement.sha256 },
      { kind: 'rejected', stands: false },
    ]);
    expect(await judgements('?stands=true')).toEqual([]);
    expect(await refusedJudgement(POINT, accept, 409)).toMatch(/no model of point .* is rejected/);
  });

  test('can be accepted again next to a newer model of its point, which stays current', async () => {
    await givenConverged();
    await judge(POINT, reject);
    await rearm(POINT);
    await node.converge(await node.claimSoon(), 'a good model');
    await judge(POINT, accept);
    const { body } = await world.admin('get', `/api/seed/${POINT}?workflow=w`).expect(200);
    expect((body as Buffer).toString()).toBe('a good model');
    expect((await detailOf(world, 'w', POINT)).point.status).toBe('converged');
  });

  test('is accepted by its version if the point has several rejected models', async () => {
    await givenConverged();
    await judge(POINT, reject);
    await rearm(POINT);
    await node.converge(await node.claimSoon(), 'another bad model');
    await judge(POINT, reject);
    expect((await judge(POINT, { ...accept, version: BAD.slice(0, 8) })).judgement.sha256).toBe(BAD);
    expect((await detailOf(world, 'w', POINT)).point.status).toBe('failed');
  });
});

describe('an accepted model', () => {
  const WITH_SPECTRUM = 'spectrum: {enabled: true}';

  test('from an earlier run gets the spectrum that the current run computes', async () => {
    await givenRunning(world, 'w', configYaml());
    await node.converge(await node.claimSoon(), 'a bad model');
    await judge(POINT, reject);
    expect(await until(async () => (await statusOf(world, 'w')) === 'completed')).toBe(true);
    await runAgain(world, 'w', configYaml({}, `atmosphere: {policy: skip_failed}\n${WITH_SPECTRUM}`));
    expect(await until(async () => (await statusOf(world, 'w')) === 'completed')).toBe(true);
    expect((await judge(POINT, accept)).status).toBe('queued');
    expect(await statusOf(world, 'w')).toBe('running');
    const spectrum = await node.claimSoon();
    expect(spectrum).toMatchObject({ point_name: POINT, task_type: 'cold_run', spectrum_config: { enabled: true } });
    await node.report(spectrum, {}).expect(200);
    expect((await detailOf(world, 'w', POINT)).point).toMatchObject({ status: 'converged' });
    expect(await countsOf()).toEqual({ converged: 1, failed: 0, total: 1, cold: 1 });
    expect(await until(async () => (await statusOf(world, 'w')) === 'completed')).toBe(true);
  });

  test('restores a re-armed point that was not claimed yet, and the workflow completes', async () => {
    await givenConverged();
    await node.converge(await node.claimSoon());
    await judge(POINT, reject);
    await rearm(POINT);
    expect((await detailOf(world, 'w', POINT)).point.status).toBe('queued');
    expect((await judge(POINT, accept)).status).toBe('converged');
    expect(await countsOf()).toEqual({ converged: 2, failed: 0, total: 2, cold: 2 });
    expect(await until(async () => (await statusOf(world, 'w')) === 'completed')).toBe(true);
  });

  test('does not affect a point that a node is computing', async () => {
    await givenConverged();
    await node.converge(await node.claimSoon());
    await judge(POINT, reject);
    await rearm(POINT);
    const again = await node.claimSoon();
    expect((await judge(POINT, accept)).status).toBe('running');
    await node.converge(again, 'a good model');
    expect((await detailOf(world, 'w', POINT)).point.status).toBe('converged');
    expect(await countsOf()).toEqual({ converged: 2, failed: 0, total: 2, cold: 2 });
  });
});

test('an accepted model does not replace the failure of a later attempt', async () => {
  await givenRunning(world, 'w', configYaml(TWO, COLD));
  await node.converge(await node.claimSoon(), 'a bad model');
  await node.converge(await node.claimSoon());
  await judge(POINT, reject);
  await rearm(POINT);
  await node.fail(await node.claimSoon(), 'diverged since');
  expect((await judge(POINT, accept)).status).toBe('failed');
  expect(await statusOf(world, 'w')).toBe('completed');
  expect((await detailOf(world, 'w', POINT)).point).toMatchObject({ status: 'failed', last_error: 'diverged since' });
  // The accepted model is a seed again.
  expect(await download(node, POINT)).toBe('a bad model');
});

describe('an import', () => {
  const archiveOf = async () => {
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    return (await requestArchive(world.url, 'w')).bytes;
  };

  test('contains a rejected model that can be accepted', async () => {
    await givenConverged();
    await judge(POINT, reject);
    const archive = await archiveOf();
    await deleteWorkflows(world);
    await world.sql('delete from current_model');
    await world.sql('delete from model');
    expect(await importArchive(world, archive)).toMatchObject({ status: 'done', workflow: 'w' });
    expect((await detailOf(world, 'w', POINT)).point.status).toBe('failed');
    expect((await judge(POINT, accept)).status).toBe('converged');
  });

  test('of an earlier version contains a rejected model without its record, which can be accepted for other points', async () => {
    await givenConverged();
    await judge(POINT, reject);
    await world.sql('delete from judgement');
    expect((await judge(POINT, accept)).status).toBe('failed');
    const seed = await world.admin('get', `/api/seed/${POINT}`).expect(200);
    expect((seed.body as Buffer).toString()).toBe('a bad model');
  });

  test('leaves a point converged when only an older version of its model was rejected here', async () => {
    await givenRunning(world, 'w', configYaml());
    await node.converge(await node.claimSoon(), 'the older model');
    await runAgain(world, 'w', configYaml({}, 'atmosphere: {policy: force_recompute}'));
    await node.converge(await node.claimSoon(), 'the newer model');
    const { bytes } = await requestArchive(world.url, 'w');
    await deleteWorkflows(world);
    await world.sql('delete from current_model');
    await world.sql('delete from model');
    await givenRunning(world, 'here', configYaml());
    await node.converge(await node.claimSoon(), 'the older model');
    await world.admin('post', `/api/workflows/here/points/${POINT}/judgements`).send(reject).expect(200);
    expect(await importArchive(world, bytes)).toMatchObject({ status: 'done' });
    expect((await detailOf(world, 'w', POINT)).point).toMatchObject({ status: 'converged', last_error: null });
    expect(await judgements()).toEqual([]);
    expect(await download(node, POINT)).toBe('the newer model');
  });
});

test('a check is recorded and listed until it is removed or the point is recomputed', async () => {
  await givenConverged();
  const check = { kind: 'checked', note: 'compared with the literature' } as const;
  expect(await judge(POINT, check)).toMatchObject({
    status: 'converged',
    judgement: { stands: true, judged_by: 'admin' },
  });
  await judge(NEIGHBOUR, check);
  expect(await judgements('?stands=true&kind=checked')).toMatchObject([
    { point_name: NEIGHBOUR, sha256: null },
    { point_name: POINT, sha256: expect.any(String) },
  ]);
  await node.converge(await node.claimSoon());
  expect(await judgements('?stands=true')).toMatchObject([{ point_name: POINT }]);
  await judge(POINT, { kind: 'unchecked', note: 'the wrong paper' });
  expect(await judgements('?stands=true')).toEqual([]);
  const [newest] = await judgements('?limit=1');
  expect(newest).toMatchObject({ kind: 'unchecked' });
  expect(await judgements(`?before=${newest?.id}&point=${POINT}`)).toMatchObject([{ kind: 'checked', stands: false }]);
  expect(await refusedJudgement(POINT, { kind: 'unchecked', note: 'again' }, 409)).toMatch(/not marked as checked/);
});

test('refuses judgements without a note, of unknown points or versions, and of points without a model', async () => {
  await givenConverged();
  await refusedJudgement(POINT, { kind: 'rejected' }, 400);
  await refusedJudgement(POINT, { kind: 'rejected', note: ' ' }, 400);
  await refusedJudgement(POINT, { kind: 'doubted', note: 'x' }, 400);
  await refusedJudgement('nobody', reject, 404);
  await world.admin('post', `/api/workflows/none/points/${POINT}/judgements`).send(reject).expect(404);
  expect(await refusedJudgement(POINT, { ...reject, version: '00000000' }, 409)).toMatch(
    /not 00000000: look at the new model first/,
  );
  expect(await refusedJudgement(NEIGHBOUR, reject, 409)).toMatch(/queued and has no model/);
  await node.report(await node.claimSoon()).expect(200);
  expect(await refusedJudgement(NEIGHBOUR, reject, 409)).toMatch(/converged and has no model/);
  await world.anyone('get', '/api/workflows/w/judgements').expect(401);
  await world.as(node.token, 'post', `/api/workflows/w/points/${POINT}/judgements`).send(reject).expect(403);
  expect(await judgements()).toEqual([]);
});

test('records only one of two simultaneous rejections', async () => {
  await givenConverged();
  const calls = [1, 2].map(() => world.admin('post', `/api/workflows/w/points/${POINT}/judgements`).send(reject));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await judgements()).toHaveLength(1);
  expect(await countsOf()).toEqual({ converged: 0, failed: 1, total: 2, cold: 0 });
});
