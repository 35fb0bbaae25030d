import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';

export interface TrialOptions {
  /** A `task.json`. */
  readonly task: string;
  readonly engine: string;
  readonly seed?: string;
  /** The folder of the assets that the task names. */
  readonly assets?: string;
  /** The folder for the run. Default: a new temporary folder. */
  readonly dir?: string;
}

export type TrialRequest =
  | { readonly kind: 'ok'; readonly options: TrialOptions }
  | { readonly kind: 'fault' | 'text'; readonly text: string };

/** Reads the arguments after `try`. */
export function readTrialOptions(args: readonly string[], env: NodeJS.ProcessEnv): TrialRequest {
  let help = '';
  const engine = env['GRID_AGENT_ENGINE'];
  const command = new Command('grid-agent try')
    .description(
      'Runs one task on this machine, without a coordinator, and lists what the engine wrote and what is missing.',
    )
    .requiredOption('--task <file>', 'a task.json, for example from a task folder')
    .requiredOption('--engine <command>', 'command that computes a task (GRID_AGENT_ENGINE)', engine)
    .option('--seed <file>', 'model to start from, given to the engine as seed.7')
    .option('--assets <folder>', 'folder with the assets that the task names')
    .option('--dir <folder>', 'folder for the run, which must not exist (default: a new temporary folder)')
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => undefined })
    .exitOverride();
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: help };
    return { kind: 'fault', text: error.message.replace(/^error: /, '') };
  }
  const { dir, ...given } = command.opts<TrialOptions>();
  return { kind: 'ok', options: { ...given, ...(dir === undefined ? {} : { dir: resolve(dir) }) } };
}
