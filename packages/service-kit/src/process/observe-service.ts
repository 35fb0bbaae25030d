import { statfs } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { QueueState } from '../jobs/jobs.ts';
import { readAtScrape, type Sample } from './read-at-scrape.ts';
import { withTimeout } from './with-timeout.ts';

/** Time limit of a measurement, shorter than a scrape's timeout. */
const ANSWER_MS = 2_000;

interface Observed<DB> {
  readonly db: Kysely<DB>;
  readonly queues: readonly { readonly state: () => Promise<QueueState> }[];
  readonly folder: string;
}

/** Registers gauges for the dependencies of every process: database, jobs and disk. */
export function observeService<DB>(registry: Registry, { db, queues, folder }: Observed<DB>): void {
  readAtScrape(registry, { database_up: { help: '1 while the database answers this process.' } }, async () => ({
    database_up: [
      {
        value: await withTimeout(ANSWER_MS, sql`select 1`.execute(db)).then(
          () => 1,
          () => 0,
        ),
      },
    ],
  }));
  readAtScrape(
    registry,
    {
      data_folder_free_bytes: { help: 'Free disk space for files of the service.' },
      data_folder_size_bytes: { help: 'Size of the file system that holds the files of the service.' },
    },
    async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return {
        data_folder_free_bytes: [{ value: bavail * bsize }],
        data_folder_size_bytes: [{ value: blocks * bsize }],
      };
    },
  );
  readAtScrape(
    registry,
    {
      jobs: { help: 'Background jobs by state.', labels: ['state'] },
      job_schedule_overdue_seconds: {
        help: 'How late a scheduled job is, or by how much its next run is scheduled too far ahead.',
        labels: ['kind'],
      },
      job_queue_up: { help: '1 while the jobs can be read.' },
    },
    async () => {
      const read = Promise.all(queues.map((queue) => queue.state()));
      const states = await withTimeout(ANSWER_MS, read).catch(() => undefined);
      if (states === undefined) return { jobs: [], job_schedule_overdue_seconds: [], job_queue_up: [{ value: 0 }] };
      return {
        jobs: sumCounts(states),
        job_schedule_overdue_seconds: states
          .flatMap(({ overdueMs }) => Object.entries(overdueMs))
          .map(([kind, ms]) => ({ labels: { kind }, value: ms / 1_000 })),
        job_queue_up: [{ value: 1 }],
      };
    },
  );
}

function sumCounts(states: readonly QueueState[]): Sample[] {
  const sums = new Map<string, number>();
  for (const { counts } of states)
    for (const [state, n] of Object.entries(counts)) sums.set(state, (sums.get(state) ?? 0) + n);
  return [...sums].map(([state, value]) => ({ labels: { state }, value }));
}
