import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * Returns, for each running workflow, when an attempt last ended, or when the workflow was started, whichever is later.
 */
export async function listLastAttempts(db: Db): Promise<{ workflow: string; at: Date }[]> {
  // Uses one lookup in `point_completion` for each workflow.
  const { rows } = await sql<{ workflow: string; at: Date }>`
    select w.name as workflow, greatest(w.updated_at, (
      select max(p.last_completed_at) from point p where p.workflow_id = w.id and p.last_completed_at is not null)) as at
    from workflow w where w.status = 'running' order by w.name`.execute(db);
  return rows;
}
