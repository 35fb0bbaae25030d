import type { Argument, Parameter } from './tex-arguments.ts';

/** A command that KaTeX lacks and whose arguments its macros cannot describe. */
export interface Command {
  readonly parameters: readonly Parameter[];
  /** What KaTeX is given instead; undefined if the command does not have the meaning of its package here. */
  readonly write: (...values: Argument[]) => string | undefined;
}

/** @param parameters the letters of `Parameter`, with spaces between them */
export function command(parameters: string, write: Command['write']): Command {
  return { parameters: parameters.split(' ') as Parameter[], write };
}

/** A command without arguments. */
export function sign(tex: string): Command {
  return { parameters: [], write: () => tex };
}

/** The same command by all these names. */
export function named(names: string, command: Command): Record<string, Command> {
  return Object.fromEntries(names.split(' ').map((name) => [`\\${name}`, command]));
}
