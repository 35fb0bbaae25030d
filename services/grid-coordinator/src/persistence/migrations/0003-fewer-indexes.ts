import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Drops two indexes that cost every cycle of a claim and a report more than they gain. They caused a ninth of all index
 * entries written (`npm run bench -- grid --only cycles`).
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // Converged points of one method are found by filtering all converged points, which are about as many within a
    // wave.
    await sql`drop index point_by_method`.execute(db);
    // Overdue tasks are found among the running ones, which have an index. A fleet runs a few thousand.
    await sql`drop index task_deadline`.execute(db);
  },
};
