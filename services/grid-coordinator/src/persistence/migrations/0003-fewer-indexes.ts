import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Drops indexes that cost every cycle of a claim and a report more than they give: of all entries written, those of
 * these two were a ninth (`npm run bench -- grid --only cycles`).
 */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    // Converged points of one method: those of the status, filtered, are as many within any wave.
    await sql`drop index point_by_method`.execute(db);
    // Overdue tasks are among the running ones, which have an index, and a fleet runs some thousands.
    await sql`drop index task_deadline`.execute(db);
  },
};
