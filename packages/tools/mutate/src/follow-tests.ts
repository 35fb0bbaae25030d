/** Preloaded by the process of a test file. Chooses the tests, and reports each test and the guards it has reached. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Circus } from '@jest/types';
import { addEventHandler } from 'jest-circus';

/** The guard that a run of a test file breaks, and the tests that it runs. */
export interface Choice {
  readonly broken?: number;
  /** Defaults to all tests. */
  readonly only?: readonly string[];
}

export interface TestEnded {
  readonly kind: 'test-ended';
  readonly name: string;
  readonly hasFailed: boolean;
  readonly reached: readonly number[];
}

/** The guards that were reached before the first test, in modules and hooks. */
export interface Loaded {
  readonly kind: 'loaded';
  readonly reached: readonly number[];
}

const { REACHED_GUARDS: reachedFile } = process.env;
// A process that a test forks is started with the same options.
const isTestProcess = process.argv[1]?.endsWith('/test-runner/src/process.ts') === true;

if (isTestProcess) {
  globalThis.guardsOfTest = new Set();
  let choice: Choice = {};
  process.on('message', (sent: Choice) => {
    choice = sent;
    globalThis.brokenGuard = sent.broken;
    // Passed to programs that the tests start.
    process.env['BROKEN_GUARD'] = sent.broken === undefined ? '' : String(sent.broken);
  });
  addEventHandler((event: Circus.Event, state: Circus.State) => {
    if (event.name === 'run_start') {
      process.send?.({ kind: 'loaded', reached: takeReached() } satisfies Loaded);
      const { only } = choice;
      if (only !== undefined) skip(state.rootDescribeBlock, (name) => !only.includes(name));
    } else if (event.name === 'test_done') {
      const hasFailed = event.test.errors.length > 0;
      const name = nameOf(event.test);
      process.send?.({ kind: 'test-ended', name, hasFailed, reached: takeReached() } satisfies TestEnded);
      if (hasFailed) skip(state.rootDescribeBlock, () => true);
    }
  });
}

function skip(block: Circus.DescribeBlock, isSkipped: (name: string) => boolean): void {
  for (const child of block.children)
    if (child.type === 'describeBlock') skip(child, isSkipped);
    else if (isSkipped(nameOf(child))) child.mode = 'skip';
}

function nameOf(test: Circus.TestEntry): string {
  const names = [test.name];
  for (let block: Circus.DescribeBlock | undefined = test.parent; block?.parent !== undefined; block = block.parent)
    names.unshift(block.name);
  return names.join(' › ');
}

/** Returns the guards that the test and the programs that it started have reached. */
function takeReached(): number[] {
  const own = [...(globalThis.guardsOfTest ?? [])];
  globalThis.guardsOfTest?.clear();
  if (reachedFile === undefined || !existsSync(reachedFile)) return own;
  const others = readFileSync(reachedFile, 'utf8').split('\n').filter(Boolean).map(Number);
  writeFileSync(reachedFile, '');
  return [...new Set([...own, ...others])];
}
