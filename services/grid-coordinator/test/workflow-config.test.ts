import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDatabase } from '@almagest/service-kit/database';
import type { Database } from '../src/persistence/database.ts';
import { migration as typedStages } from '../src/persistence/migrations/0010-typed-stages.ts';
import { configYaml, givenNode, givenRunning, givenWorkflow, pointsOf, useWorld } from './world.ts';

const world = useWorld({ env: { MAX_GRID_POINTS: '1000' } });

const GOOD = configYaml();
const axes = (change: Record<string, string | undefined>): string =>
  Object.entries({
    teff: '[20000]',
    logg: '[5.0]',
    loghe: '[-1.0]',
    logc: '[-4.0]',
    logn: '[-4.0]',
    logo: '[-4.0]',
    ...change,
  })
    .filter(([, list]) => list !== undefined)
    .map(([axis, list]) => `  ${axis}: ${list}`)
    .join('\n');
const CHAIN = 'chain: [{label: lte, lte: yes, niter: 50}]';
const grid = (change: Record<string, string | undefined>, more = CHAIN) => `grid:\n${axes(change)}\n${more}`;

const rules = (list: string) => grid({}, `${CHAIN}\nrules: ${list}`);
const rule = (name: string, when = 'cause: x', settings = '') =>
  `{name: ${name}, when: {${when}}, use: {strategy: cold_run, ${settings}}}`;

test.each([
  ['is no YAML', 'grid: [', /not valid YAML/],
  ['has a key twice', `${GOOD}\nchain: []`, /not valid YAML/],
  ['uses a tab for indentation', 'grid:\n\tteff: [1]', /not valid YAML/],
  ['is two documents', `${GOOD}\n---\n${GOOD}`, /not valid YAML/],
  ['contains only a comment', '# nothing', /is not valid YAML: .*empty/],
  ['is a list', '[1, 2]', /mapping/],
  [
    'uses a merge key in a stage',
    `base: &base {niter: 50}\n${grid({}, 'chain: [{label: lte, <<: *base}]')}`,
    /merge key <</,
  ],
  ['has a key that a double cannot hold', `${GOOD}\nlevels: {9007199254740993: x}`, /levels: 9007199254740993 cannot/],
  [
    'has a tiny number below a numeric key',
    `${GOOD}\nlevels: {~: x, 1.0: [1e-400]}`,
    /levels\.1\.0\.0: 1e-400 cannot be/,
  ],
  ['has an integer that a double cannot hold', `${GOOD}\nseed: 9007199254740993`, /seed: 9007199254740993 cannot be/],
  [
    'has a decimal number with more digits than a double',
    `${GOOD}\nfloor: {limit: 98765432109876543.5}`,
    /limit: 9876543/,
  ],
  ['has a hexadecimal number above 2^53', `${GOOD}\nfloor: {mask: 0xFFFFFFFFFFFFFFF}`, /floor\.mask: 0xF+ cannot be/],
  ['has a number with few digits left', `${GOOD}\nfloor: {limit: 4.5678e-321}`, /floor\.limit: 4\.5678e-321 cannot/],
  ['has a number too small for a double', `${GOOD}\nfloor: {limit: 1e-400}`, /floor\.limit: 1e-400 cannot be/],
  ['is a text', 'hello', /mapping/],
  ['has no grid', CHAIN, /grid: is missing/],
  ['has no chain', grid({}, ''), /chain: is missing/],
  ['lacks an axis', grid({ logn: undefined }), /grid\.logn: is missing/],
  ['has an empty axis', grid({ logg: '[]' }), /grid\.logg: must have at least one/],
  ['has an axis that is not a list', grid({ logg: '5.0' }), /grid\.logg: must be a list/],
  ['has an axis value that is a word', grid({ teff: '[20000, 21000, hot]' }), /grid\.teff\[2\]: not a number/],
  ['has an empty axis value', grid({ teff: '[20000, ""]' }), /grid\.teff\[1\]: not a number/],
  ['has a hexadecimal axis value', grid({ teff: '[0x10]' }), /grid\.teff\[0\]: not a number/],
  ['has .inf as an axis value', grid({ logg: '[.inf]' }), /grid\.logg\[0\]: not a number/],
  ['has an axis value beyond a double', grid({ logg: '[1e999]' }), /grid\.logg\[0\]: not a number/],
  ['has a nested axis value', grid({ logg: '[[5.0]]' }), /grid\.logg\[0\]: not a number/],
  ['has an axis value with a separator', grid({ teff: '[20_000]' }), /grid\.teff\[0\]: not a number/],
  ['has an axis value twice', grid({ logg: '[5.0, 5.00]' }), /grid\.logg\[1\]: 5\.00 occurs twice/],
  ['has a temperature of 0 K', grid({ teff: '[0]' }), /grid\.teff\[0\]/],
  ['has an unknown axis', grid({ logx: '[1]' }), /grid\.logx/],
  ['has an empty chain', grid({}, 'chain: []'), /chain: must have/],
  ['has a stage without a label', grid({}, 'chain: [{lte: yes, niter: 1}]'), /chain\[0\]\.label: is missing/],
  ['has an odd lte', grid({}, 'chain: [{label: a, lte: maybe, niter: 1}]'), /chain\[0\]\.lte: must be one of/],
  ['has a broken niter', grid({}, 'chain: [{label: a, lte: no, niter: 1.5}]'), /chain\[0\]\.niter/],
  [
    'keeps artifacts by an unknown rule',
    `${GOOD}\nartifacts: {keep: {plot: often}}`,
    /artifacts\.keep\.plot: must be one/,
  ],
  ['keeps an invalid kind of artifact', `${GOOD}\nartifacts: {keep: {A b: never}}`, /artifacts\.keep\.A b: a kind/],
  ['has an unknown default for artifacts', `${GOOD}\nartifacts: {default: 1}`, /artifacts\.default: must be one/],
  ['misspells a setting of artifacts', `${GOOD}\nartifacts: {max_file: 1}`, /artifacts\.max_file: unknown key/],
  ['allows too many artifacts', `${GOOD}\nartifacts: {max_files_per_task: 1001}`, /max_files_per_task: .*0 to 1000/],
  ['has an odd size for artifacts', `${GOOD}\nartifacts: {max_bytes_per_task: 1GB}`, /max_bytes_per_task: .*integer/],
  ['has no spectrum in its products', `${GOOD}\nspectrum: {products: []}`, /spectrum\.products: must have/],
  ['has a product without a name', `${GOOD}\nspectrum: {products: [{a: 1}]}`, /products\[0\]\.name: is missing/],
  ['has a product twice', `${GOOD}\nspectrum: {products: [{name: u}, {name: u}]}`, /products\[1\]\.name: u occurs/],
  [
    'has a product that is a path',
    `${GOOD}\nspectrum: {products: [{name: ../u}]}`,
    /products\[0\]\.name: must be 1 to 64/,
  ],
  ['has a list in a product', `${GOOD}\nspectrum: {products: [{name: u, a: [1]}]}`, /products\[0\]\.a: /],
  ['has an unknown policy', grid({}, `${CHAIN}\natmosphere: {policy: skip}`), /atmosphere\.policy: must be one of/],
  ['has an unknown strategy', grid({}, `${CHAIN}\natmosphere: {strategies: [warm_run]}`), /strategies\[0\]/],
  [
    'continues a spectrum',
    grid({}, `${CHAIN}\nspectrum: {strategies: [cold_run, continue]}`),
    /spectrum\.strategies\[1\]/,
  ],
  [
    'has nothing to continue',
    grid({}, `${CHAIN}\natmosphere: {strategies: [continue]}`),
    /name another strategy before it/,
  ],
  ['has no strategies', grid({}, `${CHAIN}\natmosphere: {strategies: []}`), /atmosphere\.strategies/],
  ['misspells a stage key', grid({}, `${CHAIN}\natmosphere: {polcy: skip_failed}`), /atmosphere\.polcy/],
  ['has rules that are not a list', rules('{name: a}'), /rules: must be a list \(line 9\)/],
  ['has a rule without a condition', rules('[{name: a, use: {strategy: cold_run}}]'), /rules\[0\]\.when: is missing/],
  ['has a rule twice', rules(`[${rule('a')}, ${rule('a')}]`), /rules\[1\]\.name: a occurs twice/],
  ['has a rule with an odd name', rules(`[${rule('a b')}]`), /rules\[0\]\.name: must be 1 to 64 characters/],
  [
    'has a rule without a strategy',
    rules('\n  - name: a\n    when: {cause: x}\n    use: {}'),
    /rules\[0\]\.use\.strategy: is missing \(line 12\)/,
  ],
  ['misspells a key of a rule', rules(`[{ncie: 1, ${rule('a').slice(1)}]`), /rules\[0\]\.ncie: unknown key/],
  ['has an empty cause', rules(`[${rule('a', "cause: ' '")}]`), /rules\[0\]\.when\.cause: is empty/],
  ['has an unknown stage in a rule', rules(`[${rule('a', 'cause: x, stage: nlte')}]`), /when\.stage: must be one of/],
  ['has an unknown axis in a rule', rules(`[${rule('a', 'cause: x, region: {z: [1, 2]}')}]`), /region\.z: must be/],
  ['has an empty region', rules(`[${rule('a', 'cause: x, region: {teff: [2, 1]}')}]`), /region\.teff: is empty/],
  ['has one bound of a region', rules(`[${rule('a', 'cause: x, region: {teff: [2]}')}]`), /region\.teff: must be two/],
  ['has a rule for no stage', rules(`[${rule('a', 'cause: x', 'chain: {nlte: {}}')}]`), /use\.chain\.nlte: no stage/],
  ['changes lte with a rule', rules(`[${rule('a', 'cause: x', 'chain: {lte: {lte: no}}')}]`), /lte\.lte: cannot be/],
  ['has a broken niter in a rule', rules(`[${rule('a', 'cause: x', 'chain: {lte: {niter: x}}')}]`), /lte\.niter: 'x'/],
  [
    'changes parameters of the spectrum by a rule of the atmosphere',
    rules(`[${rule('a', 'cause: x', 'spectrum_params: {a: 1}')}]`),
    /use\.spectrum_params: unknown key \(known keys: strategy, chain/,
  ],
  [
    'applies a rule without a limit',
    rules(`[{times: 21, ${rule('a').slice(1)}]`),
    /rules\[0\]\.times: 21 is outside 1 to 20/,
  ],
  ['computes nothing', grid({}, `${CHAIN}\natmosphere: {enabled: no}`), /nothing to compute/],
  [
    'has a spectrum parameter that is not a number',
    grid({}, `${CHAIN}\nspectrum_params: {from: blue}`),
    /spectrum_params\.from/,
  ],
  ['has a negative time limit', grid({}, `${CHAIN}\ntimeout_sec: -1`), /timeout_sec/],
  ['has a fractional time limit', grid({}, `${CHAIN}\ntimeout_sec: 1.5`), /timeout_sec/],
  ['allows no losses', grid({}, `${CHAIN}\nmax_lost_attempts: 0`), /max_lost_attempts/],
  ['has a weight of zero', grid({}, `${CHAIN}\ndifficulty: {weights: {logg: 0}}`), /difficulty\.weights\.logg/],
  ['has an unknown order', grid({}, `${CHAIN}\ndifficulty: {order: {logg: up}}`), /difficulty\.order\.logg/],
  [
    'has too many points',
    grid({ teff: `[${Array.from({ length: 1001 }, (_, i) => i + 1).join(', ')}]` }),
    /1001 points/,
  ],
  ['has names that are too long', grid({ logg: `[5.${'0'.repeat(120)}]` }), /128 characters/],
  ['nests a thousandfold', `${GOOD}\nx: ${'['.repeat(20_000)}`, /config_yaml|YAML/],
  ['expands aliases to billions of nodes', bomb(), /aliases|nodes|YAML/],
])('POST and PUT refuse a configuration that %s, with the position of the error', async (_what, yaml, fault) => {
  await world.admin('post', '/api/workflows').send({ name: 'kept', config_yaml: GOOD });
  for (const method of ['post', 'put'] as const) {
    const path = method === 'post' ? '/api/workflows' : '/api/workflows/kept';
    const name = method === 'post' ? 'refused' : 'kept';
    const { status, body } = await world.admin(method, path).send({ name, config_yaml: yaml });
    expect([status, body]).toEqual([400, { success: false, message: expect.stringMatching(fault), data: null }]);
  }
  await world.admin('get', '/api/workflows/refused').expect(404);
  const { body } = await world.admin('get', '/api/workflows/kept').expect(200);
  expect(body).toMatchObject({ data: { config_yaml: GOOD } });
});

/** Returns a few lines of YAML that expand to 9^9 nodes. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, level) => {
    const item = level === 0 ? 'x' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
  });
  return `${GOOD}\n${lines.join('\n')}`;
}

test.each(['yes', 'no', 'on', 'off', 'true', 'false', '1', '0', 'True', 'OFF'])(
  '%s counts as a boolean in stages and in the chain',
  async (word) => {
    const yaml = grid({}, `chain: [{label: a, lte: ${word}, niter: 1}]\nspectrum: {enabled: ${word}}`);
    await givenWorkflow(world, `boolean-${word}`, yaml);
  },
);

test('a node gets the known stage keys with their meaning, even in runs that began earlier', async () => {
  const node = await givenNode(world, 'reader', 2);
  const stages = '[{label: 1, lte: no, niter: "07", lines: "no", depth: 3}, {label: b, lte: On, niter: 1}]';
  await givenRunning(world, 'typed', grid({ teff: '[20000, 30000]' }, `chain: ${stages}`));
  const expected = [
    { label: '1', lte: false, niter: 7, lines: 'no', depth: 3 },
    { label: 'b', lte: true, niter: 1 },
  ];
  expect((await node.claimSoon()).atmosphere_config.chain).toEqual(expected);

  const texts = expected.map(({ lte, niter, ...others }) => ({
    ...others,
    lte: lte ? 'On' : 'no',
    niter: `0${niter}`,
  }));
  // Makes the process read the configuration again, as a process that starts after the update does.
  await world.sql(
    `update workflow set expansion = expansion + 1, run_config = jsonb_set(run_config, '{chain}', $1) where name = 'typed'`,
    [JSON.stringify(texts)],
  );
  const { db } = openDatabase<Database>(
    { url: world.databaseUrl, schema: 'grid' },
    { max: 1, onFault: () => undefined },
  );
  await typedStages.up(db as never);
  await db.destroy();
  expect((await node.claimSoon()).atmosphere_config.chain).toEqual(expected);
  await world.admin('delete', '/api/workflows/typed').expect(200);
});

test('every axis value keeps its text in the point name and is a plain number in the parameters', async () => {
  await givenRunning(
    world,
    'texts',
    grid({ teff: '[20000, "3.0e4"]', logg: '[5.0]', loghe: '[-1.00]', logc: '[+4]', logn: '[.5]', logo: '[-0.350]' }),
  );
  const points = await pointsOf(world, 'texts');
  expect(points).toMatchObject([
    { name: 't20000_g5.0_he-1.00_c+4_n.5_o-0.350', teff: 20000, logc: 4, logn: 0.5, logo: -0.35, cno_sum: 4.15 },
    { name: 't3.0e4_g5.0_he-1.00_c+4_n.5_o-0.350', teff: 30000, loghe: -1 },
  ]);
  for (const { name } of points)
    await world.admin('get', `/api/workflows/texts/points/${encodeURIComponent(name)}`).expect(200);
  await world.admin('delete', '/api/workflows/texts').expect(200);
});

test('a name can be saved only once, and PUT changes only the workflow of its path', async () => {
  await givenWorkflow(world, 'once', GOOD);
  const twice = await world.admin('post', '/api/workflows').send({ name: 'once', config_yaml: GOOD });
  expect([twice.status, twice.body]).toMatchObject([409, { success: false, message: expect.stringContaining('once') }]);
  const other = await world.admin('put', '/api/workflows/once').send({ name: 'other', config_yaml: GOOD });
  expect([other.status, other.body]).toMatchObject([400, { message: expect.stringContaining('other') }]);
  await world.admin('get', '/api/workflows/other').expect(404);
  await world.admin('put', '/api/workflows/once').send({ config_yaml: GOOD }).expect(400);
});

test('a saved workflow is read back unchanged', async () => {
  const config_yaml = `# a comment\n${GOOD}`;
  await world.admin('post', '/api/workflows').send({ name: 'A.b_c-1', description: 'Ä"\n', config_yaml }).expect(200);
  const { body } = await world.admin('get', '/api/workflows/A.b_c-1').expect(200);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  expect(body).toEqual({
    success: true,
    message: expect.any(String),
    data: { name: 'A.b_c-1', description: 'Ä"\n', config_yaml, status: 'idle', created_at: time, updated_at: time },
  });
});

test.each(['', ' ', '.', '..', 'a b', 'a/b', 'ä', 'x'.repeat(65), '..%2f', 'a\0b'])(
  'refuses the workflow name %p',
  async (name) => {
    for (const path of ['', '/validate'])
      await world.admin('post', `/api/workflows${path}`).send({ name, config_yaml: GOOD }).expect(400);
  },
);

test('the start and the statistics warn of points close to the Eddington limit', async () => {
  await givenWorkflow(world, 'bright', configYaml({ teff: ['20000', '60000'], logg: ['3.5', '6.0'] }));
  const { body } = await world.admin('post', '/api/workflows/bright/start').expect(200);
  expect((body as { message: string }).message).toContain('1 of 4 points above Gamma_e 0.7');
  const stats = await world.admin('get', '/api/workflows/bright/stats').expect(200);
  expect(stats.body).toMatchObject({ data: { warnings: ['1 of 4 points above Gamma_e 0.7: expect failures'] } });
  await world.admin('delete', '/api/workflows/bright').expect(200);
});

test('unknown keys reach the agent and cannot override fields of a task', async () => {
  const node = await givenNode(world, 'extra');
  await mkdir(join(world.assetsDir, 'a'), { recursive: true });
  await writeFile(join(world.assetsDir, 'a', 'b.dat'), 'of the worker');
  await givenRunning(
    world,
    'extra',
    grid({}, `${CHAIN}\nassets: [a/b.dat]\nengine: {depth: 50, on: true}\ntask_id: mine\nparams: {teff: 1}`),
  );
  const task = await node.claimSoon();
  expect(task).toMatchObject({
    assets: ['a/b.dat'],
    engine: { depth: 50, on: true },
    task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    params: { teff: 20000 },
  });
  await node.converge(task);
});

test('the spectra of a workflow reach the engine under their names', async () => {
  const products = '[{name: uv, wl_min: 900}, {name: red}]';
  await givenRunning(world, 'products', configYaml({}, `spectrum: {enabled: true, products: ${products}}`));
  const node = await givenNode(world, 'of-products');
  const task = await node.claimSoon();
  expect(task.spectrum_config).toMatchObject({
    enabled: true,
    products: [{ name: 'uv', wl_min: 900 }, { name: 'red' }],
  });
  expect(task.atmosphere_config).not.toHaveProperty('products');
  await node.converge(task);
});
