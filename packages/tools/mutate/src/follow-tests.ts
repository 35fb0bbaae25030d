/** Preloaded by the process of a test file. Reports each ended test, and the guards it has reached, to the parent. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Circus } from '@jest/types';
import { addEventHandler } from 'jest-circus';

export interface TestEnded {
  readonly kind: 'test-ended';
  readonly name: string;
  readonly hasFailed: boolean;
  readonly reached: readonly number[];
}

const { REACHED_GUARDS: reachedFile } = process.env;
// A process that a test forks is started with the same options.
const isTestProcess = process.argv[1]?.endsWith('/test-runner/src/process.ts') === true;
if (isTestProcess && reachedFile !== undefined) globalThis.guardsOfTest = new Set();

addEventHandler((event: Circus.Event) => {
  if (event.name !== 'test_done' || !isTestProcess) return;
  const ended: TestEnded = {
    kind: 'test-ended',
    name: event.test.name,
    hasFailed: event.test.errors.length > 0,
    reached: takeReached(),
  };
  process.send?.(ended);
});

/** Returns the guards that the test and the programs it started have reached. */
function takeReached(): number[] {
  const own = [...(globalThis.guardsOfTest ?? [])];
  globalThis.guardsOfTest?.clear();
  if (reachedFile === undefined || !existsSync(reachedFile)) return own;
  const others = readFileSync(reachedFile, 'utf8').split('\n').filter(Boolean).map(Number);
  writeFileSync(reachedFile, '');
  return [...new Set([...own, ...others])];
}
