import type { AssertionResult, TestResult } from '@jest/test-result';
import type { Circus, Config } from '@jest/types';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { readable } from './modules.ts';

type FileResult = Pick<
  TestResult,
  | 'failureMessage'
  | 'numFailingTests'
  | 'numPassingTests'
  | 'numPendingTests'
  | 'numTodoTests'
  | 'testFilePath'
  | 'testResults'
> & { testExecError?: NonNullable<TestResult['testExecError']> };

const SHOWN = { noStackTrace: false };

/** Converts the result of jest's framework for a file into the format of jest's reporters. */
export function toTestResult(run: Circus.RunResult, path: string, project: Config.ProjectConfig): FileResult {
  const testResults = run.testResults.map(toAssertionResult);
  const count = (status: AssertionResult['status']) => testResults.filter((one) => one.status === status).length;
  const stray = run.unhandledErrorsDetailed.map(inFull);
  const messages = [
    formatResultsErrors(testResults, project, SHOWN, path),
    ...stray.map((stack) => formatExecError({ message: '', stack }, project, SHOWN, path)),
  ].filter((message) => message !== null);
  return {
    failureMessage: messages.length === 0 ? null : messages.join('\n\n'),
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testFilePath: path,
    testResults,
    ...(stray.length === 0 ? {} : { testExecError: { message: '', stack: stray.join('\n') } }),
  };
}

function toAssertionResult(test: Circus.TestResult): AssertionResult {
  const [, ...names] = test.testPath;
  return {
    ancestorTitles: names.slice(0, -1),
    title: names.at(-1) ?? '',
    fullName: names.join(' '),
    status: statusOf(test),
    duration: test.duration ?? null,
    failureDetails: [],
    failureMessages: test.errorsDetailed.map((error, at) => inFull(error) || (test.errors[at] ?? '')),
    invocations: test.invocations,
    location: test.location ?? null,
    numPassingAsserts: test.numPassingAsserts,
    retryReasons: [],
  };
}

function statusOf(test: Circus.TestResult): AssertionResult['status'] {
  if (test.status === 'skip') return 'pending';
  if (test.status === 'todo') return 'todo';
  return test.errors.length > 0 ? 'failed' : 'passed';
}

/**
 * Returns an error with its causes. For errors thrown by the framework itself, the cause has the same message and the
 * place in the test.
 */
function inFull(error: unknown): string {
  if (!(error instanceof Error)) return String((error as { message?: unknown } | null)?.message ?? error);
  const own = readable(error.stack ?? error.message);
  if (error.cause === undefined) return own;
  if (error.cause instanceof Error && error.cause.message === error.message) return inFull(error.cause);
  return `${own}\n\nCause: ${inFull(error.cause)}`;
}
