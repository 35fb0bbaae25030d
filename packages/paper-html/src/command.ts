import type { Argument, Parameter } from './tex-arguments.ts';

/** A command that KaTeX lacks. Macros of KaTeX cannot describe its arguments. */
export interface Command {
  readonly parameters: readonly Parameter[];
  /** Returns the TeX for KaTeX, or undefined if the command does not have its package's meaning here. */
  readonly write: (...values: Argument[]) => string | undefined;
}

/**
 * @param parameters the letters of `Parameter`, separated by spaces
 */
export function command(parameters: string, write: Command['write']): Command {
  return { parameters: parameters.split(' ') as Parameter[], write };
}

/** Returns a command without arguments. */
export function sign(tex: string): Command {
  return { parameters: [], write: () => tex };
}

/** Returns the same command under each of these names. */
export function named(names: string, command: Command): Record<string, Command> {
  return Object.fromEntries(names.split(' ').map((name) => [`\\${name}`, command]));
}
