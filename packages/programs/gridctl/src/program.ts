import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option, type OutputConfiguration } from 'commander';
import { registerAccount } from './commands/account.ts';
import { registerArtifacts } from './commands/artifacts.ts';
import { registerAudit } from './commands/audit.ts';
import { registerAssets } from './commands/assets.ts';
import { registerArchives } from './commands/archives.ts';
import { registerClaims } from './commands/claims.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerExplain } from './commands/explain.ts';
import { registerLogs } from './commands/logs.ts';
import { registerFailures } from './commands/failures.ts';
import { registerForecast } from './commands/forecast.ts';
import { registerInterpolate } from './commands/interpolate.ts';
import { registerModels } from './commands/judgements.ts';
import { registerNodes } from './commands/nodes.ts';
import { registerNotifications } from './commands/notifications.ts';
import { registerOutliers } from './commands/outliers.ts';
import { registerPeople } from './commands/people.ts';
import { registerPoints } from './commands/points.ts';
import { registerProvenance } from './commands/provenance.ts';
import { registerReleases } from './commands/releases.ts';
import { registerSeeds } from './commands/seeds.ts';
import { registerSession } from './commands/session.ts';
import { registerStatus } from './commands/status.ts';
import { registerWorkflows } from './commands/workflows.ts';
import { registerTasks } from './commands/tasks.ts';
import type { Context, GlobalOptions } from './context.ts';
import { errorCode, EXIT, CommandError } from './errors.ts';
import { FALLBACK_WIDTH, type Io } from './io.ts';
import { printable } from './output/text-width.ts';
import { VARIABLES } from './variables.ts';

const { url, token, tokenFile, noColor } = VARIABLES;

/** Runs one command line and returns its exit code. An aborted `signal` makes the command clean up and exit. */
export async function run(args: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  // Accept this only as the single argument, because a command may have its own `--version` option.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    io.stdout.write(`${readVersion()}\n`);
    return EXIT.ok;
  }

  let context: Context | undefined;
  const program = buildProgram(io, async (options) => {
    // Load this on demand. Without an HTTP client and a validator, help and usage errors appear twice as fast.
    const { openContext } = await import('./context.ts');
    context = await openContext(options, io, signal);
    return context;
  });
  try {
    await program.parseAsync(withOutputFile(args), { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    context?.terminal.endLive();
    return report(error, io);
  } finally {
    await context?.client.close();
  }
}

const FORMATS = ['table', 'json'];

/**
 * Treats `--output` of `export NAME --output FILE.tar` and `artifacts plot` as a file name, like `--out`. For other
 * commands, `--output` is the format.
 */
function withOutputFile(args: readonly string[]): readonly string[] {
  if (!args.includes('export') && !(args.includes('artifacts') && args.includes('plot'))) return args;
  return args.map((arg, index) => {
    const [option, value = args[index + 1] ?? ''] = arg.split('=', 2);
    return option === '--output' && !FORMATS.includes(value) ? arg.replace('--output', '--out') : arg;
  });
}

function buildProgram(io: Io, open: (options: GlobalOptions) => Promise<Context>): Command {
  const program = new Command('gridctl')
    .description('Controls an Almagest grid coordinator: nodes, workflows, points, seeds, artifacts.')
    .addOption(new Option('--url <url>', `address of the coordinator (env: ${url.name})`).default(url.fallback))
    .option(
      '--token <token>',
      `administrator token or API key (env: ${token.name}). A file keeps it out of the process list`,
    )
    .option('--token-file <file>', `file with the administrator token or an API key (env: ${tokenFile.name})`)
    .addOption(new Option('--output <format>', 'table for people, json for scripts').choices(FORMATS).default('table'))
    .option('--json', 'the same as --output json')
    .option('--yes', 'answer every question with yes')
    .option('--no-color', `no colours (env: ${noColor.name})`)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(outputOf(io))
    .addHelpText('after', EXIT_CODES);
  const openFor = () => {
    const fromEnv = program.getOptionValueSource('url') === 'default' ? io.env[url.name] : undefined;
    const { json, ...options } = program.opts<GlobalOptions & { readonly json?: true }>();
    return open({
      ...options,
      ...(json === true ? { output: 'json' } : {}),
      ...(fromEnv === undefined ? {} : { url: fromEnv }),
    });
  };
  registerStatus(program, openFor);
  registerNodes(program, openFor);
  registerWorkflows(program, openFor);
  registerClaims(program, openFor);
  registerPoints(program, openFor);
  registerTasks(program, openFor);
  registerExplain(program, openFor);
  registerFailures(program, openFor);
  registerForecast(program, openFor);
  registerProvenance(program, openFor);
  registerInterpolate(program, openFor);
  registerModels(program, openFor);
  registerOutliers(program, openFor);
  registerSeeds(program, openFor);
  registerArtifacts(program, openFor);
  registerAssets(program, openFor);
  registerLogs(program, openFor);
  registerNotifications(program, openFor);
  registerArchives(program, openFor);
  registerReleases(program, openFor);
  registerSession(program, openFor);
  registerAccount(program, openFor);
  registerPeople(program, openFor);
  registerAudit(program, openFor);
  registerCompletion(program, io);
  return program;
}

function outputOf({ stdout, stderr }: Io): OutputConfiguration {
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => stdout.columns || FALLBACK_WIDTH,
    getErrHelpWidth: () => stderr.columns || FALLBACK_WIDTH,
    // Printed once at the end, in the format of all other errors.
    outputError: () => undefined,
  };
}

const EXIT_CODES = `
gridctl --version prints the version.

Exit codes: 0 done, 1 refused by the coordinator or partly failed, 2 usage error, 3 coordinator unreachable,
130 interrupted. Data goes to stdout, everything else to stderr.`;

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function report(error: unknown, io: Io): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.ok;
    // The command is a noun without a verb. Its help was already printed to stderr.
    if (error.code !== 'commander.help')
      complain(io, `${error.message.replace(/^error: |\.$/g, '')}. See gridctl --help`);
    return EXIT.usage;
  }
  if (error instanceof CommandError) {
    complain(io, error.message);
    return error.exitCode;
  }
  if (errorCode(error) !== undefined) {
    // A file or the machine caused this error. The system's message names the cause.
    complain(io, error instanceof Error ? error.message : String(error));
    return EXIT.refused;
  }
  complain(io, `this is a bug in gridctl, please report it: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.refused;
}

function complain({ stderr }: Io, message: string): void {
  stderr.write(`gridctl: ${printable(message)}\n`);
}
