import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names the table for what it is: the state of each host's rate limit. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

// Renaming changes the catalog only, so the lock of the table is held for a moment.
const STATEMENTS = [
  `alter table host_turn rename to host_rate_limit`,
  `alter table host_rate_limit rename free_at to next_slot_at`,
  `alter table host_rate_limit rename holder to slot_holder`,
];
