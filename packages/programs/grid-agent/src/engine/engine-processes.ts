import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import {
  environmentOf,
  identify,
  isSameProcess,
  processesOfEngine,
  signalGroup,
  signalProcess,
  type EngineProcess,
  type IsMarked,
  type ProcessIdentity,
} from './process-table.ts';

const LOOK_AGAIN_MS = 50;
/** How long to wait for killed processes to end. A process that waits for a disk takes longer. */
const END_MS = 2_000;

export const STDOUT_FILE = 'stdout.log';
export const STDERR_FILE = 'stderr.log';

/** The environment variable that names the folder of a task. */
export const TASK_DIR = 'GRID_TASK_DIR';

/**
 * Returns a check for processes that work in this folder, under any path. A copy of the folder does not count. Daemons
 * may clear their environment or overwrite it with a title, but many still write to the engine's output.
 */
export function worksIn(folder: string): IsMarked {
  const own = placeOf(folder);
  const outputs = [STDOUT_FILE, STDERR_FILE].flatMap((name) => placeOf(join(folder, name)) ?? []);
  return (pid) => {
    const marker = environmentOf(pid).find((one) => one.startsWith(`${TASK_DIR}=`));
    const path = marker?.slice(TASK_DIR.length + 1);
    if (path !== undefined && (path === folder || (own !== undefined && placeOf(path) === own))) return true;
    return [1, 2].some((descriptor) => outputs.includes(placeOf(`/proc/${pid}/fd/${descriptor}`) ?? ''));
  };
}

/**
 * Returns the identity of a file. Returns undefined if the file does not exist or belongs to another user's process.
 */
function placeOf(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  } catch {
    return undefined;
  }
}

/** All processes of one engine, including processes that have joined other groups and sessions. */
export class EngineProcesses {
  readonly #group: number;
  readonly #isMarked: IsMarked;
  readonly #leader: ProcessIdentity | undefined;
  /** Processes found earlier. Some were recognised only by their parents, which may have ended since. */
  #known: readonly EngineProcess[] = [];

  constructor(group: number, folder: string) {
    this.#group = group;
    this.#isMarked = worksIn(folder);
    this.#leader = identify(group);
  }

  /** The identity of the first process. Undefined if it has already ended. */
  get leader(): ProcessIdentity | undefined {
    return this.#leader;
  }

  /** Sends SIGTERM to all processes, then SIGKILL to processes that still run after `killAfterMs`. */
  async end(killAfterMs: number): Promise<void> {
    this.#signal('SIGTERM');
    const deadline = performance.now() + killAfterMs;
    while (performance.now() < deadline && this.#look().length > 0) await sleep(Math.min(LOOK_AGAIN_MS, killAfterMs));
    this.#signal('SIGKILL');
  }

  /** Kills the processes that have outlived their engine. Logs the processes that still run. */
  async killRest(log: Log, taskId: string): Promise<void> {
    const deadline = performance.now() + END_MS;
    let left = this.#signal('SIGKILL');
    while (left.length > 0 && performance.now() < deadline) {
      await sleep(LOOK_AGAIN_MS);
      left = this.#signal('SIGKILL');
    }
    if (left.length === 0) return;
    const processes = left.map(({ pid, name }) => `${name} (${pid})`).join(', ');
    log.warn('an engine has left processes that cannot be ended', { task: taskId, processes });
  }

  #look(): readonly EngineProcess[] {
    const found = processesOfEngine(this.#leader, this.#isMarked);
    const pids = new Set(found.map(({ pid }) => pid));
    this.#known = [...found, ...this.#known.filter((known) => !pids.has(known.pid) && isSameProcess(known))];
    return this.#known;
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): readonly EngineProcess[] {
    const running = this.#look();
    signalGroup(this.#group, signal);
    for (const process of running) signalProcess(process, signal);
    return running;
  }
}
