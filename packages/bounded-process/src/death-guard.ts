import { findProgram } from './find-program.ts';

let known: string | null | undefined;

/**
 * Returns a command prefix that makes the kernel kill the process when its caller dies. The program is part of
 * util-linux, which every Debian has. Returns undefined elsewhere.
 */
export function deathGuard(): readonly [program: string, ...args: string[]] | undefined {
  known ??= findProgram('setpriv') ?? null;
  return known === null ? undefined : [known, '--pdeathsig', 'KILL'];
}
