import type { TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';

/** One test file, as the runner gives it to a process. */
export interface FileToRun {
  readonly path: string;
  readonly project: Config.ProjectConfig;
  readonly global: Config.GlobalConfig;
  readonly testTimeoutMs: number;
}

/** What a process tells while it runs a file. */
export type Message =
  /** A test or hook has begun, and may take so long. Without an end by then, the process hangs. */
  | { readonly kind: 'began'; readonly what: string; readonly limitMs: number }
  | { readonly kind: 'ended'; readonly result: TestResult; readonly memoryBytes: number }
  /** The file could not be loaded. */
  | { readonly kind: 'broken'; readonly message: string; readonly stack: string };
