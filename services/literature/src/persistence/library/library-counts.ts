import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface LibraryCounts {
  readonly kept: number;
  /** The number of papers that have a file to parse. */
  readonly downloaded: number;
  readonly parsed: number;
  /** The number of agent sessions with an active run. */
  readonly agents: number;
}

export async function countLibrary(db: Db): Promise<LibraryCounts> {
  // If a file is missing, its location column has the reason.
  const { rows } = await sql<LibraryCounts>`
    select count(*) as kept,
      count(*) filter (where pdf_location not like 'error:%' or html_location not like 'error:%') as downloaded,
      count(markdown_location) filter (where not markdown_outdated) as parsed,
      (select count(*) from agent_session where status = 'running') as agents
    from paper where in_library_since is not null`.execute(db);
  return rows[0] ?? { kept: 0, downloaded: 0, parsed: 0, agents: 0 };
}

/**
 * Returns the time of the last lease renewal of each active batch. If no worker has acquired a batch, returns the start
 * of the batch.
 */
export async function listBatchRenewals(db: Db): Promise<{ kind: string; at: Date }[]> {
  const rows = await db
    .selectFrom('batch')
    .select(['kind', 'lease_renewed_at as at'])
    .where('active', '=', true)
    .orderBy('kind')
    .execute();
  return rows;
}
