// Performs every operation on a grid, moves it to a second coordinator, and exports it there again.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactsPage, Reproduction, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import { importArchive, openBag, requestArchive } from '../archives.ts';
import { runAgain } from '../model-calls.ts';
import { modelText } from '../model-texts.ts';
import { compared, finish, reproduce, spectrum } from '../reproduction-calls.ts';
import { dataOf, end, stopsAt } from '../stopped-runs.ts';
import {
  configYaml,
  givenNode,
  givenRunning,
  pointsOf,
  statusOf,
  useWorld,
  type TestNode,
  type World,
} from '../world.ts';

const origin = useWorld();
const other = useWorld();
beforeAll(async () => {
  await mkdir(origin.assetsDir, { recursive: true });
  await givenGrid();
});

const nameOf = (teff: number) => `t${teff}_g5.0_he-1.0_c-4.0_n-4.0_o-4.0`;
const yamlOf = (teff: readonly string[]) =>
  configYaml(
    { teff: [...teff] },
    `atmosphere: {strategies: [cold_run, continue, seed_step], seed: interpolated}
assets: [lines.dat]
artifacts: {default: always}
scheduling: {priority: 2, share: 3, max_slots: 7}
`,
  );

/** Runs each point cold. 22000 then converges from a seed between its neighbours, 26000 by continuing. */
async function computeFirstRun(node: TestNode): Promise<void> {
  const cold: TaskSpec[] = [];
  for (let n = 0; n < 4; n += 1) cold.push(await node.claimSoon());
  const of = (teff: number) => cold.find(({ params }) => params.teff === teff) as TaskSpec;
  await finish(node, of(20000), modelText(of(20000).params), [spectrum([1, 2, 3])]);
  await finish(node, of(24000), modelText(of(24000).params), [spectrum([2, 3, 4])]);
  await end(node, of(26000), stopsAt(0.0044, modelText(of(26000).params, { warmer: 1.01 })));
  const continued = await node.claimSoon();
  expect(continued.task_type).toBe('continue');
  await finish(node, continued, modelText(continued.params), [spectrum([3, 4, 5])]);
  await node.fail(of(22000), 'no convergence in 50 iterations: largest relative change 3.4e-2');
  expect(await node.claim()).toBeNull();
  const seeded = await node.claimSoon();
  expect(seeded).toMatchObject({ task_type: 'seed_step', point_name: nameOf(22000), seed_point_name: nameOf(22000) });
  await finish(node, seeded, modelText(seeded.params, { warmer: 1.001 }), [spectrum([1.5, 2.5, 3.5])]);
  await until(async () => (await statusOf(origin, 'w')) === 'completed', 'the first run to end');
}

async function givenGrid(): Promise<void> {
  const [node, second] = [await givenNode(origin, 'n1'), await givenNode(origin, 'n2')];
  await origin.admin('post', '/api/admin/nodes/n1/quota').send({ admin_max_slots: 9 }).expect(200);
  await writeFile(join(origin.assetsDir, 'lines.dat'), 'lines of 2026');
  await givenRunning(origin, 'w', yamlOf(['20000', '22000', '24000', '26000']));
  await computeFirstRun(node);
  // Later attempts use another line list.
  await writeFile(join(origin.assetsDir, 'lines.dat'), 'lines of 2027');
  await runAgain(origin, 'w', yamlOf(['20000', '22000', '24000', '26000', '28000']));
  await node.converge(await node.claimSoon(), 'an unreadable structure');
  await until(async () => (await statusOf(origin, 'w')) === 'completed', 'the reproduction to end');

  // One reproduction has a difference and one has failed.
  await reproduce(origin, [nameOf(22000)]);
  const repeated = await second.claimSoon();
  await finish(second, repeated, modelText(repeated.params, { warmer: 1.002 }), [spectrum([1.5, 2.5, 3.6])], 13);
  await compared(origin);
  await reproduce(origin, [nameOf(20000)]);
  await second.fail(await second.claimSoon(), 'the temperature diverged');
  const judge = async (teff: number, kind: string) =>
    await origin
      .admin('post', `/api/workflows/w/points/${nameOf(teff)}/judgements`)
      .send({ kind, note: `${kind} — é, "☉"\n=1+1` })
      .expect(200);
  await judge(20000, 'checked');
  await judge(24000, 'rejected');
  await origin.admin('post', '/api/workflows/w/stop');
}

/** Row ids, which differ between databases, and values that depend on the fleet. */
const OWN = new Set(['id', 'eta_sec', 'revision']);
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (OWN.has(key) ? undefined : part)));

test('judged, continued, reproduced and seeded points are identical on the second coordinator, field by field and byte by byte', async () => {
  const archive = (await requestArchive(origin.url, 'w')).bytes;
  expect(await importArchive(other, archive, 10_000)).toMatchObject({ status: 'done', workflow: 'w' });
  const points = await pointsOf(origin, 'w');
  expect(points.map(({ status }) => status).toSorted()).toEqual([
    'converged',
    'converged',
    'converged',
    'converged',
    'failed',
  ]);
  expect(await pointsOf(other, 'w')).toEqual(points);
  const paths = [
    'judgements',
    'failures',
    'stats',
    'reproductions',
    'artifacts',
    'map',
    ...points.flatMap(({ name }) => ['', '/explain', '/provenance', '/lineage'].map((what) => `points/${name}${what}`)),
  ];
  for (const path of paths) {
    const [there, here] = [await read(other, path), await read(origin, path)];
    expect([path, there]).toEqual([path, here]);
  }
  const { reproductions: runs } = await dataOf<{ reproductions: Reproduction[] }>(other, 'w/reproductions');
  expect(runs.map(({ status, difference }) => [status, difference === null])).toEqual([
    ['failed', true],
    ['compared', false],
  ]);
  const { artifacts } = await dataOf<ArtifactsPage>(other, 'w/artifacts');
  const spectra = artifacts.filter(({ kind }) => kind === 'spectrum');
  expect(spectra).toHaveLength(4);
  const again = (await requestArchive(other.url, 'w')).bytes;
  const [first, second] = [openBag(archive, 'w'), openBag(again, 'w')];
  for (const [path, content] of first) expect([path, String(second.get(path))]).toEqual([path, String(content)]);
  expect(again.equals(archive)).toBe(true);
});

async function read(world: World, path: string): Promise<unknown> {
  const { status, body } = await world.admin('get', `/api/workflows/w/${path}`);
  return { status, body: plain(body) };
}
