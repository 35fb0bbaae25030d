import { describe, expect, test } from '@jest/globals';
import type { ConfigurationProblem, WorkflowValidation } from '@almagest/contracts/grid';
import { WorkflowConfiguration, workflowSchemaDocument } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configYaml, givenNode, givenRunning, givenWorkflow, pointsOf, useWorld } from './world.ts';

const world = useWorld();

async function validate(config_yaml: string, name?: string): Promise<WorkflowValidation> {
  const { body } = await world.admin('post', '/api/workflows/validate').send({ config_yaml, name }).expect(200);
  return (body as { data: WorkflowValidation }).data;
}

const place = ({ severity, path, line, column, message }: ConfigurationProblem) =>
  `${line ?? '-'}:${column ?? '-'} ${severity} ${path ?? '-'}: ${message}`;

test('reports every error with its position and a suggestion', async () => {
  const yaml = `grid:
  teff: [20000, hot, cold]
  log: [5.0]
  loghe: [-1.0]
  logc: [-4.0]
  logn: [-4.0]
  logo: [-4.0, -4.00]
chain:
  - { label: lte, lte: maybe, nitre: 50 }
timeout_sek: 60
difficulty: { wieghts: { teff: 0 } }
atmosphere: { policy: skip_convergd }
engine: grey
`;
  const { valid, problems, plan, difference } = await validate(yaml);
  expect([valid, plan, difference]).toEqual([false, null, null]);
  expect(problems.map(place)).toEqual([
    '3:3 error grid.log: unknown axis (axes: teff, logg, loghe, logc, logn, logo). Did you mean logg?',
    '2:17 error grid.teff[1]: not a number',
    '2:22 error grid.teff[2]: not a number',
    '1:1 error grid.logg: is missing',
    '7:16 error grid.logo[1]: -4.00 occurs twice (as -4.0)',
    '9:5 error chain[0].niter: is missing',
    '9:19 error chain[0].lte: must be one of yes, no, on, off, true, false, 1, 0',
    expect.stringMatching(/^12:15 error atmosphere\.policy: must be one of .*\. Did you mean skip_converged\?$/),
    expect.stringMatching(/^11:15 error difficulty\.wieghts: unknown key .*\. Did you mean weights\?$/),
    '10:1 warning timeout_sek: unknown key. Did you mean timeout_sec?',
    '13:1 info engine: the coordinator does not read this key and passes it to the node and engine unchanged',
    '9:31 warning chain[0].nitre: unknown key. Did you mean niter?',
  ]);
  expect(problems.map(({ suggestion }) => suggestion).filter((word) => word !== null)).toEqual([
    'logg',
    'skip_converged',
    'weights',
    'timeout_sec',
    'niter',
  ]);
  expect(problems[1]).toMatchObject({ end_line: 2, end_column: 20 });
});

test('reports errors of extra points with their lines, and the plan counts these points', async () => {
  const others = 'logg: 5.0, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0';
  const yaml = configYaml({ teff: ['20000', '22000'] }, 'extra_points:');
  const faulty = `${yaml}
  - {teff: 21000, ${others}}
  - {teff: 22000, ${others}}
  - {teff: 21000, ${others}}
  - teff: 2.1e4
    ${others.replaceAll(', ', '\n    ')}
    metal: 1
`;
  expect((await validate(faulty)).problems.map(place)).toEqual([
    '12:5 error extra_points[1]: is already a point of the grid: all of its values are on the axes',
    '13:5 error extra_points[2]: is the same point as extra_points[0]',
    expect.stringMatching(/^20:5 error extra_points\[3\]\.metal: unknown key/),
  ]);
  const spelled = await validate(`${yaml}\n  - {teff: 21000, ${others.replace('5.0', '5.00')}}`);
  expect(spelled.problems.map(place)).toEqual([
    '11:19 error extra_points[0].logg: write 5.0, as grid.logg does, not 5.00',
  ]);
  const { valid, plan } = await validate(`${yaml}\n  - {teff: 21000, ${others}}\n  - {teff: 120000, ${others}}`);
  expect(valid).toBe(true);
  expect(plan).toMatchObject({
    points: 4,
    waves: [
      { wave: 0, points: 1 },
      { wave: 1, points: 2 },
      { wave: 2, points: 1 },
    ],
    predicted_failures: { points: 1, unbound: 1 },
  });
  expect(plan?.first_points.map(({ params }) => params.teff)).toEqual([20_000, 21_000, 22_000, 120_000]);
});

test('reports where invalid YAML was detected', async () => {
  const { valid, problems } = await validate('grid:\n  teff: [1, 2\nchain: x');
  expect(valid).toBe(false);
  expect(problems).toMatchObject([{ severity: 'error', path: null, line: 3, message: /not valid YAML/ }]);
});

test('the plan of a configuration matches its start', async () => {
  const yaml = configYaml({ teff: ['20000', '60000'], logg: ['5.0', '4.0'], loghe: ['-1.0', '0.0'] }, 'assets: [none]');
  const { valid, problems, plan, difference } = await validate(yaml, 'planned');
  expect([valid, difference]).toEqual([true, null]);
  await givenRunning(
    world,
    'planned',
    configYaml({ teff: ['20000', '60000'], logg: ['5.0', '4.0'], loghe: ['-1.0', '0.0'] }),
  );
  const points = (await pointsOf(world, 'planned', '&sort=wave')).toSorted(
    (a, b) => a.wave - b.wave || (a.name < b.name ? -1 : 1),
  );
  const names = points.map(({ name }) => name);
  expect(plan).toMatchObject({
    points: 8,
    wave_count: 4,
    waves: [1, 3, 3, 1].map((count, wave) => ({ wave, points: count })),
    work: null,
  });
  expect(plan?.first_points.map(({ name }) => name)).toEqual(names.slice(0, 5));
  expect(plan?.last_points.map(({ name }) => name)).toEqual(names.slice(-5));
  expect(plan?.predicted_failures).toMatchObject({ gamma: 0.7, points: 1, unbound: 0 });
  expect(problems.map(place)).toEqual([
    '1:1 warning grid: 1 of 8 points above Gamma_e 0.7: expect failures',
    expect.stringContaining('warning assets[0]: none is not in the coordinator'),
  ]);
  await world.admin('delete', '/api/workflows/planned').expect(200);
});

test('estimates the work from measured times, and shows the difference from the last start', async () => {
  const node = await givenNode(world, 'worker', 4);
  const before = configYaml({ teff: ['30000', '31000', '32000'] }, 'max_lost_attempts: 2').replace('lte,', 'measured,');
  await givenRunning(world, 'measured', before);
  for (let done = 0; done < 2; done += 1) {
    const task = await node.claimSoon();
    await node.converge(task);
  }
  const after = before.replace('30000, 31000', '31000, 33000, 34000').replace('attempts: 2', 'attempts: 4');
  const { plan, difference } = await validate(after, 'measured');
  expect(plan?.work).toMatchObject({ slots: 4, based_on: { workflow: 'measured', attempts: 2, failed_share: 0 } });
  // One of the four points has converged and is kept. Without the new points, only one point is left.
  const attempts = plan?.work?.attempts ?? 0;
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect((await validate(before, 'measured')).plan?.work?.attempts).toBeLessThan(attempts);
  expect(plan?.work?.slot_seconds).toBeGreaterThan(0);
  expect(difference).toMatchObject({
    status: 'running',
    compared_with: 'started',
    config_yaml: before,
    points: { kept: 2, added: 2, retired: 1 },
    changes: [
      { path: 'grid.teff', before: '[30000, 31000, 32000]', after: '[31000, 33000, 34000, 32000]' },
      { path: 'max_lost_attempts', before: '2', after: '4' },
    ],
  });
  expect(difference?.effects.join('\n')).toMatch(/stop the workflow[^]*adds 2 points[^]*retires 1 points[^]*discards/);

  // Under another name, the measured times of the same stages count.
  expect((await validate(after)).plan?.work?.based_on).toMatchObject({ workflow: 'measured', attempts: 2 });
  expect((await validate(before, 'measured')).difference).toMatchObject({ changes: [], effects: [] });

  await givenWorkflow(world, 'fresh', configYaml());
  const saved = await validate(configYaml().replace('label: lte', 'label: nlte'), 'fresh');
  expect(saved.difference).toMatchObject({ status: 'idle', compared_with: 'saved' });
  expect(saved.difference?.effects.join('\n')).toContain('cannot be seeds');
});

const list = (length: number, from: number) => Array.from({ length }, (_, index) => String(from + index)).join(', ');
const wide = (teff: number, logg: number, more = '') =>
  configYaml({ teff: [list(teff, 20_000)], logg: [list(logg, 1)] }, more);

describe('a hostile text is answered', () => {
  test.each([
    ['an axis of 190,000 values', wide(190_000, 1), true],
    ['two million waves', wide(1_500, 1_500, 'difficulty: {weights: {teff: 1000, logg: 1000}}'), false],
    ['a million waves', wide(1_000, 2, 'difficulty: {weights: {teff: 1000}}'), true],
    ['the maximum number of points', wide(2_000, 2_500), true],
    ['a million faults', configYaml({ teff: [Array.from({ length: 100_000 }, () => 'x').join(', ')] }), false],
    ['an unknown key of one megabyte', `${configYaml()}${'k'.repeat(1_000_000)}: 1`, true],
    [
      'a hundred thousand unknown keys',
      configYaml({}, Array.from({ length: 90_000 }, (_, i) => `k${i}: 1`).join('\n')),
      true,
    ],
    ['a hundred thousand levels', `a: ${'['.repeat(100_000)}`, false],
    [
      'aliases that expand to billions',
      `${Array.from({ length: 12 }, (_, i) => `l${i}: &l${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*l${i - 1}`)).join(', ')}]`).join('\n')}\n`,
      false,
    ],
    ['an alias of itself', 'grid: &a {teff: *a}', false],
    ['a key of a megabyte', `${'k'.repeat(1_000_000)}: 1`, false],
    ['nothing', '', false],
    ['a list', '[1]', false],
    ['keys of prototypes', '__proto__: {x: 1}\nconstructor: 1\ngrid: {__proto__: [1]}', false],
  ])('%s', async (_what, yaml, valid) => {
    const answer = await validate(yaml);
    expect(answer.valid).toBe(valid);
    expect(answer.problems.length).toBeLessThanOrEqual(250);
    expect(JSON.stringify(answer).length).toBeLessThan(200_000);
    if (!valid) expect(answer.problems.some(({ severity }) => severity === 'error')).toBe(true);
  });

  test('whatever it contains', async () => {
    const piece = fc.constantFrom(
      'grid:',
      ' teff:',
      '[',
      ']',
      '{',
      '}',
      '&a',
      '*a',
      '- ',
      ': ',
      '\n',
      '  ',
      '!!int',
      '#',
      '"',
      "'",
      '|',
      '1',
      'x',
      '<<',
      '?',
      '---',
      '\t',
      '\u0000',
      '\ud800',
      '%YAML 1.2',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const { valid, problems } = await validate(pieces.join(''));
        expect([valid, problems.some(({ severity }) => severity === 'error')]).toEqual([false, true]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the schema for editors', () => {
  const check = compile(WorkflowConfiguration);
  const example = /```yaml\n(grid:[^]*?)```/.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/workflow.md'), 'utf8'),
  )?.[1];

  test('is public', async () => {
    const { body } = await world.anyone('get', '/schemas/workflow.json').expect(200);
    expect(body).toEqual(workflowSchemaDocument());
  });

  test('accepts the documented example, which sets every key', async () => {
    const tree = load(example ?? '', { schema: CORE_SCHEMA });
    expect(check(tree)).toMatchObject({ ok: true });
    const { valid, problems } = await validate(example ?? '');
    expect(valid).toBe(true);
    // The assets folder of the tests is empty.
    expect(problems.filter(({ path }) => path?.startsWith('assets') !== true)).toEqual([]);
    const { properties } = workflowSchemaDocument() as { properties: object };
    expect(Object.keys(tree as object).toSorted()).toEqual(Object.keys(properties).toSorted());
  });

  test.each([
    ['a word in an axis', { grid: { teff: ['hot'] } }],
    ['an unknown policy', { atmosphere: { policy: 'skip' } }],
    ['a misspelt key of a stage', { atmosphere: { polcy: 'skip_failed' } }],
    ['a stage without iterations', { chain: [{ label: 'a', lte: true }] }],
    ['a point without a gravity', { extra_points: [{ teff: 1, loghe: 1, logc: 1, logn: 1, logo: 1 }] }],
    ['a weight of 0', { difficulty: { weights: { teff: 0 } } }],
  ])('refuses %s', (_what, change) => {
    const tree = load(example ?? '', { schema: CORE_SCHEMA }) as object;
    expect(check({ ...tree, ...change }).ok).toBe(false);
  });
});
