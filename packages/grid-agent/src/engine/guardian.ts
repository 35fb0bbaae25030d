import { spawn, type ChildProcess } from 'node:child_process';
import { signalGroup } from './process-table.ts';

/**
 * Reads `+ group` and `- group` and kills what is left when its input ends, which the kernel brings about however the
 * agent dies. It ignores the signals of an orderly stop: it must outlive the agent by a moment.
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
 * A small process that ends the engines' process groups when the agent is killed. The kernel's own signal at the
 * parent's death reaches only the engine's first process, never what that one has started.
 */
export class Guardian {
  readonly #groups = new Set<number>();
  #closed = false;
  #process: ChildProcess = this.#start();

  watch(group: number): void {
    this.#groups.add(group);
    this.#tell('+', group);
  }

  unwatch(group: number): void {
    this.#groups.delete(group);
    this.#tell('-', group);
  }

  /** Ends all engines now. */
  killAll(): void {
    for (const group of this.#groups) signalGroup(group, 'SIGKILL');
  }

  close(): void {
    this.#closed = true;
    this.#process.stdin?.end();
  }

  #tell(sign: '+' | '-', group: number): void {
    this.#process.stdin?.write(`${sign} ${group}\n`);
  }

  /** A group of its own keeps the guardian alive when a terminal or a supervisor signals the agent's group. */
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
