import { expect, test } from '@jest/globals';
import type { GridPointParams, Outliers, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { fileOf, handOver, listed, type TestFile } from './artifact-calls.ts';
import { modelText } from './model-texts.ts';
import { reproduce, reproductions } from './reproduction-calls.ts';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const BAD = 't25000_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';
const AXES = { teff: ['20000', '25000', '31250', '39062.5'], logg: ['5.0', '5.5', '6.0'] };
const MORE = `atmosphere: {strategies: [cold_run, seed_step]}
spectrum: {enabled: true, products: [{name: optical}]}`;

const world = useWorld();
const node = useNode(world, 'n1');

/** A sloping continuum with two lines that deepen with gravity. `core`: the height of an emission core in the second. */
function spectrumOf({ teff, logg }: GridPointParams, core = 0): TestFile {
  const rows = Array.from({ length: 400 }, (_, row) => {
    const [narrow, wide] = [(row - 120) / 4, (row - 290) / 6];
    const lines = -0.04 * logg * (Math.exp(-(narrow ** 2)) + Math.exp(-(wide ** 2)));
    const emission = core * Math.exp(-(((row - 290) / 1.5) ** 2));
    return `${4400 + row} ${(teff / 1e4) * (1 - row / 2_000) * Math.exp(lines + emission)}\n`;
  });
  const text = `# 1: wavelength, Angstrom\n# 2: flux, erg cm-2\n${rows.join('')}`;
  return fileOf('optical.txt', text, { kind: 'spectrum', product: 'optical' });
}

async function converge(task: TaskSpec, core: number): Promise<void> {
  const files = [spectrumOf(task.params, core)];
  await handOver(node, task, files);
  await node.report(task, { seed: modelText(task.params), artifacts: listed(files) }).expect(200);
}

async function outliers(): Promise<Outliers> {
  const { body } = await world.admin('get', '/api/workflows/w/outliers').expect(200);
  return (body as { data: Outliers }).data;
}

test('a converged model with a false line core is the first outlier', async () => {
  await givenRunning(world, 'w', configYaml(AXES, MORE));
  for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim())
    await converge(task, task.point_name === BAD ? 0.4 : 0);
  const found = await until(async () => {
    const now = await outliers();
    return now.finished_at !== null && now.outliers.length === 12 ? now : undefined;
  }, 'the models to be compared');
  const [first, second] = found.outliers;
  expect(first).toMatchObject({ name: BAD, check: null, residual: expect.closeTo(0, 6) });
  const parts = first?.parts ?? [];
  const [{ from, to, ...worst } = { from: NaN, to: NaN }] = parts;
  expect(worst).toMatchObject({ quantity: 'lines', product: 'optical', column: null });
  // The core is at 4690.
  expect(from).toBeLessThan(4_695);
  expect(to).toBeGreaterThan(4_685);
  expect(parts[0]?.residual).toBeGreaterThan(0.1);
  expect(parts.map(({ quantity }) => quantity).toSorted()).toEqual([
    'column_mass',
    'continuum',
    'electron_density',
    'lines',
    'temperature',
  ]);
  expect(parts[0]?.times_median).toBeGreaterThan(5 * (second?.parts[0]?.times_median ?? NaN));
});

test('a run from a neighbour that finds another solution marks the outlier', async () => {
  // The only node may run it, because its start is another one.
  const asked = await reproduce(world, [BAD], 'w', 'neighbour');
  expect(asked).toMatchObject({ requested: [{ point_name: BAD }], refused: [] });
  const task = (await node.claim()) as TaskSpec;
  expect(task).toMatchObject({ point_name: BAD, task_type: 'seed_step', seed_point_name: expect.stringMatching(/^t/) });
  expect(task.atmosphere_config.strategies).toEqual(['seed_step']);
  expect(task.seed_point_name).not.toBe(BAD);
  await converge(task, 0);
  const check = await until(async () => {
    const [run] = await reproductions(world, '?status=compared');
    return run;
  }, 'the comparison');
  expect(check).toMatchObject({ start: 'neighbour', start_point_name: task.seed_point_name, disagrees: true });
  const [marked] = (await outliers()).outliers;
  expect(marked).toMatchObject({
    name: BAD,
    check: { id: check.id, start: 'neighbour', status: 'compared', disagrees: true },
  });
});

test('a run from a neighbour that finds the same solution agrees', async () => {
  const good = 't31250_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';
  await reproduce(world, [good], 'w', 'neighbour');
  await converge((await node.claim()) as TaskSpec, 0);
  const [agrees] = await until(async () => {
    const found = await reproductions(world, `?status=compared&point=${good}`);
    return found.length > 0 ? found : undefined;
  }, 'the comparison');
  expect(agrees).toMatchObject({ disagrees: false, difference: { problems: [] } });
});

test('a cold start is refused for a model from a cold run', async () => {
  expect(await reproduce(world, [BAD], 'w', 'cold')).toEqual({
    requested: [],
    refused: [{ point_name: BAD, reason: expect.stringContaining('cold run') }],
  });
});
