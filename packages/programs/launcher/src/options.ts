import { parseArgs } from 'node:util';

export type CommandLine =
  | { readonly kind: 'run'; readonly environment: NodeJS.ProcessEnv; readonly exit: boolean }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'fault'; readonly message: string };

/** The options, each with the variable it sets. */
const VARIABLES = {
  port: 'GRID_PORT',
  'grid-port': 'GRID_PORT',
  'literature-port': 'LITERATURE_PORT',
} as const;

type ProgramName = 'start' | 'demo' | 'dev';

const usage = (program: ProgramName) => `usage: sh infra/local/${program} [options]

  --grid-port N, --port N    port of the grid coordinator (GRID_PORT, 8090)
  --literature-port N        port of the literature service (LITERATURE_PORT, 8000)
${program === 'demo' ? '  --exit                     exit when everything is computed, instead of running until Ctrl-C\n' : ''}\
  --help                     print this text

Options override the variables in parentheses. Everything else is set by variables, see docs/configuration.md.
`;

/** Applies the options of `sh infra/local/<program>` to the environment. An unknown option is a fault. */
export function readCommandLine(
  program: ProgramName,
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): CommandLine {
  const fault = (message: string): CommandLine => ({
    kind: 'fault',
    message: `${message}. See sh infra/local/${program} --help`,
  });
  let values: Partial<Record<keyof typeof VARIABLES, string>> & { help?: boolean; exit?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        'grid-port': { type: 'string' },
        'literature-port': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        exit: { type: 'boolean' },
      },
    }));
  } catch (error) {
    // The first sentence names the option. The rest explains how to pass a file name that looks like an option.
    return fault((error as Error).message.split(/\. |\n/, 1)[0]?.replace(/\.$/, '') ?? '');
  }
  if (values.help === true) return { kind: 'help', text: usage(program) };
  if (program !== 'demo' && values.exit === true) return fault("Unknown option '--exit'");
  if (values.port !== undefined && values['grid-port'] !== undefined)
    return fault('--port and --grid-port are the same option');
  const set = Object.entries(VARIABLES).flatMap(([option, variable]) => {
    const value = values[option as keyof typeof VARIABLES];
    return value === undefined ? [] : [[variable, value]];
  });
  const exit = values.exit === true;
  return { kind: 'run', environment: { ...environment, ...Object.fromEntries(set) }, exit };
}

/** Returns the command line. If there is nothing to run, prints the reason and exits. */
export function commandLineOrExit(
  program: ProgramName,
  environment: NodeJS.ProcessEnv,
): Extract<CommandLine, { kind: 'run' }> {
  const read = readCommandLine(program, process.argv.slice(2), environment);
  if (read.kind === 'run') return read;
  if (read.kind === 'help') process.stdout.write(read.text);
  else process.stderr.write(`almagest: ${read.message}\n`);
  process.exit(read.kind === 'help' ? 0 : WRONG_USAGE);
}

const WRONG_USAGE = 2;
