import { sql } from 'kysely';
import type { Db } from '../database.ts';

export interface LibraryCounts {
  readonly kept: number;
  /** How many of these papers have a file to parse. */
  readonly downloaded: number;
  readonly parsed: number;
  /** Sessions with an active run. */
  readonly agents: number;
}

export async function countLibrary(db: Db): Promise<LibraryCounts> {
  // A location may also be the reason why the file is missing.
  const { rows } = await sql<LibraryCounts>`
    select count(*) as kept,
      count(*) filter (where pdf_location not like 'error:%' or html_location not like 'error:%') as downloaded,
      count(markdown_location) filter (where not markdown_outdated) as parsed,
      (select count(*) from agent_session where status = 'running') as agents
    from paper where in_library_since is not null`.execute(db);
  return rows[0] ?? { kept: 0, downloaded: 0, parsed: 0, agents: 0 };
}

/**
 * Returns when the lease of each active batch was last renewed, or the start of a batch that no worker has acquired.
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
