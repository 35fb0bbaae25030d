import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Parts of the grid benchmark. In `claims` and `cycles` the libraries alternate with the coordinator. */
const PARTS = [
  'expansion',
  'bullmq',
  'pgboss',
  'graphile',
  'claims',
  'sharing',
  'cycles',
  'costs',
  'heartbeats',
  'reading',
  'seeds',
  'views',
  'learning',
  'forecast',
  'artifacts',
  'interpolation',
  'idle',
] as const;
export type Part = (typeof PARTS)[number];

const CONSOLE_POINTS = [200_000, 1_000_000, 5_000_000];

/**
 * The subject of the measurement: one service, only its reading of PDFs or its accounts, the console or the reader in a
 * browser, or everything.
 */
const SUBJECTS = ['grid', 'console', 'literature', 'pdf', 'accounts', 'reader', 'all'] as const;
type Subject = (typeof SUBJECTS)[number];

export interface Options {
  readonly subject: Subject;
  /** A folder with papers as PDF and HTML and their reference texts. Undefined means the papers of the corpus. */
  readonly papers: string | undefined;
  /** A folder that may hold public tests of PDF readers: formulas, tables and sidebars. */
  readonly publicTests: string;
  /** A folder that may hold a collection with judged answers: documents.jsonl and queries.jsonl. */
  readonly judged: string;
  /** The maximum number of grid points. */
  readonly points: number;
  /** The sizes of the grids that the console shows. */
  readonly consolePoints: readonly number[];
  /** How long each load is measured, without its warm-up. */
  readonly seconds: number;
  /** The number of artifacts to upload, list and read, and the size of each. */
  readonly artifacts: number;
  readonly artifactBytes: number;
  readonly parts: ReadonlySet<Part>;
  /** Another built checkout. Its coordinator alternates with the coordinator of this checkout. */
  readonly against: string | undefined;
  /** Node options for the coordinator's API process, for profiling: `--api-node=--cpu-prof`. */
  readonly apiNodeOptions: readonly string[];
}

export const USAGE = `usage: bench [all] [options]
       bench grid [options]
       bench console [--points N]
       bench literature [--papers DIR] [--judged DIR] [--public DIR]
       bench pdf [--papers DIR] [--public DIR]
       bench accounts
       bench reader

  --points N      grid points and queued jobs (1000000); the console shows grids of
                  200000, 1000000 and 5000000 points by default
  --seconds N     length of each load (10)
  --artifacts N   number of artifacts to upload, list and read (2000)
  --artifact-bytes N
                  size of each artifact (1000000)
  --only a,b      only these parts: ${PARTS.join(', ')};
                  bullmq, pgboss and graphile alternate with the coordinator in claims and cycles
  --against DIR   another built checkout whose coordinator alternates as well
  --papers DIR    folder with pdf/, html/ and gt/; default: the papers of the corpus
  --judged DIR    folder with documents.jsonl and queries.jsonl; ranks them if present (.bench/judged)
  --public DIR    folder with formulas/, tables/ and sidebars/ of public tests; measured if present
                  (.bench/pdf-bench)
  --api-node X    a Node option for the coordinator's API, such as --cpu-prof; may be repeated
`;

const JUDGED = new URL('../../../../.bench/judged', import.meta.url).pathname;

const PUBLIC = new URL('../../../../.bench/pdf-bench', import.meta.url).pathname;

export class UsageError extends Error {}

export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parse(argv);
  const [subject = 'all'] = positionals;
  const known = SUBJECTS.find((name) => name === subject);
  if (positionals.length > 1 || known === undefined)
    throw new UsageError('choose what to measure: grid, console, literature, pdf, accounts, reader or all');
  const points = number('points', values.points ?? '1000000', 64, 5_000_000);
  return {
    subject: known,
    papers: folderOf(values.papers),
    judged: resolve(values.judged ?? JUDGED),
    publicTests: resolve(values.public ?? PUBLIC),
    points,
    consolePoints: values.points === undefined ? CONSOLE_POINTS : [points],
    seconds: number('seconds', values.seconds, 0.1, 600),
    artifacts: integer('artifacts', values.artifacts, 1, 1_000_000),
    artifactBytes: integer('artifact-bytes', values['artifact-bytes'], 6, 100_000_000),
    parts: partsOf(values.only),
    against: checkoutOf(values.against),
    apiNodeOptions: values['api-node'],
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        papers: { type: 'string' },
        judged: { type: 'string' },
        public: { type: 'string' },
        points: { type: 'string' },
        seconds: { type: 'string', default: '10' },
        artifacts: { type: 'string', default: '2000' },
        'artifact-bytes': { type: 'string', default: '1000000' },
        only: { type: 'string', default: PARTS.join(',') },
        against: { type: 'string' },
        'api-node': { type: 'string', multiple: true, default: [] },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function folderOf(papers: string | undefined): string | undefined {
  if (papers === undefined) return undefined;
  const folder = resolve(papers);
  for (const part of ['pdf', 'html', 'gt'])
    if (!existsSync(join(folder, part))) throw new UsageError(`--papers: ${folder} has no folder ${part}`);
  return folder;
}

function checkoutOf(against: string | undefined): string | undefined {
  if (against === undefined) return undefined;
  const folder = resolve(against);
  if (!existsSync(join(folder, 'services/grid-coordinator/dist/api.js')))
    throw new UsageError(`--against: ${folder} has no built coordinator`);
  return folder;
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!(value >= min && value <= max))
    throw new UsageError(`--${name} must be a number from ${min} to ${max}, not '${text}'`);
  return value;
}

function integer(name: string, text: string, min: number, max: number): number {
  const value = number(name, text, min, max);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} must be an integer, not '${text}'`);
  return value;
}

function partsOf(text: string): ReadonlySet<Part> {
  const parts = text.split(',').filter((part) => part !== '');
  for (const part of parts)
    if (!PARTS.includes(part as Part)) throw new UsageError(`--only: '${part}' is not one of ${PARTS.join(', ')}`);
  return new Set(parts as Part[]);
}
