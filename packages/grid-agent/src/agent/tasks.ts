import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import type { Notifier } from '../notifier.ts';
import { backoffMs, type Backoff } from '../decisions/backoff.ts';
import { hasSeed, reportOfFailure, reportOfResult, type Run } from '../decisions/report.ts';
import type { Spool } from '../disk/spool.ts';
import { runEngine, STDERR_FILE } from '../engine/engine.ts';
import type { EngineReaper } from '../engine/engine-reaper.ts';
import { readResult, tailOf } from '../engine/result-file.ts';
import { reasonOf } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Deliveries } from './deliveries.ts';
import type { TaskReturns } from './task-returns.ts';
import { fetchInputs, type Inputs } from './inputs.ts';
import { findSeed } from './leftovers.ts';

interface TasksDeps {
  readonly inputs: Parameters<typeof fetchInputs>[0];
  readonly reaper: EngineReaper;
  readonly spool: Spool;
  readonly deliveries: Deliveries;
  readonly taskReturns: TaskReturns;
  readonly log: Log;
  readonly nodeId: string;
  readonly engine: string;
  readonly killAfterMs: number;
  readonly dir: string;
  readonly retry: Backoff;
  /** Notified when a task has ended. */
  readonly change: Notifier;
}

/** The tasks that occupy slots: from the claim until the report is safe on the disk. */
export class Tasks {
  readonly #deps: TasksDeps;
  readonly #running = new Map<string, Promise<void>>();

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
    const running = this.#run(task).finally(() => {
      this.#running.delete(id);
      this.#deps.change.notify();
    });
    this.#running.set(id, running);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #run(task: TaskSpec): Promise<void> {
    const { log, dir, deliveries } = this.#deps;
    const from = Date.now();
    const folder = join(dir, task.task_id);
    log.info('task claimed', { task: task.task_id, point: task.point_name, type: task.task_type, wave: task.wave });
    const report = await this.#compute(task, folder, from).catch((error: unknown) => {
      const message = `the node cannot run the task: ${reasonOf(error)}`;
      return reportOfFailure(task, { status: 'failed', message }, this.#runSince(from));
    });
    if (report === 'returned') return await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    log.info('task ended', {
      task: task.task_id,
      status: report.status,
      converged: report.converged,
      elapsed_sec: report.elapsed_sec,
      reason: report.error_message,
    });
    await this.#spool(report, folder);
    deliveries.add(task.task_id);
    // The next start removes a folder that cannot be removed now.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }

  async #compute(task: TaskSpec, folder: string, from: number): Promise<TaskReport | 'returned'> {
    const { reaper, killAfterMs, engine: command, taskReturns } = this.#deps;
    const deadline = task.timeout_sec > 0 ? from + task.timeout_sec * 1000 : Infinity;
    await rm(folder, { recursive: true, force: true });
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'task.json'), JSON.stringify(task));
    const inputs: Inputs = await fetchInputs(this.#deps.inputs, task, { folder, deadline });
    if (inputs.kind === 'unavailable') {
      await taskReturns.return(task.task_id, inputs.message);
      return 'returned';
    }
    if (inputs.kind === 'failed')
      return reportOfFailure(task, { status: 'failed', message: inputs.message }, this.#runSince(from));
    const { task_id: taskId, point_name: pointName } = task;
    const end = await runEngine({ reaper, killAfterMs }, { command, folder, taskId, pointName, deadline });
    const run = this.#runSince(from);
    if (end.kind === 'time-limit') {
      return reportOfFailure(task, { status: 'timeout', message: `time limit of ${task.timeout_sec} s` }, run);
    }
    const read = await readResult(folder);
    if (read.ok) return reportOfResult(task, read.result, run);
    const tail = await tailOf(join(folder, STDERR_FILE));
    const message = [`${read.fault}; engine: ${end.how}`, tail].filter(Boolean).join('\n');
    return reportOfFailure(task, { status: 'failed', message }, run);
  }

  /** Retries until it succeeds, also on a full disk: the slot stays in use, but no result is lost. */
  async #spool(report: TaskReport, folder: string): Promise<void> {
    const { spool, log, retry } = this.#deps;
    const seed = hasSeed(report) ? await findSeed(folder) : undefined;
    if (hasSeed(report) && seed === undefined) log.warn('converged without out.7', { task: report.task_id });
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await spool.put(report, seed);
      } catch (error) {
        log.error('the report cannot be written', { task: report.task_id, reason: reasonOf(error) });
        await sleep(backoffMs(attempt, retry, Math.random()));
      }
    }
  }

  #runSince(from: number): Run {
    return { nodeId: this.#deps.nodeId, elapsedSec: Math.round(Date.now() - from) / 1000 };
  }
}
