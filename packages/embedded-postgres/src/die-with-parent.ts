import { spawnSync } from 'node:child_process';

let setprivWorks: boolean | undefined;

function hasSetpriv(): boolean {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return setprivWorks;
}

/**
 * Changes a command so that the kernel sends it a signal when this process ends in any way, including SIGKILL. Returns
 * the command unchanged if setpriv is not available.
 *
 * The signal is tied to the thread that spawns the command, so do not use this in worker threads. It is requested after
 * the fork, and the shell covers the case that the parent has died by then.
 */
export function dieWithParent(command: readonly string[], signal: 'INT' | 'TERM'): string[] {
  if (!hasSetpriv()) return [...command];
  const unlessOrphaned = '[ "$PPID" = "$0" ] && exec "$@"';
  return ['setpriv', '--pdeathsig', signal, 'sh', '-c', unlessOrphaned, String(process.pid), ...command];
}
