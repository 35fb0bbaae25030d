import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** Runs the incidents of real agents instead. Then only `seed`, `out` and `keep` apply. */
  readonly field: boolean;
  /** The approximate number of grid points. */
  readonly points: number;
  readonly nodes: number;
  /** The number of tasks that a node works on at a time. */
  readonly slots: number;
  /** How many seconds the test kills processes. */
  readonly killSec: number;
  /** The share of the answers to claims and reports that are dropped. */
  readonly drop: number;
  /** The share of the reports that are held back until their task is reclaimed. */
  readonly late: number;
  readonly seed: string;
  /** Uses a separate Redis server, which is killed as well. */
  readonly redis: boolean;
  /** The folder for the report, and for all other files if something is wrong. */
  readonly out: string;
  /** Always keeps database, files and logs. */
  readonly keep: boolean;
}

export const USAGE = `usage: chaos [field] [options]

  field          incidents of real agents: a shared folder, a stepped clock, SIGTERM to process trees, a proxy with its
                 own pages, a slow connection, a full disk and a read-only database. Takes --seed, --out and --keep
  --short        the two-minute form; the second default in parentheses applies
  --points N     grid points (20000; 1500)
  --nodes N      simulated nodes (200; 60)
  --slots N      tasks a node works on at a time (2)
  --minutes M    how long processes are killed (25; 1)
  --drop P       share of the answers to claims and reports that are discarded (0.1)
  --late P       share of the reports that arrive after their task was reclaimed (0.02)
  --seed TEXT    fixes all random choices (default: a random seed, which is printed)
  --redis        jobs and limits use Redis: a server that is started and killed, or the server at REDIS_URL,
                 which is not killed
  --out DIR      folder for the report (.chaos)
  --keep         keep database, files and logs even if nothing is wrong
`;

export class UsageError extends Error {}

const OUT = new URL('../../../../.chaos', import.meta.url).pathname;

const LONG = { points: '20000', nodes: '200', minutes: '25' };
const SHORT = { points: '1500', nodes: '60', minutes: '1' };

export function readOptions(argv: readonly string[]): Options {
  const [mode, ...rest] = argv;
  const field = mode === 'field';
  const values = parse(field ? rest : argv);
  const form = values.short ? SHORT : LONG;
  return {
    field,
    points: integer('points', values.points ?? form.points, 64, 2_000_000),
    nodes: integer('nodes', values.nodes ?? form.nodes, 1, 5_000),
    slots: integer('slots', values.slots, 1, 64),
    killSec: 60 * number('minutes', values.minutes ?? form.minutes, 0, 1_440),
    drop: number('drop', values.drop, 0, 0.9),
    late: number('late', values.late, 0, 0.9),
    seed: values.seed ?? randomBytes(4).toString('hex'),
    redis: values.redis,
    out: resolve(values.out),
    keep: values.keep,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        short: { type: 'boolean', default: false },
        points: { type: 'string' },
        nodes: { type: 'string' },
        slots: { type: 'string', default: '2' },
        minutes: { type: 'string' },
        drop: { type: 'string', default: '0.1' },
        late: { type: 'string', default: '0.02' },
        seed: { type: 'string' },
        redis: { type: 'boolean', default: false },
        out: { type: 'string', default: OUT },
        keep: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new UsageError(`--${name} must be a number from ${min} to ${max}, not '${text}'`);
  return value;
}

function integer(name: string, text: string, min: number, max: number): number {
  const value = number(name, text, min, max);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} must be a whole number, not '${text}'`);
  return value;
}
