import { findProgram } from './find-program.ts';

let known: string | null | undefined;

/**
 * The beginning of a command whose process the kernel kills when its caller dies. Part of util-linux, which every Debian
 * has; undefined elsewhere.
 */
export function deathGuard(): readonly [program: string, ...args: string[]] | undefined {
  known ??= findProgram('setpriv') ?? null;
  return known === null ? undefined : [known, '--pdeathsig', 'KILL'];
}
