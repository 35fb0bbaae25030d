import type { TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';

/** A test file as the runner hands it to a process. */
export interface FileToRun {
  readonly path: string;
  readonly project: Config.ProjectConfig;
  readonly global: Config.GlobalConfig;
  readonly testTimeoutMs: number;
}

/** The messages from a process to the runner while the process runs a file. */
export type Message =
  /** A test or hook has begun and may take this long. If it has not ended by then, the process hangs. */
  | { readonly kind: 'began'; readonly what: string; readonly limitMs: number }
  | { readonly kind: 'ended'; readonly result: TestResult; readonly memoryBytes: number }
  /** The file could not be loaded. */
  | { readonly kind: 'broken'; readonly message: string; readonly stack: string };
