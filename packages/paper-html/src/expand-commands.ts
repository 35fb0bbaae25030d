import { PACKAGE_COMMANDS } from './package-commands.ts';
import { PHYSICS_COMMANDS } from './physics-commands.ts';
import { PLAIN_TEX_COMMANDS } from './plain-tex-commands.ts';
import { readArguments } from './tex-arguments.ts';

const COMMANDS = new Map(Object.entries({ ...PLAIN_TEX_COMMANDS, ...PACKAGE_COMMANDS, ...PHYSICS_COMMANDS }));
/** The names of all commands that are written with others. */
export const COMMAND_NAMES: readonly string[] = [...COMMANDS.keys()];
/** LaTeXML leaves names of its own and of classes in formulas, which have an `@`. */
const CONTROL_SEQUENCE = /\\(?:[a-zA-Z@]+|[^])/g;
/** A command may print its argument twice, and the argument may hold such a command. In letters for each of the formula. */
const MOST_GROWTH = 8;
/** Of a command, in letters. */
const LONGEST_NAME = 40;

/**
 * Writes commands of plain TeX and of packages with what KaTeX knows. Inner commands are written before the outer ones whose
 * arguments they are in. Where arguments are missing, the command stays.
 */
export function expandCommands(tex: string): string {
  const most = MOST_GROWTH * tex.length + 1_000;
  let written = '';
  let end = tex.length;
  for (const { 0: name, index } of [...tex.matchAll(CONTROL_SEQUENCE)].toReversed()) {
    const command = COMMANDS.get(name);
    if (!command) continue;
    const rest = tex.slice(index + name.length, end) + written;
    const found = readArguments(rest, command.parameters);
    const replacement = found && command.write(...found.values);
    written =
      replacement === undefined
        ? name + rest
        : joined(tex.slice(Math.max(0, index - LONGEST_NAME), index), joined(replacement, rest.slice(found?.end)), '');
    end = index;
    if (written.length > most) return tex;
  }
  return tex.slice(0, end) + written;
}

/** What follows a text. The name of a command ends where the next sign is no letter. */
function joined(before: string, after: string, written = before): string {
  return /\\[a-zA-Z@]+$/.test(before) && /^[a-zA-Z@]/.test(after) ? `${written} ${after}` : written + after;
}
