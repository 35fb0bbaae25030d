import type {
  GridPointParams,
  ReproduceReply,
  Reproduction,
  ReproductionStart,
  TaskSpec,
} from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { fileOf, handOver, listed, type TestFile } from './artifact-calls.ts';
import { COLD } from './model-calls.ts';
import { modelText } from './model-texts.ts';
import { configYaml, givenRunning, statusOf, type TestNode, type World } from './world.ts';

export const PARAMS: GridPointParams = { teff: 20000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };

/** With this configuration, the second loss fails a point. */
export const ONCE = `${COLD}\nmax_lost_attempts: 2`;

export async function reproduce(
  world: World,
  points: readonly string[],
  workflow = 'w',
  start: ReproductionStart = 'same',
): Promise<ReproduceReply> {
  const { body } = await world
    .admin('post', `/api/workflows/${workflow}/reproductions`)
    .send({ points, start, note: 'before we publish' })
    .expect(200);
  return (body as { data: ReproduceReply }).data;
}

/** Lists reproductions of points, newest first. */
export async function reproductions(world: World, query = ''): Promise<Reproduction[]> {
  const { body } = await world.admin('get', `/api/workflows/w/reproductions${query}`).expect(200);
  return (body as { data: { reproductions: Reproduction[] } }).data.reproductions;
}

export async function compared(world: World): Promise<Reproduction> {
  return await until(async () => (await reproductions(world, '?status=compared'))[0], 'the results to be compared');
}

export const spectrum = (fluxes: readonly number[]): TestFile => {
  const rows = fluxes.map((flux, row) => `${4000 + row} ${flux}\n`);
  return fileOf('spectrum.txt', `# 1: wavelength, Angstrom\n# 2: flux, erg cm-2\n${rows.join('')}`);
};

/** Uploads files and reports a model. */
export async function finish(
  node: TestNode,
  task: TaskSpec,
  model: string,
  files: readonly TestFile[],
  iterations = 12,
): Promise<void> {
  await handOver(node, task, files);
  await node.report(task, { seed: model, artifacts: listed(files), iterations }).expect(200);
}

/** Creates a completed workflow of one point, computed by this node. */
export async function givenComputed(world: World, node: TestNode): Promise<void> {
  await givenRunning(world, 'w', configYaml({}, ONCE));
  await finish(node, await node.claimSoon(), modelText(PARAMS), [spectrum([1, 2, 4])]);
  expect(await statusOf(world, 'w')).toBe('completed');
}
