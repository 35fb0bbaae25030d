import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const CHECKOUT = join(import.meta.dirname, '../../../..');

interface Run {
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

let run: Run;
let code: unknown;
const directory = mkdtempSync(join(tmpdir(), 'test-runner-'));
// Runs every sample in one process after the other. Without times of earlier runs, the largest file comes first.
beforeAll(async () => {
  const config = {
    rootDir: join(import.meta.dirname, 'samples'),
    testMatch: ['<rootDir>/*.sample.ts'],
    runner: [join(import.meta.dirname, '../src/runner.ts'), { graceMs: 5_000 }],
    transform: {},
    cacheDirectory: join(directory, 'cache'),
  };
  const results = join(directory, 'results.json');
  const jest = ['--disable-warning=ExperimentalWarning', join(CHECKOUT, 'node_modules/jest/bin/jest.js')];
  const options = ['--config', JSON.stringify(config), '--maxWorkers=1', '--json', `--outputFile=${results}`];
  code = await new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: '0' };
    execFile(process.execPath, [...jest, ...options], { cwd: CHECKOUT, env }, (error) => resolve(error?.code));
  });
  run = JSON.parse(readFileSync(results, 'utf8')) as Run;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileOf = (sample: string) => {
  const found = run.testResults.find(({ name }) => name.endsWith(`/${sample}.sample.ts`));
  const statuses = found?.assertionResults.map(({ title, status }) => `${title}: ${status}`);
  return { statuses, message: found?.message ?? '' };
};

test('a run with any failure fails', () => {
  expect([code, run.testResults.length]).toEqual([1, 7]);
});

test('each file has its own hooks, mocks, timers and environment in a process that ran other files before', () => {
  expect(fileOf('passes')).toEqual({ statuses: ['passes: passed'], message: '' });
  expect(fileOf('finds-nothing-left')).toEqual({
    statuses: ['finds nothing from the previous file: passed'],
    message: '',
  });
});

test('each kind of failure is reported with its place', () => {
  const { statuses, message } = fileOf('fails');
  expect(statuses).toEqual([
    'fails at the reported place: failed',
    'throws an uncaught error: failed',
    'rejects without a handler: failed',
    'expects an assertion: failed',
    'counts as failed: failed',
    'still passes: passed',
    'is not written yet: todo',
  ]);
  for (const told of ['thrown by a timer', 'rejected unhandled', 'no world', 'Cause: Error: no database', 'not closed'])
    expect(message).toContain(told);
  expect(message).toMatch(/> 4 \| {3}expect\(1\)\.toBe\(2\);[\s\S]*at .*\(fails\.sample\.ts:4:13\)/);
});

test.each([
  ['waits', 'waits forever', /Exceeded timeout of 50 ms for a test/],
  ['spins', 'spins forever', /no longer responds\. It last began: spins forever/],
  ['dies', 'ends its process', /ended \(SIGKILL\)\. It last began: ends its process/],
  ['broken', 'cannot be loaded', /cannot be loaded[\s\S]*broken\.sample\.ts:1/],
])('%s: the run continues and reports the name', (sample, name, told) => {
  const { message } = fileOf(sample);
  expect(message).toContain(name);
  expect(message).toMatch(told);
});
