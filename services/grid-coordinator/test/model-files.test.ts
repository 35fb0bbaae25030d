import { execFileSync } from 'node:child_process';
import { mkdir, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JudgeRequest, PointExplanation } from '@almagest/contracts/grid';
import { importResult } from './imports.ts';
import { COLD, download, NEIGHBOUR, POINT, runAgain, SPECTRUM, sweepFiles } from './model-calls.ts';
import { detailOf, seedOf, useCleanGrid } from './point-detail.ts';
import { lockRows } from './row-locks.ts';
import { configYaml, givenNode, givenRunning, pointsOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1');
useCleanGrid(world);

test('the sweep removes empty folders, but keeps a seed that arrives in one of them', async () => {
  const folder = join(world.dataDir, 'seeds', 't20000_g5.0');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await utimes(folder, 1, 1);
  await sweepFiles(world);
  expect(await readdir(join(world.dataDir, 'seeds'))).not.toContain('t20000_g5.0');
  await importResult(world, { name: POINT, seed: 'after the sweep' }).expect(200);
  expect(await seedOf(world, POINT)).toBe('after the sweep');
});

test('a claim locks no row while it reads a seed file', async () => {
  for (const [name, loghe] of [
    ['slow', -0.9],
    ['next', -0.5],
  ] as const)
    await importResult(world, { name, params: { loghe } }).expect(200);
  const folder = join(world.dataDir, 'seeds');
  const file = join(folder, (await readdir(folder, { recursive: true })).find((path) => path.includes('slow.')) ?? '');
  await rm(file);
  // Reading a named pipe blocks until someone writes to it.
  execFileSync('mkfifo', [file]);
  await world.sql(`update current_model set size_bytes = 0 where name = 'slow'`);
  await givenRunning(world, 'w', configYaml({}, 'atmosphere: {strategies: [seed_step]}'));
  await until(async () => (await world.sql(`select from point where status = 'queued'`)).length === 1);
  const claim = node.claim();
  const pipe = await open(file, 'w');
  await world.sql('select from node for update nowait');
  await world.sql('select from point for update nowait');
  await pipe.close();
  expect(await claim).toMatchObject({ seed_point_name: 'next' });
});

test('an unfit model is counted, listed, explained and re-armed', async () => {
  await givenRunning(world, 'w', configYaml({ loghe: ['-1.0', '0.0'] }, COLD));
  for (const seed of ['fit', 'NaN']) await node.report(await node.claimSoon(), { seed }).expect(200);
  const statsOf = async () =>
    ((await world.admin('get', '/api/workflows/w/stats').expect(200)).body as { data: object }).data;
  expect(await statsOf()).toMatchObject({ converged: 2, unfit: 1 });
  expect((await pointsOf(world, 'w', '&unfit=true')).map(({ name }) => name)).toEqual([NEIGHBOUR]);
  expect((await pointsOf(world, 'w', '&unfit=false')).map(({ name }) => name)).toEqual([POINT]);
  await world.admin('get', '/api/workflows/w/points?unfit=perhaps').expect(400);
  const { body } = await world.admin('get', `/api/workflows/w/points/${NEIGHBOUR}/explain`).expect(200);
  expect(body).toMatchObject({ data: { reason: expect.stringMatching(/NaN/) } });
  const rearm = world.admin('post', '/api/workflows/w/points/rearm').send({ unfit: true });
  expect((await rearm.expect(200)).body).toMatchObject({ data: { matched: 1, rearmed: 1 } });
  expect(await statsOf()).toMatchObject({ converged: 1, cold_run_converged: 1, queued: 1, unfit: 0 });
  await node.converge(await node.claimSoon(), 'fit now');
  expect(await statsOf()).toMatchObject({ converged: 2, unfit: 0 });
});

test('a model whose file is damaged is not replaced by a model of another chain', async () => {
  await givenRunning(world, 'other', configYaml({}, COLD).replace('label: lte', 'label: nlte'));
  await node.converge(await node.claimSoon(), 'of another chain');
  await givenRunning(world, 'w', configYaml({}, COLD));
  await node.converge(await node.claimSoon(), 'a damaged model');
  const [damaged] = await world.sql<{ sha256: string }>('select sha256 from model order by id desc limit 1');
  await rm(join(world.dataDir, 'seeds', 't20000_g5.0', `${POINT}.${damaged?.sha256.slice(0, 16)}.7`));
  await givenRunning(world, 'next', configYaml({ loghe: ['0.0'] }, 'atmosphere: {strategies: [seed_step]}'));
  await until(async () => (await world.sql(`select from point where status = 'queued'`)).length === 1);
  expect(await node.claim()).toBeNull();
  expect(await world.sql('select sha256, fit from current_model where not fit')).toEqual([{ ...damaged, fit: false }]);
});

describe('a disabled node', () => {
  const FILES = 'assets: [atoms/he.dat]';
  beforeAll(async () => {
    await mkdir(join(world.assetsDir, 'atoms'), { recursive: true });
    for (const name of ['atoms/he.dat', 'atoms/c.dat', 'gfVIS99.dat'])
      await writeFile(join(world.assetsDir, name), name);
  });

  test('can finish its current task, including seed and files, but has no other access', async () => {
    const doomed = await givenNode(world, 'doomed');
    const get = (path: string) => world.as(doomed.token, 'get', path);
    await givenRunning(world, 'w', configYaml({}, `${COLD}\n${FILES}`));
    await node.converge(await node.claimSoon(), 'the seed');
    await runAgain(
      world,
      'w',
      configYaml({ loghe: ['-1.0', '0.0'] }, `atmosphere: {strategies: [seed_step]}\n${FILES}`),
    );
    const task = await doomed.claimSoon();
    await importResult(world, { name: 'other' }).expect(200);
    await world.admin('post', '/api/admin/nodes/doomed/disable').expect(200);
    const idle = await givenNode(world, 'idle');
    await world.admin('post', '/api/admin/nodes/idle/disable').expect(200);
    for (const path of [`/api/seed/${POINT}`, '/api/data/file/atoms/he.dat'])
      await world.as(idle.token, 'get', path).expect(403);
    expect(await download(doomed, POINT)).toBe('the seed');
    expect(await download(doomed, POINT, `?version=${String(task['start_version'])}`)).toBe('the seed');
    await get('/api/data/file/atoms/he.dat').expect(200);
    for (const path of ['/api/seed/other', '/api/data/file/atoms/c.dat', '/api/data/linelist'])
      await get(path).expect(403);
    await doomed.report(task, { seed: 'its result' }).expect(200);
    expect(await seedOf(world, NEIGHBOUR)).toBe('its result');
    for (const path of [`/api/seed/${POINT}`, '/api/data/file/atoms/he.dat']) await get(path).expect(403);
  });
});

test('the sweep removes records of a workflow that was deleted during the report', async () => {
  await givenRunning(world, 'w', configYaml({}, COLD));
  await node.report(await node.claimSoon(), { summary_json: '{"name": "kept"}' }).expect(200);
  const root = join(world.dataDir, 'diagnostics');
  // The folder of another test's deleted workflow may still exist.
  const own = (await readdir(root)).find((name) => name.endsWith('-w')) ?? '';
  const id = Number(own.split('-', 1)[0]);
  // Simulates a report that was admitted before the deletion and stores its record afterwards.
  await mkdir(join(root, `${id + 1_000}-gone`, POINT), { recursive: true });
  await writeFile(join(root, `${id + 1_000}-gone`, POINT, 'late.json'), '{}');
  await sweepFiles(world);
  expect(await readdir(root)).toEqual([own]);
  expect((await detailOf(world, 'w', POINT)).conv).toEqual({ name: 'kept' });
});

describe('the diagnostic record of a point', () => {
  const SUMMARY = { stages: [{ label: 'lte', converged: true }] };
  const recordOf = async (attempt: string) => {
    const { body } = await world.admin('get', `/api/workflows/w/points/${POINT}?attempt=${attempt}`).expect(200);
    return (body as { data: { conv: unknown } }).data.conv;
  };

  test('belongs to the attempt that made its model, despite later spectra, and each attempt keeps its own', async () => {
    await givenRunning(world, 'w', configYaml({}, COLD));
    const made = await node.claimSoon();
    await node.report(made, { seed: 'model', max_relc: 3e-4, summary_json: JSON.stringify(SUMMARY) }).expect(200);
    await runAgain(world, 'w', configYaml({}, `${COLD}\n${SPECTRUM}`));
    const passes: string[] = [];
    for (const spectrum_rc of [0, 1]) {
      const task = await node.claimSoon();
      passes.push(task.task_id);
      const ends = spectrum_rc === 0 ? {} : ({ status: 'failed', failed_stage: 'spectrum' } as const);
      await node.report(task, { ...ends, max_relc: null, summary_json: JSON.stringify({ spectrum_rc }) }).expect(200);
      const { point, conv } = await detailOf(world, 'w', POINT);
      expect(conv).toEqual(SUMMARY);
      expect(point.last_max_relc).toBe(3e-4);
      if (spectrum_rc === 0)
        await runAgain(world, 'w', configYaml({}, `${COLD}\n${SPECTRUM}\nspectrum_params: {step: 1}`));
    }
    expect(await Promise.all([made.task_id, ...passes].map(recordOf))).toEqual([
      SUMMARY,
      { spectrum_rc: 0 },
      { spectrum_rc: 1 },
    ]);
    await world
      .admin('get', `/api/workflows/w/points/${POINT}?attempt=00000000-0000-4000-8000-000000000000`)
      .expect(404);
  });

  test('is the last record while the point has no model, and the record of the import after an import with a model', async () => {
    await givenRunning(world, 'w', configYaml({}, 'atmosphere: {strategies: [cold_run, cold_run]}'));
    for (const spelled of ['first', 'second'])
      await node.report(await node.claimSoon(), {
        status: 'failed',
        converged: false,
        summary_json: JSON.stringify({ spelled }),
      });
    expect((await detailOf(world, 'w', POINT)).conv).toEqual({ spelled: 'second' });
    await importResult(world, { name: POINT, workflow: 'w', final_max_relc: 7 }).expect(200);
    expect((await detailOf(world, 'w', POINT)).conv).toMatchObject({ name: POINT, final_max_relc: 7 });
  });
});

const REJECT: JudgeRequest = { kind: 'rejected', note: 'T rises outward' };

describe('of two rejected versions of a model, neither becomes a seed', () => {
  let older: string;

  /** The current model belongs to workflow `w`. The model of `older` has the same chain. */
  beforeEach(async () => {
    await givenRunning(world, 'older', configYaml());
    await node.converge(await node.claimSoon(), 'an older model');
    await givenRunning(world, 'w', configYaml());
    await node.converge(await node.claimSoon(), 'the current model');
    older = `/api/workflows/older/points/${POINT}/judgements`;
  });

  const seedsOf = async (workflow: string) => {
    const { body } = await world.admin('get', `/api/workflows/${workflow}/points/${NEIGHBOUR}/explain`).expect(200);
    return (body as { data: PointExplanation }).data.candidates.map(({ name }) => name);
  };

  test("if one is rejected while the other's file is found damaged", async () => {
    await givenRunning(world, 'next', configYaml({ loghe: ['0.0'] }, 'atmosphere: {strategies: [seed_step]}'));
    await until(async () => (await world.sql(`select from point where status = 'queued'`)).length === 1);
    expect(await seedsOf('next')).toEqual([POINT]);
    const [current] = await world.sql<{ sha256: string }>('select sha256 from current_model');
    const sha256 = current?.sha256 ?? '';
    await rm(join(world.dataDir, 'seeds', 't20000_g5.0', `${POINT}.${sha256.slice(0, 16)}.7`));
    const locked = await lockRows(world, 'select from model where sha256 = $1 for update', [sha256]);
    const claim = node.claim();
    await locked.untilBlocked(1);
    const rejection = world.admin('post', older).send(REJECT);
    // The rejection waits for the claim, or completes before the claim continues.
    const rejected = rejection.then((answer) => answer.status);
    await Promise.race([rejected, locked.untilBlocked(2)]);
    await locked.release();
    expect(await rejected).toBe(200);
    await claim;
    expect(await seedsOf('next')).toEqual([]);
  });

  test('if both are rejected', async () => {
    await givenRunning(world, 'next', configYaml({ loghe: ['0.0'] }, 'atmosphere: {strategies: [seed_step]}'));
    const locked = await lockRows(world, 'select from current_model for update');
    const first = world
      .admin('post', `/api/workflows/w/points/${POINT}/judgements`)
      .send(REJECT)
      .then(({ status }) => status);
    await locked.untilBlocked(1);
    const second = world
      .admin('post', older)
      .send(REJECT)
      .then(({ status }) => status);
    await Promise.race([second, locked.untilBlocked(2)]);
    await locked.release();
    expect(await Promise.all([first, second])).toEqual([200, 200]);
    expect(await seedsOf('next')).toEqual([]);
  });
});
