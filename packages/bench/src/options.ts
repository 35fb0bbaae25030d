import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Parts of the grid benchmark. The libraries take turns with the coordinator in `claims` and `cycles`. */
const PARTS = [
  'expansion',
  'bullmq',
  'pgboss',
  'claims',
  'sharing',
  'cycles',
  'heartbeats',
  'reading',
  'seeds',
] as const;
export type Part = (typeof PARTS)[number];

/** What is measured. */
type Subject = 'grid' | 'literature' | 'all';

export interface Options {
  readonly subject: Subject;
  /** Folder with papers as PDF and HTML and their reference texts. */
  readonly papers: string;
  /** Wished number of grid points; the grid has at most as many. */
  readonly points: number;
  /** How long each load runs, its warm-up not counted. */
  readonly seconds: number;
  readonly parts: ReadonlySet<Part>;
  /** Handed to the coordinator's API process, for profiles: `--api-node=--cpu-prof`. */
  readonly apiNodeOptions: readonly string[];
}

export const USAGE = `usage: bench [all] [options]
       bench grid [options]
       bench literature [--papers DIR]

  --points N      grid points and queued jobs (1000000)
  --seconds N     length of each load (10)
  --only a,b      only these parts: ${PARTS.join(', ')};
                  bullmq and pgboss take turns with the coordinator in claims and cycles
  --papers DIR    folder with pdf/, html/ and gt/ (../shared/data/papers); without it no paper is measured
  --api-node X    an option for the Node that runs the coordinator's API, such as --cpu-prof; may be repeated
`;

const PAPERS = new URL('../../../../shared/data/papers', import.meta.url).pathname;

export class UsageFault extends Error {}

export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parse(argv);
  const [subject = 'all'] = positionals;
  if (positionals.length > 1 || (subject !== 'grid' && subject !== 'literature' && subject !== 'all'))
    throw new UsageFault('what to measure: grid, literature or all');
  return {
    subject,
    papers: resolve(values.papers),
    points: number('points', values.points, 64, 5_000_000),
    seconds: number('seconds', values.seconds, 0.1, 600),
    parts: partsOf(values.only),
    apiNodeOptions: values['api-node'],
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        papers: { type: 'string', default: PAPERS },
        points: { type: 'string', default: '1000000' },
        seconds: { type: 'string', default: '10' },
        only: { type: 'string', default: PARTS.join(',') },
        'api-node': { type: 'string', multiple: true, default: [] },
      },
    });
  } catch (error) {
    throw new UsageFault((error as Error).message);
  }
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new UsageFault(`--${name}: a number from ${min} to ${max}, not '${text}'`);
  return value;
}

function partsOf(text: string): ReadonlySet<Part> {
  const parts = text.split(',').filter((part) => part !== '');
  for (const part of parts)
    if (!PARTS.includes(part as Part)) throw new UsageFault(`--only: '${part}' is none of ${PARTS.join(', ')}`);
  return new Set(parts as Part[]);
}
