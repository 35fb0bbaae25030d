import { spawn, type ChildProcess } from 'node:child_process';
import { signalGroup } from './process-table.ts';

/**
 * Reads lines `+ group` and `- group`, and kills the remaining groups when its input ends. The kernel closes the input
 * however the agent dies. The script ignores the usual stop signals, because it must outlive the agent.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r sign group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $group"
done
for each in $groups; do kill -s KILL -- "-$each"; done
`;

/**
 * Runs a small process that kills the engines' process groups if the agent is killed. The kernel's parent-death signal
 * reaches only the engine's first process, not its children.
 */
export class EngineReaper {
  readonly #groups = new Set<number>();
  #closed = false;
  #process: ChildProcess = this.#start();

  watch(group: number): void {
    this.#groups.add(group);
    this.#send('+', group);
  }

  unwatch(group: number): void {
    this.#groups.delete(group);
    this.#send('-', group);
  }

  /** Kills all engines immediately. */
  killAll(): void {
    for (const group of this.#groups) signalGroup(group, 'SIGKILL');
  }

  close(): void {
    this.#closed = true;
    this.#process.stdin?.end();
  }

  #send(sign: '+' | '-', group: number): void {
    this.#process.stdin?.write(`${sign} ${group}\n`);
  }

  /**
   * The reaper has its own process group, so that it survives signals that a terminal or a supervisor sends to the
   * agent's group.
   */
  #start(): ChildProcess {
    const child = spawn('sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    child.unref();
    child.stdin.on('error', () => undefined);
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (!this.#closed) this.#process = this.#start();
    });
    for (const group of this.#groups) child.stdin.write(`+ ${group}\n`);
    return child;
  }
}
