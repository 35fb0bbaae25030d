import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { variableOf } from '../settings.ts';
import type { JobOptions } from './job-script.ts';

interface Common extends JobOptions {
  /** Node names begin with this prefix. */
  readonly prefix: string;
  readonly workDir: string;
  readonly dryRun: boolean;
  /** Options that the agent itself reads. */
  readonly agent: readonly string[];
}

export interface SubmitOptions extends Common {
  readonly nodes: number;
}

export interface AutoscaleOptions extends Common {
  readonly min: number;
  readonly max: number;
  readonly targetSec: number;
  readonly everySec: number;
  readonly once: boolean;
  readonly apiKeyFile: string;
}

export type SlurmRequest<T> =
  | { readonly kind: 'ok'; readonly options: T }
  | { readonly kind: 'fault' | 'text'; readonly text: string };

/** Reads the arguments after `slurm submit`. */
export function readSubmitOptions(args: readonly string[], env: NodeJS.ProcessEnv): SlurmRequest<SubmitOptions> {
  const command = common(
    'submit',
    'Submits a job array of agents. Other options are passed to each agent.',
    env,
  ).requiredOption('--nodes <number>', 'number of jobs', whole(1, 100_000));
  return read(command, args);
}

/** Reads the arguments after `slurm autoscale`. */
export function readAutoscaleOptions(args: readonly string[], env: NodeJS.ProcessEnv): SlurmRequest<AutoscaleOptions> {
  const command = common(
    'autoscale',
    'Keeps as many jobs with agents as the open work needs. Other options are passed to each agent.',
    env,
  )
    .option('--min <number>', 'minimum number of jobs', whole(0, 100_000), 0)
    .requiredOption('--max <number>', 'maximum number of jobs', whole(1, 100_000))
    .requiredOption('--api-key-file <file>', 'API key of the coordinator with the scope read')
    .option('--target-sec <seconds>', 'how long the open work may take', whole(1, 31_536_000), 3_600)
    .option('--every-sec <seconds>', 'time between two adjustments', whole(1, 86_400), 60)
    .option('--once', 'adjust once, then exit', false);
  return read(command, args);
}

function common(name: string, description: string, env: NodeJS.ProcessEnv): Command {
  return new Command(`grid-agent slurm ${name}`)
    .description(description)
    .requiredOption('--time <wall time>', 'wall time of a job, such as 04:00:00', word)
    .requiredOption(
      '--node-id <prefix>',
      'beginning of the node names: c gives c-1, c-2, …',
      word,
      env[variableOf('node-id')],
    )
    .requiredOption(
      '--work-dir <folder>',
      'folder of the work dirs, on a disk that all jobs share',
      env[variableOf('work-dir')],
    )
    .option('--partition <name>', 'partition of the jobs', word)
    .option('--memory <size>', 'memory of a job, such as 16G', word)
    .option(
      '--sbatch <option>',
      'further option of sbatch, such as --account=x',
      (value, all: string[]) => [...all, line(value)],
      [],
    )
    .option('--dry-run', 'print what would be done', false)
    .allowUnknownOption()
    .allowExcessArguments();
}

function read<T extends Common>(command: Command, args: readonly string[]): SlurmRequest<T> {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text), writeErr: () => undefined }).exitOverride();
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: help };
    return { kind: 'fault', text: error.message.replace(/^error: /, '') };
  }
  const { nodeId, workDir, ...given } = command.opts<
    { nodeId: string; workDir: string } & Omit<T, 'prefix' | 'agent'>
  >();
  const options = { ...given, prefix: nodeId, workDir: resolve(workDir), agent: command.args };
  return { kind: 'ok', options: options as unknown as T };
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}.`);
  };
}

/** Checks a value that becomes part of a script line. A space or a line break would add options. */
function word(text: string): string {
  if (/^[\w.:,+-]+$/.test(text)) return text;
  throw new InvalidArgumentError('expected letters, digits, and . _ : , + -');
}

function line(text: string): string {
  if (/^--[^\r\n]+$/.test(text)) return text;
  throw new InvalidArgumentError('expected one option that begins with --.');
}
