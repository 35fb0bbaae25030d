import { statfs } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { JobKinds, JobQueue } from './jobs.ts';
import { readAtScrape } from './read-at-scrape.ts';
import { within } from './within.ts';

/** What takes longer does not answer. Shorter than the time that a reading has. */
const ANSWER_MS = 2_000;

interface Observed<DB, K extends JobKinds> {
  readonly db: Kysely<DB>;
  readonly queue: JobQueue<K>;
  /** Where the service keeps its files. */
  readonly folder: string;
}

/** What every process of a service stands on: its database, its jobs, its disk. */
export function observeService<DB, K extends JobKinds>(
  registry: Registry,
  { db, queue, folder }: Observed<DB, K>,
): void {
  readAtScrape(registry, { database_up: { help: '1 while the database answers this process.' } }, async () => ({
    database_up: [
      {
        value: await within(ANSWER_MS, sql`select 1`.execute(db)).then(
          () => 1,
          () => 0,
        ),
      },
    ],
  }));
  readAtScrape(
    registry,
    {
      data_folder_free_bytes: { help: 'Room left for files of the service.' },
      data_folder_size_bytes: { help: 'Size of the file system that holds them.' },
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
        help: 'How long ago a job that runs by itself should have begun, or how far its turn lies beyond its interval.',
        labels: ['kind'],
      },
      job_queue_up: { help: '1 while the jobs can be read.' },
    },
    async () => {
      const state = await within(ANSWER_MS, queue.state()).catch(() => undefined);
      if (state === undefined) return { jobs: [], job_schedule_overdue_seconds: [], job_queue_up: [{ value: 0 }] };
      return {
        jobs: Object.entries(state.counts).map(([name, value]) => ({ labels: { state: name }, value })),
        job_schedule_overdue_seconds: Object.entries(state.overdueMs).map(([kind, ms]) => ({
          labels: { kind },
          value: ms / 1_000,
        })),
        job_queue_up: [{ value: 1 }],
      };
    },
  );
}
