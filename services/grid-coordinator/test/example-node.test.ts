// docs/examples/node.py, which engine authors copy, as they run it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runAgain } from './model-calls.ts';
import { until } from './until.ts';
import { configYaml, givenRunning, openWorld, pointsOf, statusOf, type World } from './world.ts';

const EXAMPLE = join(import.meta.dirname, '../../../docs/examples/node.py');

const isThere = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, 'python3'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
// Continuous integration skips nothing unless it says that it knows.
if (!isThere && process.env['CI'] !== undefined && process.env['WITHOUT_PYTHON'] === undefined)
  throw new Error('no python3: install it, or set WITHOUT_PYTHON=1 to skip the test of the example');

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = mkdtempSync(join(tmpdir(), 'example-node-'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

function startNode(tasks: number) {
  const options = ['--url', world.url, '--node-id', 'py-1', '--state', folder, '--tasks', String(tasks)];
  const child = spawn('python3', [EXAMPLE, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => [code as number | null, output] as const);
  return { ended, output: () => output, kill: () => child.kill('SIGKILL') };
}

(isThere ? describe : describe.skip)(
  isThere ? 'the example in Python' : 'the example in Python (SKIPPED: no python3)',
  () => {
    test('applies, is approved, computes cold and from a seed, and goes on after a restart with what it kept', async () => {
      const grid = { loghe: ['-1.0', '0.0'] };
      await givenRunning(world, 'example', configYaml(grid, 'atmosphere: {strategies: [cold_run]}'));
      const first = startNode(2);
      try {
        await until(() => first.output().includes('has applied') || undefined, 'the application');
        await world.admin('post', '/api/admin/nodes/py-1/approve').expect(200);
        expect(await first.ended).toEqual([0, expect.stringMatching(/(completed, converged: True[^]*){2}/)]);
      } finally {
        first.kill();
      }
      const [point] = await pointsOf(world, 'example');
      const model = async () =>
        ((await world.admin('get', `/api/seed/${point?.name}`).expect(200)).body as Buffer).toString();
      expect(await model()).toBe(`model of ${point?.name} at 20000 K, cold`);

      const anew = configYaml(grid, 'atmosphere: {strategies: [seed_step], policy: force_recompute}');
      await runAgain(world, 'example', anew);
      const second = startNode(2);
      try {
        expect(await second.ended).toEqual([0, expect.not.stringContaining('has applied')]);
      } finally {
        second.kill();
      }
      expect(await model()).toBe(`model of ${point?.name} at 20000 K, from a seed`);
      expect(await statusOf(world, 'example')).toBe('completed');
    });
  },
);
