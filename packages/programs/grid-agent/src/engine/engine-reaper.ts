import { spawn, type ChildProcess } from 'node:child_process';
import { signalGroup } from './process-table.ts';

/**
 * Reads `+ group` and `- group`, and kills the remaining groups when its input ends. The kernel closes the input
 * however the agent dies. The script ignores the signals of an orderly stop, because it must outlive the agent.
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
 * A small process that ends the engines' process groups when the agent is killed. The kernel's parent-death signal only
 * reaches the engine's first process and not its children.
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

  /** Ends all engines now. */
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

  /** Its own process group keeps the reaper alive when a terminal or a supervisor signals the agent's group. */
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
