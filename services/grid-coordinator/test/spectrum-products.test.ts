import { describe, expect, test } from '@jest/globals';
import type {
  AddProductReply,
  ArchivedStart,
  GridPointRow,
  InterpolatedSpectrum,
  TaskSpec,
} from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { openBag, requestArchive } from './archives.ts';
import { fileOf, type TestFile } from './artifact-calls.ts';
import { POINT } from './model-calls.ts';
import { modelText } from './model-texts.ts';
import { useCleanGrid } from './point-detail.ts';
import { compared, finish, PARAMS, reproduce } from './reproduction-calls.ts';
import { configYaml, givenRunning, pointsOf, start, statusOf, useNode, useWorld } from './world.ts';

const world = useWorld();
const node = useNode(world, 'n1', 64);
const second = useNode(world, 'n2', 64);
useCleanGrid(world);

const NEXT = POINT.replace('t20000', 't22000');
const optical = '{name: optical, wl_min: 4000}';
const uv = '{name: uv, wl_min: 900, linelist: gfUV.dat}';
const yaml = (products: string, policy = 'skip_converged') =>
  configYaml(
    { teff: ['20000', '22000'] },
    `atmosphere: {strategies: [cold_run]}\nspectrum: {enabled: true, policy: ${policy}, products: [${products}]} # spectra`,
  );

const productsOf = (task: TaskSpec) => task.spectrum_config.products?.map(({ name }) => name);

function filesOf(task: TaskSpec, flux = 1): TestFile[] {
  return (productsOf(task) ?? []).map((product) => {
    const text = `# 1: wavelength, Angstrom\n# 2: flux, erg\n4000 ${flux}\n4001 ${flux}\n`;
    return fileOf(`${product}.txt`, text, { kind: 'spectrum', product: String(product) });
  });
}

const compute = async (task: TaskSpec, by = node, flux = 1) =>
  await finish(by, task, modelText(PARAMS), filesOf(task, flux));

/** Computes a model and an optical spectrum of both points. */
async function givenOptical(): Promise<void> {
  await givenRunning(world, 'w', yaml(optical));
  for (const task of [await node.claimSoon(), await node.claimSoon()]) await compute(task);
  expect(await statusOf(world, 'w')).toBe('completed');
}

async function startWith(config_yaml: string): Promise<TaskSpec[]> {
  await world.admin('put', '/api/workflows/w').send({ name: 'w', config_yaml }).expect(200);
  await start(world, 'w');
  return await node.claimAll();
}

async function add(product: object, more: object = {}): Promise<AddProductReply> {
  const { body } = await world
    .admin('post', '/api/workflows/w/products')
    .send({ product, ...more })
    .expect(200);
  await until(async () => (await statusOf(world, 'w')) !== 'initializing');
  return (body as { data: AddProductReply }).data;
}

describe('a product that is added to the configuration', () => {
  test('is computed from the existing models at the next start, without the others', async () => {
    await givenOptical();
    const tasks = await startWith(yaml(`${optical}, ${uv}`));
    expect(tasks.map((task) => [task.point_name, task.atmosphere_ref, productsOf(task)])).toEqual([
      [POINT, POINT, ['uv']],
      [NEXT, NEXT, ['uv']],
    ]);
    expect(tasks[0]?.spectrum_config.products).toEqual([{ name: 'uv', wl_min: 900, linelist: 'gfUV.dat' }]);
    for (const task of tasks) await compute(task);
    expect(await statusOf(world, 'w')).toBe('completed');
    expect(await startWith(yaml(`${optical}, ${uv}`))).toEqual([]);
  });

  test('is computed again with all others under force_recompute', async () => {
    await givenOptical();
    const tasks = await startWith(yaml(`${optical}, ${uv}`, 'force_recompute'));
    expect(tasks.map(productsOf)).toEqual([
      ['optical', 'uv'],
      ['optical', 'uv'],
    ]);
  });

  test('is known from the artifacts of points of an earlier version', async () => {
    await givenOptical();
    await world.sql('update point set products = null');
    expect((await startWith(yaml(`${optical}, ${uv}`))).map(productsOf)).toEqual([['uv'], ['uv']]);
  });

  test('is computed after a new model together with the others', async () => {
    await givenOptical();
    const [task] = await startWith(
      yaml(`${optical}, ${uv}`).replace('[cold_run]}', '[cold_run], policy: force_recompute}'),
    );
    expect(productsOf(task as TaskSpec)).toEqual(['optical', 'uv']);
  });

  test('can be interpolated like the first product, and must then be named', async () => {
    await givenOptical();
    for (const task of await startWith(yaml(`${optical}, ${uv}`))) await compute(task, node, 3);
    const path = '/api/workflows/w/interpolate/spectrum?teff=21000';
    const read = async (product: string) =>
      ((await world.admin('get', `${path}&product=${product}`).expect(200)).body as { data: InterpolatedSpectrum })
        .data;
    expect((await read('optical')).spectrum).toMatch(/^4000\S* 1/m);
    expect((await read('uv')).spectrum).toMatch(/^4000\S* 3/m);
    const { body } = await world.admin('get', path).expect(400);
    expect((body as { message: string }).message).toMatch(/optical\.txt, uv\.txt\. Choose one with `product`/);
  });

  test('leaves earlier spectra usable while it is computed and after it has failed', async () => {
    await givenOptical();
    const [first, second] = (await startWith(yaml(`${optical}, ${uv}`))) as [TaskSpec, TaskSpec];
    const read = async (product: string, status: number) =>
      (await world.admin('get', `/api/workflows/w/interpolate/spectrum?teff=21000&product=${product}`).expect(status))
        .body as { readonly message: string };
    await read('optical', 200);
    expect((await read('uv', 409)).message).toMatch(/\(running\)/);
    await compute(first);
    await node.report(second, { status: 'failed', failed_stage: 'spectrum' }).expect(200);
    await read('optical', 200);
    expect((await read('uv', 409)).message).toContain(`${second.point_name} (failed)`);
  });

  test('is not read for a point whose model was rejected, and the refusal says so', async () => {
    await givenOptical();
    const judgement = { kind: 'rejected', note: 'emission core' };
    await world.admin('post', `/api/workflows/w/points/${POINT}/judgements`).send(judgement).expect(200);
    const { body } = await world.admin('get', '/api/workflows/w/interpolate/spectrum?teff=21000').expect(409);
    expect((body as { message: string }).message).toContain(`${POINT} (its model was rejected)`);
  });

  test('is listed in the archive with the configurations of all starts, even if it replaces another product', async () => {
    await givenOptical();
    for (const task of await startWith(yaml(uv))) await compute(task);
    const files = openBag((await requestArchive(world.url, 'w')).bytes, 'w');
    expect(files.get('data/configuration.yaml')?.toString()).toBe(yaml(uv));
    const starts = String(files.get('data/rows/starts.jsonl')).trim().split('\n');
    const configurations = starts.map((line) => (JSON.parse(line) as ArchivedStart).config_yaml);
    expect(configurations).toEqual([yaml(optical), yaml(uv)]);
  });

  test('is compared by a reproduction, which computes every spectrum that the model has', async () => {
    await givenOptical();
    for (const task of await startWith(yaml(uv))) await compute(task, node, 3);
    await reproduce(world, [POINT]);
    const task = (await second.claim()) as TaskSpec;
    expect(productsOf(task)).toEqual(['optical', 'uv']);
    await compute(task, second, 3);
    const { difference } = await compared(world);
    expect(difference).toMatchObject({
      problems: [],
      model: { identical: true },
      spectra: [
        { path: 'optical.txt', product: 'optical', identical: false },
        { path: 'uv.txt', product: 'uv', identical: true },
      ],
    });
  });
});

describe('adding a product to all converged points', () => {
  test('saves the product and queues the points for it alone, in the same run', async () => {
    await givenOptical();
    const planned = await add({ name: 'uv', wl_min: 900, linelist: 'on' }, { dry_run: true });
    expect(planned).toMatchObject({ points: 2, queued: false });
    expect(planned.config_yaml).toContain('# spectra');
    expect(await statusOf(world, 'w')).toBe('completed');
    expect(await add({ name: 'uv', wl_min: 900, linelist: 'on' })).toEqual({ ...planned, queued: true });
    const tasks = await node.claimAll();
    expect(tasks.map((task) => task.spectrum_config.products)).toEqual([
      [{ name: 'uv', wl_min: 900, linelist: 'on' }],
      [{ name: 'uv', wl_min: 900, linelist: 'on' }],
    ]);
    for (const task of tasks) await compute(task);
    expect(await statusOf(world, 'w')).toBe('completed');
    const rows = (await pointsOf(world, 'w')) as unknown as GridPointRow[];
    expect(rows.map(({ status, attempt_count: n, spectrum_attempts: of }) => [status, n, of])).toEqual([
      ['converged', 1, 1],
      ['converged', 1, 1],
    ]);
  });

  test('counts points that still lack spectra of another product', async () => {
    await givenOptical();
    await add({ name: 'uv' });
    expect(await add({ name: 'ir' })).toMatchObject({ points: 2, queued: true });
    const tasks = await node.claimAll();
    expect(tasks.map(productsOf)).toEqual([
      ['uv', 'ir'],
      ['uv', 'ir'],
    ]);
    expect(await add({ name: 'radio' })).toMatchObject({ points: 2, queued: true });
  });

  test('does not change failed points', async () => {
    await givenRunning(world, 'w', yaml(optical));
    await compute(await node.claimSoon());
    await node.fail(await node.claimSoon());
    await add({ name: 'uv' });
    expect((await node.claimAll()).map((task) => task.point_name)).toEqual([POINT]);
    expect((await pointsOf(world, 'w')).map(({ status }) => status)).toEqual(['running', 'failed']);
  });

  test('queues a point again whose task was claimed before', async () => {
    await givenRunning(world, 'w', yaml(optical));
    const [claimed, other] = [await node.claimSoon(), await node.claimSoon()];
    await add({ name: 'uv' });
    expect(await node.claim()).toBeNull();
    await compute(claimed);
    const next = await node.claimSoon();
    expect([next.point_name, next.atmosphere_ref, productsOf(next)]).toEqual([POINT, POINT, ['uv']]);
    await compute(next);
    await compute(other);
    expect((await node.claimAll()).map(productsOf)).toEqual([['uv']]);
  });

  test('only saves it while the workflow is paused, and the resumed run computes it', async () => {
    await givenRunning(world, 'w', yaml(optical));
    await compute(await node.claimSoon());
    await world.admin('post', '/api/workflows/w/stop').expect(200);
    expect(await add({ name: 'uv' })).toMatchObject({ points: 1, queued: false });
    expect(await statusOf(world, 'w')).toBe('paused');
    await start(world, 'w');
    expect((await node.claimAll()).map(productsOf)).toEqual([['uv'], ['optical', 'uv']]);
  });

  test('is refused with a reason', async () => {
    await givenOptical();
    const refusal = async (product: object, status: number, name = 'w') =>
      (
        (await world.admin('post', `/api/workflows/${name}/products`).send({ product }).expect(status)).body as {
          message: string;
        }
      ).message;
    expect(await refusal({ name: 'optical' }, 400)).toMatch(/optical occurs twice/);
    expect(await refusal({ wl_min: 3 }, 400)).toMatch(/spectrum\.products\[1\]\.name: is missing/);
    await refusal({ name: 'uv' }, 404, 'none');
    await givenRunning(world, 'v', configYaml({}, 'spectrum: {enabled: true}'));
    expect(await refusal({ name: 'uv' }, 409, 'v')).toMatch(/has no name: list it under spectrum\.products first/);
  });
});
