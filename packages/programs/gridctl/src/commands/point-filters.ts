import { PointStatus, TaskType } from '@almagest/contracts/grid';
import { type Command, InvalidArgumentError, Option } from 'commander';

export interface PointFilters {
  readonly status?: PointStatus;
  readonly method?: TaskType;
  readonly wave?: number;
  readonly unfit?: boolean;
  readonly q?: string;
}

/** The filters that listing, export and rearming share. */
export function withPointFilters(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'only points in this state').choices(PointStatus.enum))
    .addOption(new Option('--method <method>', 'only points that converged this way').choices(TaskType.enum))
    .option('--unfit', 'only converged points whose model holds NaN or Inf')
    .option('--wave <wave>', 'only points of this difficulty wave', parseInteger)
    .option('--q <text>', 'only points whose name holds this text');
}

/** The options that are part of the request. The others control the command itself. */
export function filtersOf({ status, method, wave, unfit, q }: PointFilters): PointFilters {
  return {
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method }),
    ...(wave === undefined ? {} : { wave }),
    ...(unfit === undefined ? {} : { unfit }),
    ...(q === undefined ? {} : { q }),
  };
}

export function parseInteger(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
