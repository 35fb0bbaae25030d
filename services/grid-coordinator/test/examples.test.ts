// Runs the files of docs/examples as engine authors and operators copy them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, HAS_PYTHON, startExample } from '@almagest/test-kit/example-programs';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gridClient } from '../../../docs/examples/run-grid.ts';
import type { TaskReport } from '../../../docs/openapi/grid.d.ts';
import { runAgain } from './model-calls.ts';
import { ADMIN_TOKEN, configYaml, givenNode, givenRunning, pointsOf, statusOf, useWorld } from './world.ts';

const world = useWorld();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

describe('the generated TypeScript types', () => {
  test('let a node apply, claim and report, and type each claim status', async () => {
    await givenRunning(world, 'typed', configYaml());
    const anyone = gridClient(world.url);
    const applied = await anyone.POST('/api/node/register', { body: { node_id: 'ts-1', max_slots: 1 } });
    const secret = applied.data?.registration_secret ?? '';
    const admin = gridClient(world.url, ADMIN_TOKEN);
    await admin.POST('/api/admin/nodes/{node_id}/approve', { params: { path: { node_id: 'ts-1' } } });
    const body = { node_id: 'ts-1', registration_secret: secret };
    const node = gridClient(world.url, (await anyone.POST('/api/node/check_status', { body })).data?.node_token ?? '');

    const task = await until(async () => {
      const { data } = await node.POST('/api/task/claim');
      // @ts-expect-error only a claim with status ok has a task
      void data?.task.task_id;
      return data?.status === 'ok' ? data.task : undefined;
    }, 'a task');
    expect(task.params.teff).toBe(20_000);
    const report: TaskReport = {
      task_id: task.task_id,
      point_name: task.point_name,
      node_id: 'ts-1',
      status: 'completed',
      converged: true,
      atmosphere_has_nan: false,
    };
    const { data } = await node.POST('/api/task/report', {
      body: { report: JSON.stringify(report), seed_file: 'a model' },
      bodySerializer: ({ report: text, seed_file: seed }) => {
        const form = new FormData();
        form.set('report', text);
        form.set('seed_file', new Blob([seed ?? '']), 'out.7');
        return form;
      },
    });
    expect(data).toMatchObject({ status: 'ok' });
    expect(await pointsOf(world, 'typed')).toMatchObject([{ status: 'converged', node_id: 'ts-1' }]);
  });

  test('refuse an unknown path, a misspelt key and an unknown status', async () => {
    const admin = gridClient(world.url, ADMIN_TOKEN);
    // @ts-expect-error there is no such path
    await expect(admin.GET('/api/grids')).rejects.toThrow(/404/);
    const quota = { params: { path: { node_id: 'ts-1' } } };
    await expect(
      // @ts-expect-error the key is admin_max_slots
      admin.POST('/api/admin/nodes/{node_id}/quota', { ...quota, body: { max_slots: 2 } }),
    ).rejects.toThrow(/400 .*max_slots/);
    const params = { path: { name: 'typed' }, query: { status: 'done' } } as const;
    // @ts-expect-error points are converged or failed, never done
    await expect(admin.GET('/api/workflows/{name}/points', { params })).rejects.toThrow(/400 .*status/);
  });

  test('support the example that runs a whole grid', async () => {
    const node = await givenNode(world, 'worker');
    const file = join(folder, 'grid.yaml');
    writeFileSync(file, configYaml({ teff: ['20000', '22000'] }, 'atmosphere: {strategies: [cold_run]}'));
    const options = ['--url', world.url, '--token', ADMIN_TOKEN, '--name', 'run', '--file', file, '--every-sec', '0.1'];
    const run = startExample('run-grid.ts', options);
    try {
      await node.converge(await node.claimSoon());
      await until(() => run.output().includes('1 of 2 points converged, 0 failed') || undefined, 'the first point');
      const last = await node.claimSoon();
      await node.fail(last, 'the engine broke');
      expect(await endOf(run)).toEqual([
        0,
        expect.stringContaining(`1 of 2 points converged, 1 failed\n${last.point_name}: the engine broke`),
      ]);
    } finally {
      await run.kill();
    }
  });
});

const inPython = HAS_PYTHON ? describe : describe.skip;
const SKIPPED = HAS_PYTHON ? '' : ' (SKIPPED: no python3)';

inPython(`the Python client generated from the document${SKIPPED}`, () => {
  const DOCUMENT = join(import.meta.dirname, '../../../docs/openapi/grid.json');
  const call = async (...words: string[]) => await callBy(DOCUMENT, ...words);
  const callBy = async (document: string, ...words: string[]) => {
    const options = ['--document', document, '--url', world.url, ...words];
    return await endOf(startExample('openapi_client.py', options, { GRID_TOKEN: ADMIN_TOKEN }));
  };

  test('calls every kind of operation and gets only documented responses', async () => {
    const body = JSON.stringify({ name: 'python', config_yaml: configYaml() });
    expect(await call('createWorkflow', '--body', body)).toEqual([0, expect.stringContaining('"success": true')]);
    const [code, text] = await call('listWorkflows');
    expect([code, JSON.parse(text)]).toMatchObject([
      0,
      { data: expect.arrayContaining([expect.objectContaining({ name: 'python' })]) },
    ]);
    expect(await call('listPoints', 'name=python', 'limit=5', 'unfit=true')).toEqual([
      0,
      expect.stringContaining('"total": 0'),
    ]);
    expect(await call('readMetrics')).toEqual([0, expect.stringContaining('# HELP')]);
  });

  test.each([
    [
      'a misspelt key',
      ['createWorkflow', '--body', '{"name": "a", "yaml": ""}'],
      /body.config_yaml: is missing; body.yaml: unknown key/,
    ],
    ['a number outside its range', ['listPoints', 'name=python', 'offset=-1'], /offset: minimum is 0, the value -1/],
    ['an unknown parameter', ['listPoints', 'name=python', 'size=5'], /size: unknown parameter/],
    ['an unknown operation', ['listGrids'], /unknown operation. There are: .*listWorkflows/],
  ])('refuses %s before sending anything', async (_fault, words, message) => {
    expect(await call(...words)).toEqual([1, expect.stringMatching(message)]);
  });

  test('names the part of a response that violates the document', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, readFileSync(DOCUMENT, 'utf8').replaceAll('"nodes_online"', '"nodes_there"'));
    expect(await callBy(other, 'readStatus')).toEqual([1, expect.stringContaining('answer.nodes_there: is missing')]);
  });

  test("quotes the coordinator's error message", async () => {
    expect(await call('readWorkflow', 'name=none')).toEqual([1, expect.stringMatching(/^readWorkflow: 404 .*none/)]);
  });
});

inPython(`the Python node${SKIPPED}`, () => {
  const startNode = (tasks: number) =>
    startExample('node.py', ['--url', world.url, '--node-id', 'py-1', '--state', folder, '--tasks', String(tasks)]);

  test('applies, is approved, computes cold and from a seed, and resumes after a restart', async () => {
    const grid = { loghe: ['-1.0', '0.0'] };
    await givenRunning(world, 'example', configYaml(grid, 'atmosphere: {strategies: [cold_run]}'));
    const first = startNode(2);
    try {
      await until(() => first.output().includes('has applied') || undefined, 'the application');
      await world.admin('post', '/api/admin/nodes/py-1/approve').expect(200);
      expect(await endOf(first)).toEqual([0, expect.stringMatching(/(completed, converged: True[^]*){2}/)]);
    } finally {
      await first.kill();
    }
    const [point] = await pointsOf(world, 'example');
    const model = async () =>
      ((await world.admin('get', `/api/seed/${point?.name}`).expect(200)).body as Buffer).toString();
    expect(await model()).toBe(`model of ${point?.name} at 20000 K, cold`);

    const anew = configYaml(grid, 'atmosphere: {strategies: [seed_step], policy: force_recompute}');
    await runAgain(world, 'example', anew);
    const second = startNode(2);
    try {
      expect(await endOf(second)).toEqual([0, expect.not.stringContaining('has applied')]);
    } finally {
      await second.kill();
    }
    expect(await model()).toBe(`model of ${point?.name} at 20000 K, from a seed`);
    expect(await statusOf(world, 'example')).toBe('completed');
  });
});
