import { spawnSync } from 'node:child_process';
import { findProgram } from './find-program.ts';

let known: readonly string[] | undefined;
let isolated = false;

/**
 * Returns a command prefix for processes that read untrusted data. Both programs are part of util-linux, which every
 * Debian has.
 *
 * `unshare` gives the process a separate user and network namespace, where the kernel allows it. There it cannot open
 * connections. It cannot read the environment or the memory of other processes either, even if they belong to the same
 * user. Containers usually do not allow it. `setpriv` makes the kernel kill the process when its caller dies, even in a
 * loop that never reads its channel.
 */
export function isolation(): readonly string[] {
  known ??= [...namespaces(), ...deathGuard()];
  return known;
}

/** Returns whether the kernel separates these processes from the network and from other processes. */
export function isIsolated(): boolean {
  isolation();
  return isolated;
}

function namespaces(): readonly string[] {
  const unshare = findProgram('unshare');
  const command = ['--user', '--net', '--'];
  isolated =
    unshare !== undefined && spawnSync(unshare, [...command, process.execPath, '--version'], TRIAL).status === 0;
  return unshare !== undefined && isolated ? [unshare, ...command] : [];
}

const TRIAL = { stdio: 'ignore', env: {} } as const;

function deathGuard(): readonly string[] {
  const setpriv = findProgram('setpriv');
  return setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL'];
}
