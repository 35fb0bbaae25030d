import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from '../notifier.ts';
import { reasonOf } from '../failure.ts';
import type { Guardian } from './guardian.ts';
import { identify, signalGroup } from './process-table.ts';

/** The file of a task folder that names the engine's first process, for the agent's next life. */
export const ENGINE_FILE = 'engine.json';
export const STDERR_FILE = 'stderr.log';

/** The variable that every process of an engine inherits, by which it is known again. */
export function markOf(taskId: string): string {
  return `GRID_TASK_ID=${taskId}`;
}

export type EngineEnd = { readonly kind: 'ended'; readonly how: string } | { readonly kind: 'time-limit' };

interface EngineDeps {
  readonly guardian: Guardian;
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

/** Runs the command in the task's folder until it ends or its time is up; nothing of its process group is left then. */
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

  deps.guardian.watch(group);
  try {
    await writeFile(join(task.folder, ENGINE_FILE), JSON.stringify(identify(group) ?? null));
    const end = await Promise.race([ended, passed(task.deadline, ended)]);
    if (end.kind === 'time-limit') await endGroup(group, deps.killAfterMs);
    await ended;
    return end;
  } finally {
    // A background process that outlives its engine would go on taking the cores that the next task is given.
    signalGroup(group, 'SIGKILL');
    deps.guardian.unwatch(group);
  }
}

/** Resolves at the deadline; in steps, because a timer holds 24 days only. Never after the engine has ended. */
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

/** Asks the whole group to end and, where that did not help, ends it. */
async function endGroup(group: number, killAfterMs: number): Promise<void> {
  signalGroup(group, 'SIGTERM');
  const deadline = Date.now() + killAfterMs;
  while (Date.now() < deadline && signalGroup(group, 0)) await sleep(Math.min(LOOK_AGAIN_MS, killAfterMs));
  signalGroup(group, 'SIGKILL');
}

let setprivWorks: boolean | undefined;

/**
 * Lets the kernel kill the engine's first process when the agent dies in whatever way. The signal is asked for after
 * the fork: the shell in between closes the gap in which an agent that is dead already would go unnoticed.
 */
function dieWithAgent(command: readonly string[]): string[] {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0;
  if (!setprivWorks) return [...command];
  const unlessOrphaned = '[ "$PPID" = "$0" ] && exec "$@"';
  return ['setpriv', '--pdeathsig', 'KILL', 'sh', '-c', unlessOrphaned, String(process.pid), ...command];
}
