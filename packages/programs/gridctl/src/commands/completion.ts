import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { examples } from './examples.ts';

export function registerCompletion(program: Command, { stdout }: Io): void {
  program
    .command('completion')
    .description('print the completion script for bash')
    .addHelpText('after', examples('completion > ~/.local/share/bash-completion/completions/gridctl'))
    .action(() => void stdout.write(completionScript(program)));
}

/**
 * Builds a static script from the command tree. The script completes nouns, verbs and options without starting gridctl.
 */
function completionScript(program: Command): string {
  const cases = tree(program, '').map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`);
  return [
    '_gridctl() {',
    '  local path="" word words=""',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$path $word" in',
    ...tree(program, '').flatMap(({ path }) =>
      path === '' ? [] : [`      '${path.includes(' ') ? '' : ' '}${path}') path='${path}' ;;`],
    ),
    '    esac',
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _gridctl gridctl',
    '',
  ].join('\n');
}

function tree(command: Command, path: string): { path: string; words: string[] }[] {
  const help = command.createHelp();
  help.showGlobalOptions = true;
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const names = command.commands.map((sub) => sub.name());
  const flags = options.flatMap(({ long }) => (long ? [long] : []));
  const below = command.commands.flatMap((sub) => tree(sub, `${path} ${sub.name()}`.trim()));
  return [{ path, words: [...names, ...flags] }, ...below];
}
