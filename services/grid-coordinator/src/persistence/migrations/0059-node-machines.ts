import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keeps the machine and the tags that the agent of a node reports. Null for agents that report nothing. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table node add column machine jsonb`.execute(db);
  },
};
