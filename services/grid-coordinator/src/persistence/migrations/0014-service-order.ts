import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names the table for what it records: the order in which workflows last got tasks. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

// Renaming changes only the catalog, so the table is locked only briefly.
const STATEMENTS = [
  `alter table workflow_turn rename to workflow_service_order`,
  `alter table workflow_service_order rename turn to last_served`,
  `alter sequence claim_turn rename to service_order`,
];
