import { spawn, type ChildProcess } from 'node:child_process';
import { worksIn } from './engine-processes.ts';
import { processesOfEngine, signalGroup, signalProcess } from './process-table.ts';

export interface WatchedEngine {
  /** The process group that the engine's first process leads. */
  readonly group: number;
  readonly taskId: string;
  readonly folder: string;
}

/** The environment variable that marks the processes of an engine. */
export const TASK_ID = 'GRID_TASK_ID';

/**
 * Reads lines `+ group:mark` and `- group:mark`, where the mark is `GRID_TASK_ID=...`, and kills the remaining engines
 * when its input ends. The kernel closes the input when the agent dies for any reason. The script ignores the usual
 * stop signals, because it must outlive the agent. It looks for marked processes twice, because a process may start
 * another one during the first search.
 */
const SCRIPT = `
trap '' HUP INT TERM USR1 USR2 XCPU
engines=
while read -r sign engine; do
  rest=
  for each in $engines; do [ "$each" = "$engine" ] || rest="$rest $each"; done
  engines=$rest
  [ "$sign" = + ] && engines="$engines $engine"
done
for each in $engines; do kill -s KILL -- "-\${each%%:*}"; done
for pass in 1 2; do
  for each in $engines; do
    for found in $(grep -lzxF -- "\${each#*:}" /proc/[0-9]*/environ); do
      found=\${found%/environ}
      kill -s KILL "\${found#/proc/}"
    done
  done
done
`;

/**
 * Runs a small process that kills the engines if the agent is killed. The kernel's parent-death signal reaches only the
 * engine's first process, not its children.
 */
export class EngineReaper {
  readonly #engines = new Map<number, WatchedEngine>();
  #closed = false;
  #process: ChildProcess = this.#start();

  watch(engine: WatchedEngine): void {
    this.#engines.set(engine.group, engine);
    this.#send('+', engine);
  }

  unwatch(engine: WatchedEngine): void {
    this.#engines.delete(engine.group);
    this.#send('-', engine);
  }

  killAll(): void {
    for (const engine of this.#engines.values()) {
      signalGroup(engine.group, 'SIGKILL');
      for (const process of processesOfEngine(undefined, worksIn(engine.folder))) signalProcess(process, 'SIGKILL');
    }
  }

  close(): void {
    this.#closed = true;
    this.#process.stdin?.end();
  }

  #send(sign: '+' | '-', engine: WatchedEngine): void {
    this.#process.stdin?.write(lineOf(sign, engine));
  }

  /**
   * Starts the reaper in a separate process group, so that it survives signals that a terminal or a supervisor sends to
   * the agent's group.
   */
  #start(): ChildProcess {
    const child = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    child.unref();
    child.stdin.on('error', () => undefined);
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (!this.#closed) this.#process = this.#start();
    });
    for (const engine of this.#engines.values()) child.stdin.write(lineOf('+', engine));
    return child;
  }
}

function lineOf(sign: '+' | '-', engine: WatchedEngine): string {
  return `${sign} ${engine.group}:${TASK_ID}=${engine.taskId}\n`;
}
