import { createEmptyTestResult, type TestResult } from '@jest/test-result';
import type { Circus } from '@jest/types';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { jest } from './globals.ts';
import type { FileToRun, Message } from './messages.ts';
import { loadTestFile, readable } from './modules.ts';
import { toTestResult } from './result.ts';

const tell = (message: Message) => process.send?.(message);

process.on('message', (file: FileToRun) => {
  void runFile(file).then(tell);
});
process.on('disconnect', () => process.exit());
// The depth that Jest uses. Node's default of ten lines seldom reaches the test.
Error.stackTraceLimit = 100;

/** Assigns an uncaught error to the running test, or else to the file. */
const uncaught = (error: Error) => {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
};
process.on('uncaughtException', uncaught);
process.on('unhandledRejection', uncaught);
addEventHandler(onEvent);

async function runFile({ path, project, global, testTimeoutMs }: FileToRun): Promise<Message> {
  const { env } = process;
  const environment = { ...env };
  const directory = process.cwd();
  const start = Date.now();
  try {
    resetState();
    const state = getState();
    state.testTimeout = testTimeoutMs;
    state.testNamePattern = global.testNamePattern ? new RegExp(global.testNamePattern, 'i') : null;
    jestExpect.setState({ testPath: path, expand: global.expand, suppressedErrors: [] });
    for (const setupFile of project.setupFiles) await loadTestFile(setupFile);
    await loadTestFile(path);
    const result: TestResult = { ...createEmptyTestResult(), ...toTestResult(await run(), path, project) };
    result.perfStats = { ...result.perfStats, start, end: Date.now(), runtime: Date.now() - start };
    result.perfStats.slow = result.perfStats.runtime > project.slowTestThreshold * 1_000;
    return { kind: 'ended', result, memoryBytes: process.memoryUsage().rss };
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'broken', message, stack: readable(stack) };
  } finally {
    jest.useRealTimers();
    jest.restoreAllMocks();
    process.chdir(directory);
    // Some test files replace `process.env`.
    process.env = env;
    for (const name of Object.keys(env)) if (!(name in environment)) delete env[name];
    Object.assign(env, environment);
  }
}

/** Reports each test and hook that begins to the runner, and prepares `expect` around each test as jest does. */
function onEvent(event: Circus.Event, state: Circus.State): void {
  if (event.name === 'hook_start') {
    const of = event.hook.parent.name === 'ROOT_DESCRIBE_BLOCK' ? 'the file' : event.hook.parent.name;
    tell({ kind: 'began', what: `${event.hook.type} of ${of}`, limitMs: event.hook.timeout ?? state.testTimeout });
  } else if (event.name === 'test_start') {
    const name = nameOf(event.test);
    jestExpect.setState({ currentTestName: name });
    tell({ kind: 'began', what: name, limitMs: event.test.timeout ?? state.testTimeout });
  } else if (event.name === 'test_done') {
    const { suppressedErrors, isExpectingAssertions } = jestExpect.getState();
    jestExpect.setState({ suppressedErrors: [] });
    const missing = jestExpect.extractExpectedAssertionsErrors();
    event.test.errors.push(...suppressedErrors);
    if (!isExpectingAssertions || event.test.errors.length === 0)
      event.test.errors.push(...missing.map(({ error }) => error));
  }
}

function nameOf(test: Circus.TestEntry): string {
  const names = [test.name];
  for (let block: Circus.DescribeBlock | undefined = test.parent; block?.parent !== undefined; block = block.parent)
    names.unshift(block.name);
  return names.join(' ');
}
