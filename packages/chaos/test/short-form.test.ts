import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { runProgram, type Program } from '../src/program.ts';

// Two minutes when little else runs on the machine; in between lies what the exam itself takes for "never".
jest.setTimeout(900_000);

const MAIN = join(import.meta.dirname, '../src/main.ts');

let out: string;
let exam: Program | undefined;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'chaos-test-'));
});
afterEach(async () => {
  exam?.signal('SIGTERM');
  await exam?.exited;
  await rm(out, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

test('the short chaos exam is passed: the workflow completes by itself and the books are in order', async () => {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', '--conditions=@almagest/source', MAIN];
  exam = runProgram([...command, '--short', '--out', out], { env: process.env });
  const exitCode = await exam.exited;
  // The report names the seed and everything that is wrong.
  expect({ exitCode, report: exitCode === 0 ? '' : exam.output() }).toEqual({ exitCode: 0, report: '' });
});
