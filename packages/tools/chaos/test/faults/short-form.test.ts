import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type Program } from '@almagest/test-kit/program';
import { REDIS_SERVER } from '@almagest/test-kit/redis-program';
import { ON_REDIS } from '@almagest/test-kit/redis-server';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

let out: string;
let chaos: Program | undefined;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'chaos-test-'));
});
afterEach(async () => {
  chaos?.signal('SIGTERM');
  await chaos?.exited;
  await rm(out, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** Runs the test. The report names the seed and everything that is wrong. */
async function sit(...options: string[]) {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', '--conditions=@almagest/source', MAIN];
  chaos = runProgram([...command, ...options, '--out', out], { env: process.env });
  const exitCode = await chaos.exited;
  return { exitCode, report: exitCode === 0 ? '' : chaos.output() };
}
const PASSED = { exitCode: 0, report: '' };

test('the short chaos test passes: the workflow completes automatically and the audit finds nothing', async () => {
  // Same duration as the short form, but fewer nodes and points, because other tests run at the same time.
  expect(await sit('--short', '--points', '400', '--nodes', '20')).toEqual(PASSED);
});

(REDIS_SERVER === undefined ? test.skip : test)(
  `a smaller form passes with jobs and limits in ${ON_REDIS}, which is killed as well`,
  async () => {
    expect(await sit('--short', '--redis', '--points', '200', '--nodes', '12', '--minutes', '0.4')).toEqual(PASSED);
  },
);

test('real agents pass the incidents of real machines', async () => {
  expect(await sit('field')).toEqual(PASSED);
});
