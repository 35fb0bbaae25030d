import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from '../notifier.ts';
import { reasonOf } from '../agent-error.ts';
import type { Log } from '../log.ts';
import { EngineProcesses, STDERR_FILE, STDOUT_FILE, TASK_DIR } from './engine-processes.ts';
import { TASK_ID, type EngineReaper } from './engine-reaper.ts';

/** The file in a task folder that identifies the engine's first process for the next start of the agent. */
export const ENGINE_FILE = 'engine.json';

export type EngineEnd =
  /** `bySignal`: a signal ended the command, or a command in a shell that passed on the command's exit status. */
  | { readonly kind: 'ended'; readonly how: string; readonly bySignal: boolean }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'time-limit' }
  | { readonly kind: 'cancelled' };

interface EngineDeps {
  readonly reaper: EngineReaper;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly killAfterMs: number;
  readonly log: Log;
}

interface EngineCommand {
  readonly command: string;
  readonly folder: string;
  readonly taskId: string;
  readonly pointName: string;
  /** In ms of `performance.now()`, which is independent of the system clock. `Infinity` means no deadline. */
  readonly deadline: number;
  /** Aborted when the task is cancelled. */
  readonly signal: AbortSignal;
  readonly onStart: () => void;
}

/**
 * Runs the command in the task's folder until it ends, its time is up or the task is cancelled. Then kills all
 * processes that the command left running.
 */
export async function runEngine(deps: EngineDeps, task: EngineCommand): Promise<EngineEnd> {
  const stdout = await open(join(task.folder, STDOUT_FILE), 'w');
  const stderr = await open(join(task.folder, STDERR_FILE), 'w');
  const [program = '', ...args] = dieWithAgent(['sh', '-c', task.command]);
  const child = spawn(program, args, {
    cwd: task.folder,
    detached: true,
    stdio: ['ignore', stdout.fd, stderr.fd, 'pipe'],
    env: { ...process.env, [TASK_ID]: task.taskId, GRID_POINT_NAME: task.pointName, [TASK_DIR]: task.folder },
  });
  const ended = once(child, 'exit').then(
    ([code, signal]): EngineEnd => ({
      kind: 'ended',
      how: signal ? `ended by ${signal}` : `exit status ${code}`,
      bySignal: signal !== null || isStatusOfSignal(code as number),
    }),
    (error: unknown): EngineEnd => ({ kind: 'not-started', reason: reasonOf(error) }),
  );
  const group = child.pid;
  const engine = group === undefined ? undefined : { group, taskId: task.taskId, folder: task.folder };
  const processes = group === undefined ? undefined : new EngineProcesses(group, task.folder);
  if (engine !== undefined) {
    deps.reaper.watch(engine);
    letBegin(child);
  }
  await Promise.all([stdout.close(), stderr.close()]);
  if (engine === undefined || processes === undefined) return ended;

  try {
    await writeFile(join(task.folder, ENGINE_FILE), JSON.stringify(processes.leader ?? null));
    task.onStart();
    const end = await Promise.race([ended, passed(task.deadline, ended), cancelled(task.signal)]);
    if (end.kind === 'time-limit' || end.kind === 'cancelled') await processes.end(deps.killAfterMs);
    await ended;
    return end;
  } finally {
    // A background process that outlives its engine would take cores from the next task.
    await processes.killRest(deps.log, task.taskId);
    deps.reaper.unwatch(engine);
  }
}

/** Returns whether a shell uses this exit status for a command that a signal ended: 128 plus the signal's number. */
function isStatusOfSignal(status: number): boolean {
  return status > 128 && status <= 192;
}

/** Resolves at the deadline or when the engine has ended. Waits in steps, because a timer lasts at most 24 days. */
async function passed(deadline: number, ended: Promise<EngineEnd>): Promise<EngineEnd> {
  if (deadline === Infinity) return ended;
  const cancel = new AbortController();
  void ended.then(() => cancel.abort());
  while (performance.now() < deadline && !cancel.signal.aborted) {
    const stepMs = Math.min(deadline - performance.now(), LONGEST_TIMER_MS);
    await sleep(stepMs, undefined, { signal: cancel.signal }).catch(() => undefined);
  }
  return cancel.signal.aborted ? ended : { kind: 'time-limit' };
}

async function cancelled(signal: AbortSignal): Promise<EngineEnd> {
  if (!signal.aborted) await once(signal, 'abort');
  return { kind: 'cancelled' };
}

let setprivWorks: boolean | undefined;

/**
 * Makes the kernel kill the engine's first process when the agent dies for any reason. The command waits for a line on
 * descriptor 3, which arrives once the reaper knows the process group. If the agent dies before that, the command never
 * starts.
 */
function dieWithAgent(command: readonly string[]): string[] {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0;
  const onceLet = ['sh', '-c', 'read -r line <&3 && exec "$@" 3<&-', 'sh', ...command];
  return setprivWorks ? ['setpriv', '--pdeathsig', 'KILL', ...onceLet] : onceLet;
}

function letBegin({ stdio }: ChildProcess): void {
  const gate = stdio[3] as Writable;
  gate.on('error', () => undefined);
  gate.end('\n');
}
