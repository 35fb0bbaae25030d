import { readdir, stat } from 'node:fs/promises';
import { AGENT_VERSION } from '../agent-version.ts';
import { basename, join } from 'node:path';
import { TaskSpec } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import type { RetryPolicy } from '@almagest/http-client';
import { reportOfResult } from '../decisions/report.ts';
import { readRegular } from '../disk/regular-file.ts';
import type { Spool } from '../disk/spool.ts';
import { ENGINE_FILE } from '../engine/engine.ts';
import { worksIn } from '../engine/engine-processes.ts';
import { parseIdentity, processesOfEngine, signalProcess } from '../engine/process-table.ts';
import { readResult } from '../engine/result-file.ts';
import type { Log } from '../log.ts';
import { keepResult } from './keep-result.ts';

interface LeftoversDeps {
  readonly spool: Spool;
  /** Removes a folder. Never throws. */
  readonly remove: (folder: string) => Promise<void>;
  readonly log: Log;
  readonly nodeId: string;
  readonly retry: RetryPolicy;
}

/**
 * Cleans up after an agent that was killed: stops engines that still run, turns complete results into reports, and
 * removes everything else. The coordinator requeues the unfinished tasks.
 */
export async function clearLeftovers(deps: LeftoversDeps, dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const folder = join(dir, name);
    const killed = await killEngine(folder);
    if (killed > 0) deps.log.warn('stopped an engine left by an earlier agent', { task: name, processes: killed });
    const isSaved = (await deps.spool.has(name)) || (await saveResult(deps, folder));
    const fate = isSaved ? 'its result will be reported' : 'the coordinator will requeue it';
    deps.log.warn('found a task left by an earlier agent', { task: name, fate });
    await deps.remove(folder);
  }
}

async function killEngine(folder: string): Promise<number> {
  const text = await readRegular(join(folder, ENGINE_FILE)).catch(() => '');
  const running = processesOfEngine(parseIdentity(text), worksIn(folder));
  for (const process of running) signalProcess(process, 'SIGKILL');
  return running.length;
}

const isTask = compile(TaskSpec);

async function saveResult(deps: LeftoversDeps, folder: string): Promise<boolean> {
  const task = await readTask(folder);
  const read = await readResult(folder);
  if (!task || !read.ok) return false;
  const report = reportOfResult(task, read.result, {
    nodeId: deps.nodeId,
    agentVersion: AGENT_VERSION,
    elapsedSec: await elapsedSec(folder),
  });
  await keepResult(deps, task, { report, named: read.result.artifacts ?? [] }, folder);
  return true;
}

async function readTask(folder: string): Promise<TaskSpec | undefined> {
  try {
    const checked = isTask(JSON.parse(await readRegular(join(folder, 'task.json'))));
    return checked.ok && checked.value.task_id === basename(folder) ? checked.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the seconds from the claim to the result, based on the files' modification times. Returns null if the clock
 * was set back in between.
 */
async function elapsedSec(folder: string): Promise<number | null> {
  const [claimed, done] = await Promise.all(['task.json', 'result.json'].map((name) => stat(join(folder, name))));
  const seconds = Math.round((done?.mtimeMs ?? 0) - (claimed?.mtimeMs ?? 0)) / 1000;
  return seconds < 0 ? null : seconds;
}
