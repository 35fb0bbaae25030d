import { spawnSync } from 'node:child_process';

let setprivWorks: boolean | undefined;

function hasSetpriv(): boolean {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return setprivWorks;
}

/**
 * The command, changed so that the kernel sends it a signal when this process ends in any way, SIGKILL included.
 * Where setpriv is missing the command comes back unchanged.
 *
 * The signal is tied to the thread that spawns, so this is not for worker threads. It is asked for after the
 * fork: the shell in between closes the gap in which a parent that is already dead would go unnoticed.
 */
export function dieWithParent(command: readonly string[], signal: 'INT' | 'TERM'): string[] {
  if (!hasSetpriv()) return [...command];
  const unlessOrphaned = '[ "$PPID" = "$0" ] && exec "$@"';
  return ['setpriv', '--pdeathsig', signal, 'sh', '-c', unlessOrphaned, String(process.pid), ...command];
}
