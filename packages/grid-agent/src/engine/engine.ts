import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from '../notifier.ts';
import { reasonOf } from '../failure.ts';
import type { EngineReaper } from './engine-reaper.ts';
import { identify, signalGroup } from './process-table.ts';

/** The file in a task folder that identifies the engine's first process, for the next start of the agent. */
export const ENGINE_FILE = 'engine.json';
export const STDERR_FILE = 'stderr.log';

/** The environment variable that identifies the processes of an engine. */
export function taskMarker(taskId: string): string {
  return `GRID_TASK_ID=${taskId}`;
}

export type EngineEnd = { readonly kind: 'ended'; readonly how: string } | { readonly kind: 'time-limit' };

interface EngineDeps {
  readonly reaper: EngineReaper;
  /** From SIGTERM to SIGKILL. */
  readonly killAfterMs: number;
}

interface EngineCommand {
  readonly command: string;
  readonly folder: string;
  readonly taskId: string;
  readonly pointName: string;
  /** Moment in ms since 1970; `Infinity` for none. */
  readonly deadline: number;
}

/** Runs the command in the task's folder until it ends or its time is up. Then ends its whole process group. */
export async function runEngine(deps: EngineDeps, task: EngineCommand): Promise<EngineEnd> {
  const stdout = await open(join(task.folder, 'stdout.log'), 'w');
  const stderr = await open(join(task.folder, STDERR_FILE), 'w');
  const [program = '', ...args] = dieWithAgent(['sh', '-c', task.command]);
  const child = spawn(program, args, {
    cwd: task.folder,
    detached: true,
    stdio: ['ignore', stdout.fd, stderr.fd],
    env: { ...process.env, GRID_TASK_ID: task.taskId, GRID_POINT_NAME: task.pointName, GRID_TASK_DIR: task.folder },
  });
  const ended = once(child, 'exit').then(
    ([code, signal]): EngineEnd => ({ kind: 'ended', how: signal ? `ended by ${signal}` : `exit status ${code}` }),
    (error: unknown): EngineEnd => ({ kind: 'ended', how: `cannot be started: ${reasonOf(error)}` }),
  );
  await Promise.all([stdout.close(), stderr.close()]);
  const group = child.pid;
  if (group === undefined) return ended;

  deps.reaper.watch(group);
  try {
    await writeFile(join(task.folder, ENGINE_FILE), JSON.stringify(identify(group) ?? null));
    const end = await Promise.race([ended, passed(task.deadline, ended)]);
    if (end.kind === 'time-limit') await endGroup(group, deps.killAfterMs);
    await ended;
    return end;
  } finally {
    // A background process that outlives its engine would keep using the cores of the next task.
    signalGroup(group, 'SIGKILL');
    deps.reaper.unwatch(group);
  }
}

/** Resolves at the deadline, but never after the engine has ended. In steps, because a timer lasts at most 24 days. */
async function passed(deadline: number, ended: Promise<EngineEnd>): Promise<EngineEnd> {
  if (deadline === Infinity) return ended;
  const cancel = new AbortController();
  void ended.then(() => cancel.abort());
  while (Date.now() < deadline && !cancel.signal.aborted) {
    const stepMs = Math.min(deadline - Date.now(), LONGEST_TIMER_MS);
    await sleep(stepMs, undefined, { signal: cancel.signal }).catch(() => undefined);
  }
  return cancel.signal.aborted ? ended : { kind: 'time-limit' };
}

const LOOK_AGAIN_MS = 50;

/** Sends SIGTERM to the whole group and, if that does not help, SIGKILL. */
async function endGroup(group: number, killAfterMs: number): Promise<void> {
  signalGroup(group, 'SIGTERM');
  const deadline = Date.now() + killAfterMs;
  while (Date.now() < deadline && signalGroup(group, 0)) await sleep(Math.min(LOOK_AGAIN_MS, killAfterMs));
  signalGroup(group, 'SIGKILL');
}

let setprivWorks: boolean | undefined;

/**
 * Makes the kernel kill the engine's first process however the agent dies. The signal is requested after the fork; the
 * shell in between covers the case that the agent is dead already.
 */
function dieWithAgent(command: readonly string[]): string[] {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0;
  if (!setprivWorks) return [...command];
  const unlessOrphaned = '[ "$PPID" = "$0" ] && exec "$@"';
  return ['setpriv', '--pdeathsig', 'KILL', 'sh', '-c', unlessOrphaned, String(process.pid), ...command];
}
