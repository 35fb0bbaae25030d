import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Config } from '@jest/types';
import { getState } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

/** Replaces `@jest/globals` for test files in plain Node. */
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export { jestExpect as expect };

const mocker = new ModuleMocker(globalThis);
/** The only part of the configuration that the timers read: the defaults of `useFakeTimers`. */
const config = { fakeTimers: {} } as Config.ProjectConfig;
const timers = new ModernFakeTimers({ config, global: globalThis });

/** The functions of jest's object that do not need the test file's own module registry. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  replaceProperty: mocker.replaceProperty.bind(mocker),
  clearAllMocks: mocker.clearAllMocks.bind(mocker),
  resetAllMocks: mocker.resetAllMocks.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  runAllTimers: timers.runAllTimers.bind(timers),
  runAllTimersAsync: timers.runAllTimersAsync.bind(timers),
  setSystemTime: timers.setSystemTime.bind(timers),
  /** Sets the time limit for all tests of the file. */
  setTimeout: (ms: number) => {
    getState().testTimeout = ms;
  },
};
