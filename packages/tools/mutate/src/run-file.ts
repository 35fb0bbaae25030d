import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from './broken-source.ts';
import type { TestEnded } from './follow-tests.ts';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import { CHECKOUT, type Package } from './packages.ts';

export interface Step {
  readonly name: string;
  readonly reached: readonly number[];
  /** The time since the process was started. */
  readonly endedMs: number;
}

export type Outcome =
  | { readonly kind: 'passed'; readonly steps: readonly Step[] }
  | { readonly kind: 'failed' | 'hung'; readonly test: string };

export interface Run {
  readonly plan: Plan;
  /** Ends after this many tests. The later ones do not reach the guard. */
  readonly tests?: number;
  readonly limitMs: number;
  readonly collects?: boolean;
}

type Told = TestEnded | { readonly kind: 'began' } | { readonly kind: 'broken' } | Ended;
interface Ended {
  readonly kind: 'ended';
  readonly result: { readonly failureMessage: string | null };
}

const RUNNER = join(CHECKOUT, 'packages/tools/test-runner/src/process.ts');
const here = (file: string) => join(import.meta.dirname, file);

/** Runs a test file in a separate process, until its first failure. */
export async function runFile({ folder }: Package, path: string, run: Run): Promise<Outcome> {
  const temporary = mkdtempSync(join(tmpdir(), 'mutate-'));
  const planFile = join(temporary, 'plan.json');
  writeFileSync(planFile, JSON.stringify(run.plan));
  const preload = `--import ${here('load-broken.ts')}`;
  const child = fork(RUNNER, {
    cwd: CHECKOUT,
    execArgv: [...process.execArgv, '--import', here('follow-tests.ts')],
    env: {
      ...process.env,
      TMPDIR: temporary,
      ...COMPILE_CACHE,
      BROKEN_SOURCES: planFile,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`.trim(),
      ...(run.collects === true ? { REACHED_GUARDS: join(temporary, 'reached') } : {}),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    const began = performance.now();
    const project = { rootDir: join(CHECKOUT, folder), testMatch: [], setupFiles: [], slowTestThreshold: 1e9 };
    child.send({ path, project, global: { expand: false }, testTimeoutMs: run.limitMs });
    return await new Promise<Outcome>((resolve) => {
      const steps: Step[] = [];
      const last = () => steps.at(-1)?.name ?? 'it started';
      const timer = setTimeout(() => resolve({ kind: 'hung', test: `after ${last()}` }), run.limitMs);
      const end = (outcome: Outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      child.on('exit', () => end({ kind: 'failed', test: `the process ended after ${last()}` }));
      child.on('message', (told: Told) => {
        if (told.kind === 'test-ended') {
          if (told.hasFailed) end({ kind: 'failed', test: told.name });
          steps.push({ name: told.name, reached: told.reached, endedMs: performance.now() - began });
          if (steps.length === run.tests) end({ kind: 'passed', steps });
        } else if (told.kind === 'broken') end({ kind: 'failed', test: 'loading the file' });
        else if (told.kind === 'ended')
          end(told.result.failureMessage === null ? { kind: 'passed', steps } : { kind: 'failed', test: 'a hook' });
      });
    });
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
