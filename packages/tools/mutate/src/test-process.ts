import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@almagest/test-kit/compile-cache';
import type { Choice, Loaded, TestEnded } from './follow-tests.ts';
import type { Plan } from './load-broken.ts';
import { CHECKOUT, type Package } from './packages.ts';

interface Step {
  readonly name: string;
  readonly reached: readonly number[];
}

export type Outcome =
  | {
      readonly kind: 'passed';
      readonly steps: readonly Step[];
      readonly loaded: readonly number[];
      readonly ms: number;
    }
  | { readonly kind: 'failed' | 'hung'; readonly test: string };

interface Run extends Choice {
  readonly limitMs: number;
}

type Told =
  | TestEnded
  | Loaded
  | { readonly kind: 'began' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'ended'; readonly result: { readonly failureMessage: string | null } };

const RUNNER = join(CHECKOUT, 'packages/tools/test-runner/src/process.ts');
/** The number of runs before a new process is started, because memory grows with each run. */
const MOST_RUNS = 60;
const here = (file: string) => join(import.meta.dirname, file);

/** A process that loads the sources once and runs test files, each time with another broken guard. */
export class TestProcess {
  readonly #project: object;
  readonly #temporary = mkdtempSync(join(tmpdir(), 'mutate-'));
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #runs = 0;

  constructor({ folder }: Package, plan: Plan, env: Readonly<Record<string, string>> = {}) {
    this.#project = { rootDir: join(CHECKOUT, folder), testMatch: [], setupFiles: [], slowTestThreshold: 1e9 };
    const planFile = join(this.#temporary, 'plan.json');
    writeFileSync(planFile, JSON.stringify(plan));
    this.#env = { BROKEN_SOURCES: planFile, REACHED_GUARDS: join(this.#temporary, 'reached'), ...env };
  }

  get isFresh(): boolean {
    return this.#child === undefined;
  }

  /** Runs a test file until its first failure. The process is used again unless it hangs or a hook fails. */
  async run(file: string, { limitMs, ...choice }: Run): Promise<Outcome> {
    if (this.#runs >= MOST_RUNS) await this.stop();
    this.#runs += 1;
    const child = (this.#child ??= this.#start());
    const began = performance.now();
    const steps: Step[] = [];
    let loaded: readonly number[] = [];
    let failed: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    const outcome = await new Promise<Outcome & { isSpoilt: boolean }>((resolve) => {
      const end = (kind: 'failed' | 'hung', test: string, isSpoilt = true) => resolve({ kind, test, isSpoilt });
      const last = () => steps.at(-1)?.name ?? 'it started';
      const giveUp = () => (failed === undefined ? end('hung', `after ${last()}`) : end('failed', failed));
      timer = setTimeout(giveUp, limitMs);
      child.on('exit', () => end('failed', failed ?? `the process ended after ${last()}`));
      child.on('message', (told: Told) => {
        if (told.kind === 'loaded') loaded = told.reached;
        else if (told.kind === 'test-ended') {
          if (told.hasFailed) failed ??= told.name;
          steps.push({ name: told.name, reached: told.reached });
        } else if (told.kind === 'broken') end('failed', `loading the file: ${told.message}`);
        else if (told.kind === 'ended') {
          if (failed !== undefined) end('failed', failed, false);
          else if (told.result.failureMessage !== null) end('failed', 'a hook');
          else resolve({ kind: 'passed', steps, loaded, ms: performance.now() - began, isSpoilt: false });
        }
      });
      child.send({
        path: join(CHECKOUT, file),
        project: this.#project,
        global: { expand: false },
        testTimeoutMs: limitMs,
        ...choice,
      });
    });
    clearTimeout(timer);
    child.removeAllListeners('message').removeAllListeners('exit');
    const { isSpoilt, ...result } = outcome;
    if (isSpoilt) await this.stop();
    return result;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#runs = 0;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  #start(): ChildProcess {
    const preload = `--import ${here('load-broken.ts')}`;
    return fork(RUNNER, {
      cwd: CHECKOUT,
      execArgv: [...process.execArgv, '--import', here('follow-tests.ts')],
      env: {
        ...process.env,
        TMPDIR: this.#temporary,
        ...COMPILE_CACHE,
        ...this.#env,
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`.trim(),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }
}
