import { PACKAGE_COMMANDS } from './package-commands.ts';
import { PHYSICS_COMMANDS } from './physics-commands.ts';
import { PLAIN_TEX_COMMANDS } from './plain-tex-commands.ts';
import { readArguments } from './tex-arguments.ts';

const COMMANDS = new Map(Object.entries({ ...PLAIN_TEX_COMMANDS, ...PACKAGE_COMMANDS, ...PHYSICS_COMMANDS }));
export const COMMAND_NAMES: readonly string[] = [...COMMANDS.keys()];
/** Also matches internal names with an `@`, which LaTeXML leaves in formulas. */
const CONTROL_SEQUENCE = /\\(?:[a-zA-Z@]+|[^])/g;
/**
 * Maximum growth, as a multiple of the original length. A command may print its argument twice, and the argument may
 * contain such a command.
 */
const MOST_GROWTH = 8;
/** Maximum length of a command name, in letters. */
const LONGEST_NAME = 40;

/**
 * Replaces commands of plain TeX and of packages by commands that KaTeX knows. Replaces inner commands before the
 * commands that contain them. Keeps a command with missing arguments.
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

/** Joins two texts. Inserts a space if the second text would extend a command name. */
function joined(before: string, after: string, written = before): string {
  return /\\[a-zA-Z@]+$/.test(before) && /^[a-zA-Z@]/.test(after) ? `${written} ${after}` : written + after;
}
