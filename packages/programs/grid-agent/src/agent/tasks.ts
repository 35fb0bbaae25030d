import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskSpec } from '@almagest/contracts/grid';
import type { RetryPolicy } from '@almagest/http-client';
import { AGENT_VERSION } from '../agent-version.ts';
import type { Notifier } from '../notifier.ts';
import type { Allocation } from '../decisions/allocation.ts';
import { fullDiskIn } from '../decisions/full-disk.ts';
import { reportOfFailure, reportOfResult, type Run } from '../decisions/report.ts';
import type { Spool } from '../disk/spool.ts';
import { runEngine, type EngineEnd } from '../engine/engine.ts';
import { STDERR_FILE } from '../engine/engine-processes.ts';
import type { EngineReaper } from '../engine/engine-reaper.ts';
import { readResult, tailOf, type ResultFile } from '../engine/result-file.ts';
import { reasonOf } from '../agent-error.ts';
import type { Log } from '../log.ts';
import type { Deliveries } from './deliveries.ts';
import type { LiveLogs } from './live-logs.ts';
import type { Stop } from './stop.ts';
import type { TaskReturns } from './task-returns.ts';
import { fetchInputs, type Inputs } from './inputs.ts';
import { keepResult, type Ended } from './keep-result.ts';
import type { SelfPause } from './self-pause.ts';

interface TasksDeps {
  readonly inputs: Parameters<typeof fetchInputs>[0];
  readonly reaper: EngineReaper;
  readonly spool: Spool;
  readonly deliveries: Deliveries;
  readonly taskReturns: TaskReturns;
  readonly liveLogs: LiveLogs;
  /** Removes a folder. Never throws. */
  readonly remove: (folder: string) => Promise<void>;
  readonly log: Log;
  readonly nodeId: string;
  readonly engine: string;
  readonly killAfterMs: number;
  readonly dir: string;
  readonly retry: RetryPolicy;
  readonly selfPause: SelfPause;
  readonly allocation: Allocation;
  readonly stop: Stop;
  /** Notified when a task has ended. */
  readonly change: Notifier;
}

interface Attempt {
  readonly folder: string;
  /** When the task was claimed, in ms of `performance.now()`. */
  readonly from: number;
  /** Aborted when the task is cancelled. */
  readonly signal: AbortSignal;
}

interface RunningTask {
  readonly end: Promise<void>;
  readonly cancellation: AbortController;
}

/** Holds the tasks that occupy slots, from the claim until the report is on disk. */
export class Tasks {
  readonly #deps: TasksDeps;
  readonly #running = new Map<string, RunningTask>();

  constructor(deps: TasksDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#running.size;
  }

  has(taskId: string): boolean {
    return this.#running.has(taskId);
  }

  start(task: TaskSpec): void {
    const id = task.task_id;
    const cancellation = new AbortController();
    const end = this.#run(task, cancellation.signal).finally(() => {
      this.#running.delete(id);
      this.#deps.change.notify();
    });
    this.#running.set(id, { end, cancellation });
  }

  /** Stops the engine of a cancelled task. The task is returned to the coordinator instead of being reported. */
  cancel(taskId: string): void {
    this.#running.get(taskId)?.cancellation.abort();
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ end }) => end));
  }

  async #run(task: TaskSpec, signal: AbortSignal): Promise<void> {
    const { log, dir, deliveries, remove } = this.#deps;
    const from = performance.now();
    const folder = join(dir, task.task_id);
    log.info('task claimed', { task: task.task_id, point: task.point_name, type: task.task_type, wave: task.wave });
    const ended = await this.#compute(task, { folder, from, signal }).catch((error: unknown) =>
      this.#returnFaulty(task, `this node cannot start the engine: ${reasonOf(error)}`),
    );
    this.#deps.selfPause.endTrial();
    if (ended === 'returned') return await remove(folder);
    this.#deps.allocation.note(performance.now() - from);
    const { report } = ended;
    log.info('task ended', {
      task: task.task_id,
      status: report.status,
      converged: report.converged,
      elapsed_sec: report.elapsed_sec,
      reason: report.error_message,
    });
    await keepResult(this.#deps, task, ended, folder);
    deliveries.add(task.task_id);
    await remove(folder);
  }

  async #compute(task: TaskSpec, { folder, from, signal }: Attempt): Promise<Ended | 'returned'> {
    const { reaper, killAfterMs, engine: command, taskReturns, liveLogs, log, selfPause } = this.#deps;
    const deadline = task.timeout_sec > 0 ? from + task.timeout_sec * 1000 : Infinity;
    await this.#deps.remove(folder);
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'task.json'), JSON.stringify(task));
    const inputs: Inputs = await fetchInputs(this.#deps.inputs, task, { folder, deadline, signal });
    if (signal.aborted) return await this.#returnCancelled(task);
    if (inputs.kind === 'unavailable') {
      await taskReturns.return(task.task_id, inputs.message);
      return 'returned';
    }
    if (inputs.kind !== 'ready')
      return failed(task, { status: 'failed', message: inputs.message }, this.#runSince(from));
    const { task_id: taskId, point_name: pointName } = task;
    const onStart = () => this.#noteStart();
    const run = { command, folder, taskId, pointName, deadline, signal, onStart };
    const ended = new AbortController();
    void liveLogs.follow(taskId, folder, ended.signal);
    const end = await runEngine({ reaper, killAfterMs, log }, run).finally(() => ended.abort());
    if (end.kind === 'not-started')
      return await this.#returnFaulty(task, `this node cannot start the engine: ${end.reason}`);
    if (end.kind === 'cancelled') return await this.#returnCancelled(task);
    const ran = { ...this.#runSince(from), assetVersions: inputs.assetVersions };
    if (end.kind === 'time-limit') {
      return failed(task, { status: 'timeout', message: `time limit of ${task.timeout_sec} s reached` }, ran);
    }
    const read = await readResult(folder);
    const lost = await this.#whyLost(end, read, folder);
    if (lost?.cause === 'stop') {
      await taskReturns.return(taskId, lost.reason);
      return 'returned';
    }
    if (lost !== undefined) return await this.#returnFaulty(task, lost.reason);
    selfPause.forget();
    if (read.ok) {
      for (const field of read.mended)
        log.warn('a field of result.json is invalid and was clamped or left out', { task: taskId, field });
      return { report: reportOfResult(task, read.result, ran), named: read.result.artifacts ?? [] };
    }
    const tail = await tailOf(join(folder, STDERR_FILE));
    const message = [`${read.fault}; engine: ${end.how}`, tail].filter(Boolean).join('\n');
    return failed(task, { status: 'failed', message }, ran);
  }

  /** Returns why a failure says nothing about the point. Returns undefined if the engine's result counts. */
  async #whyLost({ how, bySignal }: EndedByItself, read: ResultFile, folder: string): Promise<Loss | undefined> {
    if (read.ok && read.result.converged) return undefined;
    // Some engines catch SIGTERM and then exit with another status.
    const mayBeStopped = bySignal || !read.ok;
    if (mayBeStopped && (await this.#isBeingStopped()))
      return { cause: 'stop', reason: `the node is being stopped, engine: ${how}` };
    if (read.ok && (read.result.failed_stage ?? null) === null) return undefined;
    const texts = [read.ok ? read.result.error_message : undefined, await tailOf(join(folder, STDERR_FILE))];
    const fault = (await this.#deps.selfPause.faultOfMachine()) ?? fullDiskIn(texts);
    return fault === undefined ? undefined : { cause: 'machine', reason: `this node cannot finish a task: ${fault}` };
  }

  #noteStart(): void {
    const { selfPause, change } = this.#deps;
    selfPause.noteStart();
    change.notify();
  }

  /**
   * Returns a task that failed because of this machine. The failure says nothing about the point, but other tasks
   * may fail too.
   */
  async #returnFaulty(task: TaskSpec, reason: string): Promise<'returned'> {
    this.#deps.selfPause.begin(reason);
    await this.#deps.taskReturns.return(task.task_id, reason);
    return 'returned';
  }

  /**
   * Returns whether the agent is stopping. Waits up to `killAfterMs` for a stop signal. Batch systems send SIGTERM to
   * all processes, so an engine may end before the agent receives its signal.
   */
  async #isBeingStopped(): Promise<boolean> {
    const { stop, killAfterMs, log } = this.#deps;
    if (!stop.isStopping)
      log.warn('an engine was ended by a signal or left no result, waiting to see whether the agent is stopped too');
    await stop.wait(killAfterMs);
    return stop.isStopping;
  }

  async #returnCancelled(task: TaskSpec): Promise<'returned'> {
    await this.#deps.taskReturns.return(task.task_id, 'the task was cancelled and its engine was stopped');
    return 'returned';
  }

  #runSince(from: number): Run {
    return {
      nodeId: this.#deps.nodeId,
      agentVersion: AGENT_VERSION,
      elapsedSec: Math.round(performance.now() - from) / 1000,
    };
  }
}

type EndedByItself = Extract<EngineEnd, { readonly kind: 'ended' }>;

interface Loss {
  readonly cause: 'stop' | 'machine';
  readonly reason: string;
}

function failed(...of: Parameters<typeof reportOfFailure>): Ended {
  return { report: reportOfFailure(...of), named: [] };
}
