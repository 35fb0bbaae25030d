import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Renames the table of the hosts' rate limits. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

// Renaming changes only the catalog, so the table is locked only briefly.
const STATEMENTS = [
  `alter table host_turn rename to host_rate_limit`,
  `alter table host_rate_limit rename free_at to next_slot_at`,
  `alter table host_rate_limit rename holder to slot_holder`,
];
