import { AXES, PointStatus, TaskType, type Axis, type PointSelection } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError, Option } from 'commander';

export type PointFilters = Omit<PointSelection, 'retired'>;

export interface FilterOptions extends Partial<Record<Axis, string>> {
  readonly status?: PointStatus;
  readonly method?: TaskType;
  readonly wave?: number;
  readonly unfit?: boolean;
  readonly fromRejected?: boolean;
  readonly q?: string;
  readonly attempts?: string;
  readonly node?: string;
  readonly group?: string;
}

/** Adds the filters that listing, export and rearming share. */
export function withPointFilters(command: Command): Command {
  command
    .addOption(new Option('--status <status>', 'only points in this state').choices(PointStatus.enum))
    .addOption(new Option('--method <method>', 'only points that converged this way').choices(TaskType.enum))
    .option('--unfit', 'only converged points whose model contains NaN or Inf')
    .option('--from-rejected', 'only converged points whose model descends from a rejected model')
    .option('--wave <wave>', 'only points of this difficulty wave', parseInteger)
    .option('--q <text>', 'only points whose name contains this text');
  for (const axis of AXES) command.option(`--${axis} <range>`, `only points with this ${axis}: 5, 2..8, 2.. or ..8`);
  return command
    .option('--attempts <range>', 'only points with this number of attempts')
    .option('--node <node>', 'only points whose last attempt ran on this node')
    .option('--group <group>', 'only points in this failure group');
}

/** Returns the options that are part of the request. The other options control the command itself. */
export function filtersOf({ node, ...options }: FilterOptions): PointFilters {
  const { status, method, wave, unfit, fromRejected, q, attempts, group } = options;
  return {
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method }),
    ...(wave === undefined ? {} : { wave }),
    ...(unfit === undefined ? {} : { unfit }),
    ...(fromRejected === undefined ? {} : { from_rejected: fromRejected }),
    ...(q === undefined ? {} : { q }),
    ...Object.fromEntries(AXES.flatMap((axis) => (options[axis] === undefined ? [] : [[axis, options[axis]]]))),
    ...(attempts === undefined ? {} : { attempts }),
    ...(node === undefined ? {} : { node_id: node }),
    ...(group === undefined ? {} : { group }),
  };
}

export function parseInteger(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
