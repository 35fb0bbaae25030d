import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskReport, TaskSpec } from '@almagest/contracts/grid';
import { Retries, type RetryPolicy } from '@almagest/http-client';
import { reasonOf } from '../agent-error.ts';
import type { NamedArtifact } from '../decisions/artifacts.ts';
import { hasSeed, sendsModel, withWarnings } from '../decisions/report.ts';
import { collectArtifacts } from '../disk/collect-artifacts.ts';
import { makeReadable } from '../disk/regular-file.ts';
import type { Spool } from '../disk/spool.ts';
import { STDERR_FILE, STDOUT_FILE } from '../engine/engine-processes.ts';
import type { Log } from '../log.ts';

interface KeepDeps {
  readonly spool: Spool;
  /** Removes a file or folder. Never throws. */
  readonly remove: (path: string) => Promise<void>;
  readonly log: Log;
  readonly retry: RetryPolicy;
}

const MODEL = 'out.7';

/** How a task has ended. */
export interface Ended {
  readonly report: TaskReport;
  /** The engine's descriptions of the files in `out`. */
  readonly named: readonly NamedArtifact[];
}

/**
 * Moves the result of a task from its folder into the spool. Retries until the result is on disk, even if the disk is
 * full.
 */
export async function keepResult(
  { spool, remove, log, retry }: KeepDeps,
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
      await removeScratch(folder, remove);
      await retries.next({});
    }
  }
}

/** The entries of a task's folder from which the agent builds the report, now or after a restart. */
const OF_REPORT: ReadonlySet<string> = new Set(['task.json', 'result.json', MODEL, 'out', STDOUT_FILE, STDERR_FILE]);

/** Removes the engine's files that no report needs. These files may have filled the disk. */
async function removeScratch(folder: string, remove: KeepDeps['remove']): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) if (!OF_REPORT.has(name)) await remove(join(folder, name));
}

/** Returns the path of the model structure that the engine has written, if any. */
async function modelIn(folder: string): Promise<string | undefined> {
  const path = join(folder, MODEL);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && (await makeReadable(path)) ? path : undefined;
}
