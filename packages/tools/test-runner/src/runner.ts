import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { SerializableError, Test, TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import type { CallbackTestRunnerInterface, OnTestFailure, OnTestStart, OnTestSuccess } from 'jest-runner';
import type { TestWatcher } from 'jest-watcher';
import { FileQueue } from './file-queue.ts';
import type { FileToRun, Message } from './messages.ts';

/** Jest's default (ms). */
const DEFAULT_TEST_TIMEOUT_MS = 5_000;
/**
 * How long the runner waits for a process after a test's own limit (ms). The process reports the limit itself unless it
 * is stuck.
 */
const DEFAULT_GRACE_MS = 20_000;
/** A process that uses more memory after a file is replaced by a new process. */
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;

/**
 * Runs test files in `maxWorkers` plain Node processes. Each process takes the next file when it has finished a file.
 * Sources and libraries are loaded once per process, not once per file.
 */
export default class NodeRunner implements CallbackTestRunnerInterface {
  readonly supportsEventEmitters = false;
  readonly #config: Config.GlobalConfig;
  readonly #graceMs: number;

  constructor(config: Config.GlobalConfig, _context: unknown, options: { readonly graceMs?: number } = {}) {
    this.#config = config;
    this.#graceMs = options.graceMs ?? DEFAULT_GRACE_MS;
  }

  async runTests(
    tests: readonly Test[],
    watcher: TestWatcher,
    onStart: OnTestStart,
    onResult: OnTestSuccess,
    onFailure: OnTestFailure,
  ): Promise<void> {
    const queue = new FileQueue(tests);
    const takeFiles = async () => {
      let child: ChildProcess | undefined;
      for (let test = queue.take(undefined); test !== undefined && !watcher.isInterrupted(); test = queue.take(test)) {
        child ??= fork(join(import.meta.dirname, 'process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
        await onStart(test);
        const outcome = await runFile(child, this.#fileToRun(test), this.#graceMs);
        if ('error' in outcome) await onFailure(test, outcome.error);
        else await onResult(test, outcome.result);
        if (!outcome.reusable) {
          await end(child);
          child = undefined;
        }
      }
      if (child !== undefined) await end(child);
    };
    await Promise.all(Array.from({ length: Math.min(this.#config.maxWorkers, tests.length) }, takeFiles));
  }

  #fileToRun({ path, context }: Test): FileToRun {
    const testTimeoutMs = this.#config.testTimeout ?? DEFAULT_TEST_TIMEOUT_MS;
    return { path, project: context.config, global: this.#config, testTimeoutMs };
  }
}

type Outcome = ({ result: TestResult } | { error: SerializableError }) & { reusable: boolean };

/**
 * Resolves when the file has ended, its process has died, or the last step that the process began has exceeded its
 * limit.
 */
async function runFile(child: ChildProcess, file: FileToRun, graceMs: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let last = 'loading the file';
  let timer: NodeJS.Timeout | undefined;
  const fail = (message: string) => resolve({ error: { message, stack: message }, reusable: false });
  const expectWithin = (limitMs: number) => {
    clearTimeout(timer);
    const hangs = () => fail(`The process no longer responds. It last began: ${last}`);
    timer = setTimeout(hangs, limitMs + graceMs);
  };
  const onMessage = (message: Message) => {
    if (message.kind === 'began') {
      last = message.what;
      expectWithin(message.limitMs);
    } else if (message.kind === 'broken') {
      resolve({ error: { message: message.message, stack: message.stack }, reusable: true });
    } else {
      resolve({ result: message.result, reusable: message.memoryBytes < MAX_MEMORY_BYTES });
    }
  };
  const onExit = (code: number | null, signal: string | null) =>
    fail(`The test process ended (${signal ?? `code ${code}`}). It last began: ${last}`);
  child.on('message', onMessage);
  child.on('exit', onExit);
  expectWithin(file.testTimeoutMs);
  child.send(file);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage);
    child.off('exit', onExit);
  }
}

/** Kills the process. Its children end with the process, and no data has to be saved. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
