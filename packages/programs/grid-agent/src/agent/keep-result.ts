import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { Retries, type RetryPolicy } from '@almagest/http-client';
import { reasonOf } from '../agent-error.ts';
import type { NamedArtifact } from '../decisions/artifacts.ts';
import { hasSeed, sendsModel, withWarnings } from '../decisions/report.ts';
import { collectArtifacts } from '../disk/collect-artifacts.ts';
import { makeReadable } from '../disk/regular-file.ts';
import type { Spool } from '../disk/spool.ts';
import type { Log } from '../log.ts';

interface KeepDeps {
  readonly spool: Spool;
  readonly log: Log;
  readonly retry: RetryPolicy;
}

/** How a task has ended. */
export interface Ended {
  readonly report: TaskReport;
  /** The engine's descriptions of the files in `out`. */
  readonly named: readonly NamedArtifact[];
}

/** Moves the result of a task from its folder into the spool. Retries until it is on disk, even if the disk is full. */
export async function keepResult(
  { spool, log, retry }: KeepDeps,
  task: TaskSpec,
  { report, named }: Ended,
  folder: string,
): Promise<void> {
  const about = { task: task.task_id };
  const model = sendsModel(task, report) ? await modelIn(folder) : undefined;
  if (hasSeed(report) && model === undefined) log.warn('converged, but there is no readable out.7', about);
  const retries = new Retries({ policy: retry });
  for (;;) {
    try {
      const { artifacts, warnings } = await collectArtifacts(folder, named);
      for (const warning of warnings) log.warn('skipping a file', { ...about, warning });
      return await spool.put(withWarnings(report, warnings), model, artifacts);
    } catch (error) {
      log.error('cannot write the report', { ...about, reason: reasonOf(error) });
      await retries.next({});
    }
  }
}

/** Returns the path of the model structure if the engine has written one. */
async function modelIn(folder: string): Promise<string | undefined> {
  const path = join(folder, 'out.7');
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && (await makeReadable(path)) ? path : undefined;
}
